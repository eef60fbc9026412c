//! The benchmark: fixed positions of many games, searched by one thread to a fixed depth.
//!
//! The number of nodes is a fingerprint of search and evaluation: it is the same on every machine and in
//! every run, and changes with every functional change.

use crate::catalogue::Catalogue;
use crate::rules::{self, Game};
use crate::search::{HashError, Limits, SearchError, Searcher};
use crate::variant::LoadError;
use std::fmt;
use std::time::{Duration, Instant};

/// The positions: a line each, the variant before the FEN or `startpos`.
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
    /// A search has gone wrong.
    #[error(transparent)]
    Search(#[from] SearchError),
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

/// The positions of the benchmark.
///
/// # Errors
/// [`BenchError`] for a position that its game does not know.
fn games() -> Result<Vec<Game>, BenchError> {
    POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, fen)| {
            let variant = Catalogue::embedded().variant(name)?;
            let pos = match fen {
                "startpos" => rules::start(&variant),
                _ => rules::position(&variant, fen).map_err(|error| BenchError::Position {
                    variant: name.to_owned(),
                    reason: error.to_string(),
                })?,
            };
            Ok(Game::at(pos))
        })
        .collect()
}

/// Searches every position to the depth (`None`: the usual one).
///
/// # Errors
/// [`BenchError`] if a position or the memory is missing, or a search ends without a result.
pub fn run(depth: Option<u32>) -> Result<Count, BenchError> {
    let limits = Limits {
        depth: Some(depth.unwrap_or(DEPTH)),
        nodes: Some(MOST_NODES),
        ..Limits::default()
    };
    search_all(&limits)
}

/// Searches every position within some limits.
fn search_all(limits: &Limits) -> Result<Count, BenchError> {
    let mut searcher = Searcher::new(HASH_MB)?;
    let games = games()?;
    let started = Instant::now();
    let mut nodes = 0;
    for game in &games {
        searcher.clear();
        nodes += searcher.search(game, limits.clone(), |_| {})?.nodes();
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

    /// The number of positions. A game that is added does not change it.
    const COUNT: usize = 93;
    /// The depth of the small benchmark that the test runs.
    const SMALL_DEPTH: u32 = 3;
    /// Its nodes for each position at most.
    const SMALL_NODES: u64 = 3_000;
    /// Its signature. A functional change of search or evaluation changes it, on purpose; nothing else may.
    const SIGNATURE: u64 = 41_297;

    #[test]
    fn the_small_benchmark_has_its_signature() {
        let limits = Limits {
            depth: Some(SMALL_DEPTH),
            nodes: Some(SMALL_NODES),
            ..Limits::default()
        };
        let count = search_all(&limits).expect("the benchmark's positions are right");
        assert_eq!((count.positions, count.nodes), (COUNT, SIGNATURE));
    }
}
