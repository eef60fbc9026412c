//! The folders in which the program keeps things for a user.

use anyhow::{Result, bail};
use std::path::PathBuf;

/// The folder of what a user would miss.
pub fn data_folder() -> Result<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// The folder of what can be made again.
pub fn cache_folder() -> Result<PathBuf> {
    folder("XDG_CACHE_HOME", ".cache")
}

/// A folder of ours in one that the environment names, or in one of the home.
fn folder(variable: &str, inside: &str) -> Result<PathBuf> {
    let named = std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let Some(base) = named.or_else(|| Some(std::env::home_dir()?.join(inside))) else {
        bail!("no home folder: set {variable}");
    };
    Ok(base.join("katydid"))
}
