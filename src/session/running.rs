//! The search that is running, and what for.

use crate::position::Position;
use crate::rules::Turn;

/// What a search is for.
#[derive(Clone)]
pub(super) enum Purpose {
    /// Asked for by the front-end, which is told the result.
    Request,
    /// The engine's own turn.
    Play,
    /// Thinking on the opponent's time about the position after the expected turn.
    Ponder(Turn),
    /// Analysis.
    Analysis,
    /// Looking for a turn to recommend.
    Hint,
}

/// The search that is running.
#[derive(Clone)]
pub(super) struct Running {
    /// Its number.
    pub search: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether it waits for the opponent's turn.
    pub pondering: bool,
    /// Where it began.
    pub root: Position,
}
