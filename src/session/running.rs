//! The running search and its purpose.

use crate::position::Position;
use crate::rules::Turn;

#[derive(Clone)]
pub(super) enum Purpose {
    /// A request of the front-end (UCI `go`).
    Request,
    /// The engine's own turn.
    Play,
    /// Pondering on the position after the expected turn.
    Ponder(Turn),
    Analysis,
    Hint,
}

#[derive(Clone)]
pub(super) struct Running {
    /// The serial number of the search.
    pub search: u64,
    pub purpose: Purpose,
    /// Whether the search ponders, waiting for the opponent's turn.
    pub pondering: bool,
    pub root: Position,
}
