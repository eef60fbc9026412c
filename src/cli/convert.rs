//! `katydid convert`: rewrites the games of PGN files as standard PGN; games saved by XBoard are restored to the turns as played.

use super::output;
use anyhow::{Context as _, Result};
use katydid::catalogue::Catalogue;
use katydid::pgn::{Games, Loss, Notation, Pgn, RawGame, Remark, Roster, Tree};
use katydid::protocol::cecp::saved;
use katydid::rules::is_null;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub struct ConvertArguments {
    /// PGN files of any program and any size; their games are printed as PGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The pieces declared for the board hurdlers: `X=eagle:A,Y=kangaroo:CE`
    #[arg(long, value_name = "PIECES", default_value = "")]
    pieces: String,
}

impl ConvertArguments {
    /// Prints the games, one after the other. Parts that are not understood are reported on standard error; the exit code is 1 if moves
    /// are lost.
    pub fn run(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display();
            let opened = File::open(file).with_context(|| format!("cannot read '{name}'"))?;
            let games = Games::new(BufReader::new(opened)).context(name.to_string())?;
            let mut any = false;
            for game in games {
                any = true;
                let (text, remarks) =
                    converted(catalogue, &game.context(name.to_string())?, &self.pieces);
                output::text(text)?;
                for remark in remarks {
                    output::complain(format_args!("{name}: {remark}"));
                    if remark.loss != Loss::Nothing {
                        code = ExitCode::FAILURE;
                    }
                }
            }
            if !any {
                output::complain(format_args!("{name}: no games in it"));
                code = ExitCode::FAILURE;
            }
        }
        Ok(code)
    }
}

/// A game as PGN, with `pieces` declared for it, and remarks on the parts that are not understood.
pub fn converted(catalogue: &Catalogue, raw: &RawGame, pieces: &str) -> (String, Vec<Remark>) {
    let mut raw = raw.clone();
    if !pieces.is_empty() {
        raw.set_tag("Pieces", pieces);
    }
    let (tree, mut remarks) = raw.tree(catalogue);
    // XBoard writes null moves, and plies that show the effects of other moves; an analysis may have null moves too.
    let has_nulls = raw.moves().into_iter().any(is_null);
    let lost = remarks
        .iter_mut()
        .find(|remark| remark.loss == Loss::MainLine);
    if has_nulls || lost.is_some() {
        match plies_of_xboard(catalogue, &raw) {
            Ok(text) => return (text, Vec::new()),
            Err(Some(reason)) if has_nulls => {
                if let Some(remark) = lost {
                    remark.reason = format!("{}; as a game of XBoard's: {reason}", remark.reason);
                }
            }
            Err(_) => {}
        }
    }
    let written = tree.map(|tree| written(&tree));
    (written.unwrap_or_default(), remarks)
}

/// A tree as PGN, with an empty line at the end.
fn written(tree: &Tree) -> String {
    // Cannot fail: the reader limits nesting.
    let mut text = tree.text(false).unwrap_or_default();
    text.push('\n');
    text
}

/// Converts the plies in a file of XBoard's to PGN.
///
/// # Errors
/// Why the plies do not form a game; `None` for chess, which XBoard saves as usual PGN.
fn plies_of_xboard(catalogue: &Catalogue, raw: &RawGame) -> Result<String, Option<String>> {
    let told = |error: &dyn std::fmt::Display| Some(error.to_string());
    let variant = raw.variant(catalogue).map_err(|_| None)?;
    if variant.name == "chess" {
        return Err(None);
    }
    let game = saved::read(&variant, raw.tag("FEN"), raw.moves()).map_err(|error| told(&error))?;
    let tag = |name: &str| raw.tag(name).unwrap_or("?").to_owned();
    let roster = Roster {
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        round: tag("Round"),
        players: [tag("White"), tag("Black")],
    };
    let mut pgn = Pgn::new(&game, roster, Notation::Algebraic);
    pgn.result = raw.result();
    Ok(pgn.text())
}
