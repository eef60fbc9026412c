//! Reports of a search: progress lines and the result.

use crate::base::{MATE, MATE_IN_MAX, Move, Value};
use crate::rules::Turn;
use std::sync::Arc;
use std::time::Duration;

/// A score from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// A forced win or loss in this many turns of the winner, positive if the side to move wins. A side that can
    /// still move loses in one turn at least (-1).
    Mate(i32),
}

impl Score {
    /// The score of a search value, with distances in turns of one leg each.
    pub const fn of(value: Value) -> Self {
        if value >= MATE_IN_MAX {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX {
            // A side can also lose by its own move, as when its last reply does not bare the other king.
            let (turns, moves) = (i32::midpoint(MATE, value), value > -MATE);
            Self::Mate(if moves && turns == 0 { -1 } else { -turns })
        } else {
            Self::Centipawns(value)
        }
    }

    /// The expected result, from 0 (loss) to 1 (win), by a logistic curve: 400 centipawns are five sixths.
    pub fn share(self) -> f64 {
        match self {
            Self::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / 250.0).exp()),
            Self::Mate(turns) => f64::from(u8::from(turns > 0)),
        }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A progress line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// Completed depth in legs.
    pub depth: u32,
    /// The deepest ply reached, in legs.
    pub seldepth: u32,
    /// The number of the line (`MultiPV`), from 1.
    pub multipv: u32,
    /// The score.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances of win, draw and loss in thousandths; `None` in games without a fitted curve.
    pub wdl: Option<(u32, u32, u32)>,
    /// Legs searched by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    /// The line, leg by leg; the first leg is the best one.
    pub pv: Vec<Move>,
}

impl Info {
    /// Legs searched a second.
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
    /// The expected reply, if the search has one.
    pub ponder: Option<Turn>,
    /// The score of the turn.
    pub score: Score,
}

/// The reason why a search has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no memory even for a small table and one thread.
    #[error("no memory for a search")]
    Memory,
    /// The system could not start a thread; the field holds the reason.
    #[error("no search thread: {0}")]
    Thread(String),
    /// A search thread has panicked, or the listener has gone.
    #[error("the search has ended without a result")]
    Lost,
}

/// A report of a search. The last one of each search is a `Best` or a `Failed`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchNews {
    /// A progress line.
    Info(Info),
    /// There is memory for fewer threads than are set. Sent before the first progress line.
    Fewer {
        /// The number of threads that search.
        threads: usize,
        /// The number of threads that are set.
        wanted: usize,
    },
    /// The result, which ends the search.
    Best(Best),
    /// The search ended without a result.
    Failed(SearchError),
}

/// Called with each report of a search, from its threads.
pub type Listener = Arc<dyn Fn(SearchNews) + Send + Sync>;
