//! The laws along games made at random, one after the other, for as long as is wished.

use crate::laws::along_games_while;
use crate::random_game::{self, Judged};
use std::time::{Duration, Instant};

/// What a run has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Files made.
    pub files: u64,
    /// Those that are games.
    pub games: u64,
    /// Looks by a law at a position.
    pub looks: u64,
}

/// Makes files from a seed on until the time is over.
///
/// # Errors
/// The first breach of a law or bad refusal, with the file.
pub fn run(first: u64, time: Duration) -> Result<Tally, String> {
    let begun = Instant::now();
    let mut tally = Tally::default();
    let goes_on = || begun.elapsed() < time;
    while goes_on() {
        let seed = first.wrapping_add(tally.files);
        tally.files += 1;
        let name = format!("random-{seed}");
        let text = random_game::text(&name, seed);
        let told = |reason: String| format!("{reason}\n# {name}\n{text}");
        if let Judged::Game(variant) = random_game::judge(&name, &text).map_err(told)? {
            tally.games += 1;
            let looked = along_games_while(&variant, seed, 60, &goes_on);
            tally.looks += looked.map_err(|breach| told(breach.to_string()))?;
        }
    }
    Ok(tally)
}
