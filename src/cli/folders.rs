//! The user's folders for data and caches (XDG Base Directory Specification).

use anyhow::{Result, bail};
use std::path::PathBuf;

/// The folder for data that must be kept.
pub fn data_folder() -> Result<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// The folder for caches, which can be deleted.
pub fn cache_folder() -> Result<PathBuf> {
    folder("XDG_CACHE_HOME", ".cache")
}

/// Katydid's folder in the folder that the environment variable names, or else in `inside` of the home folder.
fn folder(variable: &str, inside: &str) -> Result<PathBuf> {
    let named = std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let Some(base) = named.or_else(|| Some(std::env::home_dir()?.join(inside))) else {
        bail!("no home folder: set {variable}");
    };
    Ok(base.join("katydid"))
}
