//! `katydid perft`: counting turns.

use super::{choice, output};
use anyhow::Result;
use katydid::catalogue::Catalogue;
use katydid::rules;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArguments {
    /// The game
    pub(super) variant: String,
    /// How many turns deep
    depth: u32,
    /// The position (default: the start position)
    #[arg(long)]
    fen: Option<String>,
    /// Pieces for positions of the game hurdlers, as in X=moose:A,Y=kangaroo:CE:enemy
    #[arg(long, default_value = "")]
    pieces: String,
    /// Show the count of each first turn
    #[arg(long)]
    divide: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl PerftArguments {
    /// Counts and prints.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        let variant = super::with_pieces(&choice::game(catalogue, &self.variant)?, &self.pieces)?;
        let pos = match &self.fen {
            Some(fen) => rules::position(&variant, fen)?,
            None => rules::start(&variant),
        };
        let started = Instant::now();
        let divided = (self.divide && self.depth > 0).then(|| {
            let turns = rules::divide(&pos, self.depth);
            turns
                .map(|(turn, count)| (rules::turn_text(&pos, &turn), count))
                .collect::<Vec<_>>()
        });
        let total = match &divided {
            Some(turns) => turns.iter().map(|(_, count)| count).sum(),
            None => rules::perft(&pos, self.depth),
        };
        let time = started.elapsed();
        if self.json {
            return output::line(json!({
                "game": variant.base().name,
                "fen": pos.fen(),
                "depth": self.depth,
                "turns": total,
                "ms": time.as_millis() as u64,
                "divide": divided.map(|turns| turns.into_iter().map(|(turn, count)| (turn, count.into())).collect::<Map<String, Value>>()),
            }));
        }
        for (turn, count) in divided.unwrap_or_default() {
            output::line(format_args!("{turn}: {count}"))?;
        }
        let seconds = time.as_secs_f64();
        output::line(format_args!(
            "{total} turns in {seconds:.3} s ({:.1} million a second)",
            total as f64 / seconds.max(1e-9) / 1e6
        ))
    }
}
