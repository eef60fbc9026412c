//! Writing games to files.

use anyhow::{Result, anyhow};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

/// The file for games that are saved without a name.
pub const FILE: &str = "katydid.pgn";

/// Today, as PGN writes it.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Adds a game to a file, which is created if it does not exist.
pub fn append(file: &str, pgn: &str) -> Result<()> {
    let path = Path::new(file);
    let begun = path.metadata().is_ok_and(|data| data.len() > 0);
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut out| {
            let gap = if begun { "\n" } else { "" };
            out.write_all(format!("{gap}{}\n", pgn.trim_end()).as_bytes())
        })
        // Not an I/O error any more: those are the screen's and end the program.
        .map_err(|error| anyhow!("cannot save the game in '{file}': {error}"))
}
