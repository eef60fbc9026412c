//! The limits of a search, as `go` commands set them.

use crate::base::Move;
use std::time::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; `None` if the game has no clock.
    pub left: Option<Duration>,
    /// The time added after each turn.
    pub increment: Duration,
    /// The opponent's time left, if known.
    pub opponent: Option<Duration>,
    /// The number of turns until the next time control; `None` if there is no further time control.
    pub turns_to_go: Option<u32>,
}

/// The limits of a search. A search without limits runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock, from which the search computes its thinking time.
    pub clock: Clock,
    /// When the thinking time began; `None` if it begins with the search.
    pub since: Option<Instant>,
    /// The exact thinking time for the turn.
    pub move_time: Option<Duration>,
    /// The maximum depth, in legs (in games with long turns: in turns).
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// If set, the search first looks for a forced win in at most this number of turns, and ends if there is one.
    pub mate: Option<u32>,
    /// Whether the search ends only when it is stopped.
    pub infinite: bool,
    /// Whether the search ponders: it does not end before [`super::Searcher::ponder_hit`] or a stop.
    pub ponder: bool,
    /// The legs to search at the root; all if empty.
    pub only: Vec<Move>,
    /// Legs that are not searched at the root.
    pub except: Vec<Move>,
}

impl Limits {
    /// Whether only depth or nodes limit the search, not time: the search is deterministic and can wait for tables.
    pub const fn is_untimed(&self) -> bool {
        (self.depth.is_some() || self.nodes.is_some())
            && self.clock.left.is_none()
            && self.move_time.is_none()
            && !self.infinite
            && !self.ponder
    }
}
