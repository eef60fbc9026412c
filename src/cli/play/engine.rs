//! The engine as an opponent: one search at a time, waited for.

use anyhow::Result;
use katydid::base::{Color, Move};
use katydid::position::Position;
use katydid::rules::{Game, Turn, leg_san, play, turns_of_line};
use katydid::search::{Best, Info, Limits, Listener, Score, Searcher};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
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

/// What a search has found.
pub struct Thought {
    /// The turn to play; `None` if the game is over.
    pub turn: Option<Turn>,
    /// The last report of the best line.
    pub info: Option<Info>,
}

enum News {
    Info(Info),
    Best(Best),
}

struct Relay(Sender<News>);

impl Listener for Relay {
    fn info(&self, info: &Info) {
        if info.multipv == 1 && !info.pv.is_empty() {
            // Nobody listens any more: nothing is lost.
            let _ = self.0.send(News::Info(info.clone()));
        }
    }

    fn best(&self, best: &Best) {
        let _ = self.0.send(News::Best(best.clone()));
    }
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
    pub fn think(&mut self, game: &Game) -> Thought {
        let (sender, receiver) = channel();
        let limits = Limits {
            move_time: Some(self.move_time),
            depth: self.depth,
            ..Limits::default()
        };
        self.searcher.start(game, limits, Arc::new(Relay(sender)));
        let mut thought = Thought {
            turn: None,
            info: None,
        };
        for news in receiver {
            match news {
                News::Info(info) => thought.info = Some(info),
                News::Best(best) => {
                    thought.turn = Turn::of_legs(game.position(), &best.turn);
                    break;
                }
            }
        }
        self.searcher.wait();
        thought
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
    let mut at = pos.clone();
    let mut turns = Vec::new();
    for turn in turns_of_line(pos, legs) {
        let mut words = Vec::new();
        for leg in turn {
            words.push(leg_san(&at, *leg));
            at = play(&at, *leg);
        }
        turns.push(words.join(","));
    }
    turns.join(" ")
}
