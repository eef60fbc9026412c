//! `katydid import`: variant files made of Fairy-Stockfish's definitions.
//!
//! - `ini`: the definitions as texts, with what they inherit
//! - `reading`: the keys, marked when they are used; those left over cannot be expressed
//! - `start`, `squares`, `pieces`, `movement`: the values of keys
//! - `game`: the variant file; `pawns`, `drops`, `ends`: parts of it

mod drops;
mod ends;
mod game;
mod ini;
mod movement;
mod pawns;
mod pieces;
mod reading;
mod squares;
mod start;
#[cfg(test)]
mod tests;

use super::output;
use anyhow::{Context as _, Result, bail};
use game::import;
use ini::Definitions;
use katydid::catalogue::Catalogue;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `import`.
#[derive(Debug, clap::Args)]
pub struct ImportArguments {
    /// A file of definitions, such as variants.ini
    #[arg(value_name = "FILE")]
    definitions: PathBuf,
    /// The definition to import (default: list all of them, each with its keys without an equivalent)
    name: Option<String>,
    /// The file to write (default: NAME.toml in this folder)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ImportArguments {
    /// Writes the variant file of a definition and names each key without an equivalent, or lists the definitions. The exit code is 1
    /// if the file that was written is not a valid game yet.
    pub fn run(self, catalogue: &Catalogue) -> Result<ExitCode> {
        let shown = self.definitions.display();
        let text = std::fs::read_to_string(&self.definitions)
            .with_context(|| format!("cannot read '{shown}'"))?;
        let definitions = Definitions::read(&text).context(shown.to_string())?;
        let Some(name) = &self.name else {
            for name in definitions.names() {
                let said = match made(&definitions, name, "") {
                    Ok((game, made)) => {
                        let missing = if made.unsaid.is_empty() {
                            "complete".to_owned()
                        } else {
                            format!("without {}", made.unsaid.join(", "))
                        };
                        match catalogue.add_texts(vec![(format!("{game}.toml"), made.text)]) {
                            Ok(_) => missing,
                            Err(error) => format!("{missing}, but no valid game yet: {error}"),
                        }
                    }
                    Err(error) => format!("refused: {error:#}"),
                };
                output::line(format_args!("{name}: {said}"))?;
            }
            return Ok(ExitCode::SUCCESS);
        };
        let (game, made) = made(&definitions, name, &format!("[{name}] of {shown}"))?;
        let path = self
            .output
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!("{game}.toml")));
        let shown = path.display();
        let mut file = match File::options().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{shown} is there already")
            }
            opened => opened.with_context(|| shown.to_string())?,
        };
        file.write_all(made.text.as_bytes())
            .with_context(|| shown.to_string())?;
        for one in &made.unsaid {
            output::complain(format_args!("without an equivalent: {one}"));
        }
        if let Err(error) = catalogue.add_texts(vec![(shown.to_string(), made.text)]) {
            output::complain(format_args!("{error}"));
            return Ok(ExitCode::FAILURE);
        }
        output::line(format_args!(
            "{shown} is the game {game}. `katydid check {shown}` shows it."
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Makes the variant file of a definition. Returns the name of the game and the file.
fn made(definitions: &Definitions, name: &str, place: &str) -> Result<(String, game::Imported)> {
    let keys = definitions.keys(name)?;
    let game = name.to_lowercase().replace('_', "-");
    let made = import(&game, place, &keys)?;
    Ok((game, made))
}
