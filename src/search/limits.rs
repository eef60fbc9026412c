//! Search limits, as `go` commands set them.

use crate::base::Move;
use std::time::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; `None` if the game has no clock.
    pub left: Option<Duration>,
    /// Time added after each turn.
    pub increment: Duration,
    /// The opponent's time left, if known.
    pub opponent: Option<Duration>,
    /// Turns until the next time control; `None` if there is none.
    pub turns_to_go: Option<u32>,
}

/// The limits of a search. Without any it runs until stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock to manage time by.
    pub clock: Clock,
    /// The start of the thinking time; `None`: the start of the search.
    pub since: Option<Instant>,
    /// The exact time for the turn.
    pub move_time: Option<Duration>,
    /// The maximum depth.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search for a forced win in this many turns first, and end if there is one.
    pub mate: Option<u32>,
    /// The search ends only when stopped.
    pub infinite: bool,
    /// Pondering: the search ends only after [`super::Searcher::ponder_hit`] or a stop.
    pub ponder: bool,
    /// If not empty, the only first legs to search.
    pub only: Vec<Move>,
    /// First legs that are not searched.
    pub except: Vec<Move>,
}

impl Limits {
    /// Whether only depth or nodes limit the search, so that it is deterministic and need not hurry.
    pub const fn is_untimed(&self) -> bool {
        (self.depth.is_some() || self.nodes.is_some())
            && self.clock.left.is_none()
            && self.move_time.is_none()
            && !self.infinite
            && !self.ponder
    }
}
