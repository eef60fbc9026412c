//! Writing games to files.

use anyhow::{Result, anyhow};
use std::path::Path;

pub use katydid::pgn::today;

/// The file for games that are saved without a name.
pub const FILE: &str = "katydid.pgn";

/// Adds a game to a file, which is created if it does not exist.
pub fn append(file: &str, pgn: &str) -> Result<()> {
    katydid::pgn::append(Path::new(file), pgn)
        // Not an I/O error any more: those are the screen's and end the program.
        .map_err(|error| anyhow!("cannot save the game in '{file}': {error}"))
}
