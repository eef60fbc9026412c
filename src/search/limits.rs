//! When a search has to end.

use crate::base::Move;
use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; `None` if the game has no clock.
    pub left: Option<Duration>,
    /// Time added after each turn.
    pub increment: Duration,
    /// The opponent's time left, if known.
    pub opponent: Option<Duration>,
    /// Turns until more time is given; `None`: never.
    pub turns_to_go: Option<u32>,
}

/// What ends a search; nothing set means "until stopped".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock to manage time by.
    pub clock: Clock,
    /// The exact time to use.
    pub move_time: Option<Duration>,
    /// The last depth to search.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Look for a forced win in so many turns, and nothing else if there is one.
    pub mate: Option<u32>,
    /// Never end by itself.
    pub infinite: bool,
    /// Think on the opponent's time: end only after [`super::Searcher::ponder_hit`] or a stop.
    pub ponder: bool,
    /// Only these first legs, if any are given.
    pub only: Vec<Move>,
    /// Not these first legs.
    pub except: Vec<Move>,
}
