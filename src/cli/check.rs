//! `katydid check`: checks variant files, and describes their games.

use super::output;
use super::play::help;
use anyhow::Result;
use katydid::catalogue::{Catalogue, Loaded};
use katydid::diagram::{self, Look, Marks};
use katydid::position::Position;
use katydid::rules;
use katydid::variant::Variant;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum depth of perft.
const DEPTH: u32 = 3;
/// The time limit for all perft counts of a game.
const PATIENCE: Duration = Duration::from_secs(5);

/// Checks files and folders in order, so that a file may inherit from an earlier one. Prints `OK`, a description, notes and warnings, or
/// `file:line:column: message`; for each file of a folder only one line, notes and warnings. The exit code is 1 if anything is wrong. With
/// `json` each game and each error is a JSON object.
pub fn run(catalogue: &Catalogue, files: &[PathBuf], json: bool) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let loaded = catalogue.load(file);
        let loaded = loaded.unwrap_or_else(|error| Loaded {
            refused: vec![error],
            ..Loaded::default()
        });
        for error in &loaded.refused {
            if json {
                output::line(json!({ "file": file, "ok": false, "error": error.to_string() }))?;
            } else {
                output::prose(error)?;
            }
            code = ExitCode::FAILURE;
        }
        for army in &loaded.armies {
            output::line(format_args!("OK army {army}"))?;
        }
        for name in &loaded.names {
            let variant = catalogue.variant(name)?;
            if json {
                output::line(json!({
                    "file": file,
                    "ok": true,
                    "game": super::variants::json(&variant),
                    "ends": variant.ends(),
                    "perft": counts(&rules::start(&variant)),
                    "notes": variant.notes,
                    "warnings": rules::warnings(&variant),
                }))?;
                continue;
            }
            output::line(format_args!("OK {name}"))?;
            if !file.is_dir() {
                output::prose(description(&variant))?;
            }
            for note in &variant.notes {
                output::prose(format_args!("note: {note}"))?;
            }
            for warning in rules::warnings(&variant) {
                output::prose(format_args!("warning: {warning}"))?;
            }
        }
    }
    Ok(code)
}

/// The description of a game: start position, what its keys say, perft counts.
fn description(variant: &Arc<Variant>) -> String {
    let pos = rules::start(variant);
    let mut text = format!(
        "\n{}\n",
        diagram::board(&pos, Marks::default(), Look::FRAMED)
    );
    text.push_str(&help::in_words(variant, Look::FRAMED));
    let _ = writeln!(text, "{}", counts_text(&pos));
    text
}

/// The perft counts from depth 1 to `DEPTH`, as far as they fit into `PATIENCE`.
fn counts(pos: &Position) -> Vec<u64> {
    let end = Instant::now() + PATIENCE;
    let counted = (1..=DEPTH).map_while(|depth| count(pos, depth, end));
    counted.collect()
}

/// The line of perft counts.
fn counts_text(pos: &Position) -> String {
    let counted = counts(pos).into_iter();
    let counted: Vec<String> = counted.map(|count| count.to_string()).collect();
    let more = if counted.len() < DEPTH as usize {
        ", more would take long"
    } else {
        ""
    };
    format!("Perft from the start: {}{more}", counted.join(", "))
}

/// The perft count of a depth; `None` if time is up.
fn count(pos: &Position, depth: u32, end: Instant) -> Option<u64> {
    if Instant::now() > end {
        return None;
    }
    if depth == 1 {
        return Some(rules::perft(pos, 1));
    }
    let turns = rules::legal_turns(pos);
    let counts = turns
        .iter()
        .map(|turn| count(&turn.after(pos), depth - 1, end));
    counts.sum()
}
