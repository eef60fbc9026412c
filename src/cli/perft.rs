//! `katydid perft`: counting turns.

use super::output;
use anyhow::Result;
use katydid::catalogue::Catalogue;
use katydid::rules;
use std::time::Instant;

/// The arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArguments {
    /// The game
    variant: String,
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
}

impl PerftArguments {
    /// Counts and prints.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        let variant = super::with_pieces(&catalogue.variant(&self.variant)?, &self.pieces)?;
        let pos = match &self.fen {
            Some(fen) => rules::position(&variant, fen)?,
            None => rules::start(&variant),
        };
        let started = Instant::now();
        let total = if self.divide && self.depth > 0 {
            let mut total = 0;
            for (turn, count) in rules::divide(&pos, self.depth) {
                output::line(format_args!("{}: {count}", rules::turn_text(&pos, &turn)))?;
                total += count;
            }
            total
        } else {
            rules::perft(&pos, self.depth)
        };
        let seconds = started.elapsed().as_secs_f64();
        output::line(format_args!(
            "{total} turns in {seconds:.3} s ({:.1} million a second)",
            total as f64 / seconds.max(1e-9) / 1e6
        ))
    }
}
