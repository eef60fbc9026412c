//! `katydid convert`: games that XBoard has saved, as they were played.

use super::output;
use anyhow::{Context as _, Result, anyhow};
use katydid::catalogue::Catalogue;
use katydid::pgn::{self, Notation, Pgn, Roster, Written};
use katydid::protocol::cecp::saved;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub struct ConvertArguments {
    /// Files that XBoard has saved; the games are printed as PGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The pieces declared for the board hurdlers: `X=eagle:A,Y=kangaroo:CE`
    #[arg(long, value_name = "PIECES", default_value = "")]
    pieces: String,
}

impl ConvertArguments {
    /// Prints the games. A game that cannot be read is reported on the error output and makes the exit code 1.
    pub fn run(&self) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display();
            let bytes = std::fs::read(file).with_context(|| format!("cannot read '{name}'"))?;
            // Names of players may be in any old encoding.
            let games = pgn::games(&String::from_utf8_lossy(&bytes)).context(name.to_string())?;
            if games.is_empty() {
                output::complain(format_args!("{name}: no games in it"));
                code = ExitCode::FAILURE;
            }
            for (index, game) in games.iter().enumerate() {
                match self.converted(game) {
                    Ok(text) => output::text(text)?,
                    Err(error) => {
                        output::complain(format_args!("{name}: game {}: {error:#}", index + 1));
                        code = ExitCode::FAILURE;
                    }
                }
            }
        }
        Ok(code)
    }

    fn converted(&self, written: &Written) -> Result<String> {
        let name = written.tag("Variant").unwrap_or("chess");
        let catalogue = Catalogue::embedded();
        let known = match name {
            "normal" => Some("chess".to_owned()),
            _ => catalogue.name_of_alias(name),
        };
        let variant = catalogue.variant(known.as_deref().unwrap_or(name))?;
        let variant = super::with_pieces(&variant, &self.pieces)?;
        let plies = written.moves.iter().map(String::as_str);
        let game =
            saved::read(&variant, written.tag("FEN"), plies).map_err(|error| anyhow!(error))?;
        let tag = |name: &str| written.tag(name).unwrap_or("?").to_owned();
        let roster = Roster {
            event: tag("Event"),
            site: tag("Site"),
            date: tag("Date"),
            round: tag("Round"),
            players: [tag("White"), tag("Black")],
        };
        let mut pgn = Pgn::new(&game, roster, Notation::Algebraic);
        pgn.result = written.result;
        Ok(pgn.text())
    }
}
