//! The running search and its purpose.

use crate::position::Position;
use crate::rules::Turn;

/// The purpose of a search.
#[derive(Clone)]
pub(super) enum Purpose {
    /// A request of the front-end (UCI `go`).
    Request,
    /// The engine's own turn.
    Play,
    /// Pondering on the position after the expected turn.
    Ponder(Turn),
    /// Analysis.
    Analysis,
    /// A hint.
    Hint,
}

/// The search that is running.
#[derive(Clone)]
pub(super) struct Running {
    /// Its number.
    pub search: u64,
    /// Its purpose.
    pub purpose: Purpose,
    /// Whether it waits for the opponent's turn.
    pub pondering: bool,
    /// Its root position.
    pub root: Position,
}
