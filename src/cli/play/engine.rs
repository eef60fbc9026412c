//! The engine as opponent: one blocking search at a time.

use anyhow::Result;
use katydid::base::{Color, Move};
use katydid::position::Position;
use katydid::rules::{Game, Turn, leg_san, turns_of_line, written_legs};
use katydid::search::{Info, Limits, Score, Searcher};
use std::time::Duration;

/// The size of the engine's table, in mebibytes.
const HASH_MB: usize = 64;
/// How long the engine thinks unless told otherwise.
const MOVE_TIME: Duration = Duration::from_secs(2);

/// The engine, and how long and how well it thinks.
pub struct Engine {
    searcher: Searcher,
    /// The time for a move.
    pub move_time: Duration,
    /// The depth it stops at, in legs; `None`: when the time is up.
    pub depth: Option<u32>,
}

/// The result of a search.
pub struct Thought {
    /// The turn to play; `None` if the game is over.
    pub turn: Option<Turn>,
    /// The last report of the best line.
    pub info: Option<Info>,
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

    /// The strength, 0-20.
    pub const fn level(&self) -> u8 {
        self.searcher.settings.skill
    }

    /// Changes the strength, 0-20.
    pub const fn set_level(&mut self, level: u8) {
        self.searcher.settings.skill = level;
    }

    /// Forgets earlier games.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches the position of a game.
    pub fn think(&mut self, game: &Game) -> Result<Thought> {
        let limits = Limits {
            move_time: Some(self.move_time),
            depth: self.depth,
            ..Limits::default()
        };
        let result = self.searcher.search(game, limits, |_| {})?;
        let info = result.info().filter(|info| !info.pv.is_empty());
        Ok(Thought {
            turn: result.best.turn.clone(),
            info: info.cloned(),
        })
    }
}

/// A time in seconds, from a hundredth to a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!(
            "'{text}' is no time (expected seconds from 0.01 to 86400)"
        )),
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
