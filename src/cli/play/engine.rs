//! The engine as opponent: one blocking search at a time.

use anyhow::{Context as _, Result};
use katydid::base::{Color, Move};
use katydid::position::Position;
use katydid::rules::{Game, Turn, leg_san, turns_of_line, written_legs};
use katydid::search::{Info, Limits, Score, Searcher};
use std::time::Duration;

/// The size of the engine's table, in mebibytes.
const HASH_MB: usize = 64;
const MOVE_TIME: Duration = Duration::from_secs(2);

/// The engine, and how long and how well it thinks.
pub struct Engine {
    /// The search, with its settings.
    pub searcher: Searcher,
    pub move_time: Duration,
    /// The depth it stops at, in legs; `None`: when the time is up.
    pub depth: Option<u32>,
}

impl Engine {
    /// An engine of full strength.
    pub fn new() -> Result<Self> {
        Ok(Self {
            searcher: Searcher::new(HASH_MB)?,
            move_time: MOVE_TIME,
            depth: None,
        })
    }

    /// The turn to play in a game that is not over, and the last report of its line.
    pub fn think(&mut self, game: &Game) -> Result<(Turn, Option<Info>)> {
        let limits = Limits {
            move_time: Some(self.move_time),
            depth: self.depth,
            ..Limits::default()
        };
        let result = self.searcher.search(game, limits, |_| {})?;
        let info = result.info().filter(|info| !info.pv.is_empty()).cloned();
        let turn = result.best.turn.context("the engine has no move here")?;
        Ok((turn, info))
    }
}

/// What the engine thinks, on one line: score from White's side, depth, line.
pub fn opinion(pos: &Position, info: &Info) -> String {
    let score = score(info.score, pos.side_to_move());
    format!("{score}, depth {}: {}", info.depth, line(pos, &info.pv))
}

/// A score for people, from White's side.
fn score(score: Score, turn: Color) -> String {
    match score {
        Score::Centipawns(value) => {
            let value = if turn == Color::White { value } else { -value };
            format!("{:+.2}", f64::from(value) / 100.0)
        }
        Score::Mate(turns) => {
            let winner = if turns > 0 { turn } else { !turn };
            format!("{} wins in {}", winner.name(), turns.abs())
        }
    }
}

/// Legs in notation; those of one turn are joined by commas.
fn line(pos: &Position, legs: &[Move]) -> String {
    let turns = turns_of_line(pos, legs).into_iter();
    let names = turns.map(|turn| written_legs(turn.before(), turn.legs(), leg_san).join(","));
    names.collect::<Vec<_>>().join(" ")
}
