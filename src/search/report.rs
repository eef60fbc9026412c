//! The reports of a search: progress lines, the result, errors.

use crate::base::{MATE, MATE_IN_MAX, Move, Value};
use crate::rules::Turn;
use std::sync::Arc;
use std::time::Duration;

/// A score from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in centipawns.
    Centipawns(i32),
    /// A forced win (positive) or loss (negative) for the side to move, in turns of the winner. 0 if the side to move has lost already;
    /// -1 or less as long as it can move.
    Mate(i32),
}

impl Score {
    /// Converts a search value to a score; every turn counts as one leg.
    pub const fn of(value: Value) -> Self {
        if value >= MATE_IN_MAX {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX {
            // A side can also lose by its own move, for example if a bare king's last reply does not bare the other king.
            let (turns, moves) = (i32::midpoint(MATE, value), value > -MATE);
            Self::Mate(if moves && turns == 0 { -1 } else { -turns })
        } else {
            Self::Centipawns(value)
        }
    }

    /// The expected result, from 0 (loss) to 1 (win), by a logistic curve on which 400 centipawns give five sixths.
    pub fn share(self) -> f64 {
        match self {
            Self::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / 250.0).exp()),
            Self::Mate(turns) => f64::from(u8::from(turns > 0)),
        }
    }
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The score is a lower bound: the true score is at least as high.
    Lower,
    /// The score is an upper bound: the true score is at most as high.
    Upper,
}

/// A progress line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The depth of the iteration, in legs.
    pub depth: u32,
    /// The selective depth: the deepest ply reached, in legs.
    pub seldepth: u32,
    /// The number of the line (`MultiPV`), from 1.
    pub multipv: u32,
    /// The score of the line.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The probabilities of win, draw and loss, in thousandths.
    pub wdl: (u32, u32, u32),
    /// The number of nodes (legs) searched by all threads.
    pub nodes: u64,
    /// The time since the start of the search.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The number of positions found in endgame tables.
    pub table_hits: u64,
    /// The principal variation, leg by leg.
    pub pv: Vec<Move>,
}

impl Info {
    /// The search speed, in nodes per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Best {
    /// The turn to play; `None` if the game is over.
    pub turn: Option<Turn>,
    /// The expected reply, if the principal variation contains one.
    pub ponder: Option<Turn>,
    /// The score of the turn.
    pub score: Score,
}

/// The reason why a search has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is not enough memory for a small table and one thread.
    #[error("no memory for a search")]
    Memory,
    /// The operating system could not start a thread; the field is the reason.
    #[error("no search thread: {0}")]
    Thread(String),
    /// The search panicked, or its reports could not be received.
    #[error("the search has ended without a result")]
    Lost,
}

/// A report of a search. The last report of each search is a `Best` or a `Failed`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchNews {
    /// A progress line.
    Info(Info),
    /// There is memory for fewer threads than requested. Sent before the first progress line.
    Fewer {
        /// The number of threads that search.
        threads: usize,
        /// The number of threads requested.
        wanted: usize,
    },
    /// The result; the last report of a search.
    Best(Best),
    /// The search ended without a result; the last report of a search.
    Failed(SearchError),
}

/// A function that is called with each report of a search, on the search's thread.
pub type Listener = Arc<dyn Fn(SearchNews) + Send + Sync>;
