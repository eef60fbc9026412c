//! The benchmark: fixed positions of games of every family, each searched by one thread to its own depth.
//!
//! The number of nodes is a fingerprint of search and evaluation: it is the same on every machine, in every build and in every
//! run, and changes with every functional change. The number is recorded in `tests/bench.txt`. The depths are large enough
//! that each technique of the search is used, which a test checks.

use crate::catalogue::Catalogue;
use crate::rules::{self, Game};
use crate::search::{HashError, Limits, SearchError, Searcher};
use crate::variant::LoadError;
use std::fmt;
use std::time::{Duration, Instant};

/// The positions, a line each: the depth, the variant, and the FEN or `startpos`.
const POSITIONS: &str = include_str!("bench.epd");
/// The node limit per position, in case a change of the search makes a tree explode.
const MOST_NODES: u64 = 1_000_000;
/// The size of the table in mebibytes.
const HASH_MB: usize = 16;

/// Why the benchmark cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BenchError {
    /// A game is missing.
    #[error(transparent)]
    Variant(#[from] LoadError),
    /// A position is illegal in its game.
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
    /// A search has failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The result of the benchmark.
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
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    /// The result as a JSON object.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "positions": self.positions,
            "nodes": self.nodes,
            "ms": self.time.as_millis() as u64,
            "nps": self.nps(),
        })
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

/// The positions of the benchmark with their depths.
///
/// # Errors
/// [`BenchError`] for a position that is illegal in its game.
fn games(catalogue: &Catalogue) -> Result<Vec<(u32, Game)>, BenchError> {
    POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| {
            let (depth, rest) = line.split_once(' ')?;
            let (name, fen) = rest.split_once(' ')?;
            Some((depth.parse().ok()?, name, fen))
        })
        .map(|(depth, name, fen)| {
            let variant = catalogue.variant(name)?;
            let pos = match fen {
                "startpos" => rules::start(&variant),
                _ => rules::position(&variant, fen).map_err(|error| BenchError::Position {
                    variant: name.to_owned(),
                    reason: error.to_string(),
                })?,
            };
            Ok((depth, Game::at(pos)))
        })
        .collect()
}

/// Searches every position to its depth, but no deeper than `deepest` if that is given.
///
/// # Errors
/// [`BenchError`] if a position or the memory is missing, or a search ends without a result.
pub fn run(catalogue: &Catalogue, deepest: Option<u32>) -> Result<Count, BenchError> {
    search_all(catalogue, deepest, |_| {})
}

/// Searches every position to its depth, but no deeper than `deepest`. After each, `searched` is called.
fn search_all(
    catalogue: &Catalogue,
    deepest: Option<u32>,
    mut searched: impl FnMut(&Searcher),
) -> Result<Count, BenchError> {
    let mut searcher = Searcher::new(HASH_MB)?;
    let games = games(catalogue)?;
    let started = Instant::now();
    let mut nodes = 0;
    for (depth, game) in &games {
        searcher.clear();
        let limits = Limits {
            depth: Some(deepest.map_or(*depth, |deepest| deepest.min(*depth))),
            nodes: Some(MOST_NODES),
            ..Limits::default()
        };
        nodes += searcher.search(game, limits, |_| {})?.nodes();
        searched(&searcher);
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
    use crate::search::Technique;

    #[test]
    fn every_technique_fires_and_the_nodes_are_those_of_the_file() {
        let mut missing = Technique::ALL.to_vec();
        let count = search_all(&Catalogue::new(), None, |searcher| {
            let counters = searcher.counters().expect("a thread has searched");
            missing.retain(|technique| counters.of(*technique) == 0);
        })
        .expect("the benchmark's positions are right");
        assert!(missing.is_empty(), "never fired: {missing:?}");
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(count.positions, lines.count(), "lines of bench.epd");
        let expected = include_str!("../tests/bench.txt").trim_end();
        assert_eq!(
            format!("{} nodes", count.nodes),
            expected,
            "tests/bench.txt"
        );
    }
}
