//! The benchmark: fixed positions of every game, searched by one thread to a fixed depth.
//!
//! The number of nodes is a fingerprint of search and evaluation: it is the same on every machine and in
//! every run, and changes with every functional change.

use crate::catalogue::{Catalogue, EMBEDDED};
use crate::rules::{self, Game};
use crate::search::{Best, HashError, Info, Limits, Listener, Searcher};
use crate::variant::LoadError;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Further positions, beside the start positions: a line each, the variant before the FEN.
const POSITIONS: &str = include_str!("bench.epd");
/// The usual depth.
const DEPTH: u32 = 8;
/// No position takes more nodes than this, whatever its depth: turns of many legs would.
const MOST_NODES: u64 = 150_000;
/// The size of the table in mebibytes.
const HASH_MB: usize = 16;

/// Why the benchmark cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BenchError {
    /// A game is missing.
    #[error(transparent)]
    Variant(#[from] LoadError),
    /// A position is none of its game.
    #[error("{variant}: {reason}")]
    Position {
        /// The game.
        variant: String,
        /// What is wrong.
        reason: String,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    Hash(#[from] HashError),
}

/// What the benchmark has counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Positions searched.
    pub positions: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Count {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.time.as_millis();
        writeln!(f, "{} positions in {millis} ms", self.positions)?;
        writeln!(f, "{} nodes", self.nodes)?;
        write!(f, "{} nps", self.nps())
    }
}

/// Remembers the nodes of a search and tells when it has ended.
struct Counter {
    nodes: AtomicU64,
    ended: mpsc::Sender<()>,
}

impl Listener for Counter {
    fn info(&self, info: &Info) {
        self.nodes.fetch_max(info.nodes, Ordering::Relaxed);
    }

    fn best(&self, _: &Best) {
        // The receiver outlives the search.
        let _ = self.ended.send(());
    }
}

/// The positions of the benchmark.
///
/// # Errors
/// [`BenchError`] for a position that its game does not know.
fn games() -> Result<Vec<Game>, BenchError> {
    let starts = EMBEDDED.iter().map(|(name, _)| (*name, None));
    let further = POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, fen)| (name, Some(fen)));
    starts
        .chain(further)
        .map(|(name, fen)| {
            let variant = Catalogue::embedded().variant(name)?;
            let pos = match fen {
                None => rules::start(variant),
                Some(fen) => {
                    rules::position(variant, fen).map_err(|error| BenchError::Position {
                        variant: name.to_owned(),
                        reason: error.to_string(),
                    })?
                }
            };
            Ok(Game::at(pos))
        })
        .collect()
}

/// Searches every position to the depth (`None`: the usual one).
///
/// # Errors
/// [`BenchError`] if a position or the memory is missing.
pub fn run(depth: Option<u32>) -> Result<Count, BenchError> {
    let mut searcher = Searcher::new(HASH_MB)?;
    let limits = Limits {
        depth: Some(depth.unwrap_or(DEPTH)),
        nodes: Some(MOST_NODES),
        ..Limits::default()
    };
    let games = games()?;
    let started = Instant::now();
    let mut nodes = 0;
    for game in &games {
        searcher.clear();
        let (ended, wait) = mpsc::channel();
        let counter = Arc::new(Counter {
            nodes: AtomicU64::new(0),
            ended,
        });
        let listener: Arc<dyn Listener> = Arc::<Counter>::clone(&counter);
        searcher.start(game, limits.clone(), listener);
        // An error means that the search has gone without a word; what it counted stands.
        let _ = wait.recv();
        searcher.wait();
        nodes += counter.nodes.load(Ordering::Relaxed);
    }
    Ok(Count {
        positions: games.len(),
        nodes,
        time: started.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one_of_its_game_and_the_count_repeats() {
        let first = run(Some(2)).expect("the benchmark's positions are right");
        let second = run(Some(2)).expect("the benchmark's positions are right");
        assert_eq!(first.nodes, second.nodes);
        assert!(first.positions >= EMBEDDED.len());
    }
}
