//! `katydid pictures`: the pieces as files for XBoard.

use anyhow::{Context as _, Result};
use katydid::catalogue::Catalogue;
use katydid::protocol::cecp::gallery;
use std::path::{Path, PathBuf};

/// The arguments of `pictures`.
#[derive(Debug, clap::Args)]
pub struct PicturesArguments {
    /// The folder, which is made if it is not there
    folder: PathBuf,
    /// The games whose own pictures go before those of others
    games: Vec<String>,
}

impl PicturesArguments {
    /// Writes the files.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        write(catalogue, &self.folder, &self.games)
    }
}

/// Writes the pictures of all games into a folder; those of the games `first` take precedence.
pub fn write(catalogue: &Catalogue, folder: &Path, first: &[String]) -> Result<()> {
    let games: Vec<String> = first.iter().cloned().chain(catalogue.names()).collect();
    let files = gallery::pictures(catalogue, &games)?;
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, text) in &files {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(())
    };
    write().with_context(|| format!("cannot write the pictures into '{}'", folder.display()))
}
