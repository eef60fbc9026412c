//! Goals: ends of a game beside mate, stalemate, bared and captured kings. Each goal is data; the rules judge all goals in one
//! place (`rules::endings`).

use super::definition::GoalResult;
use crate::base::{Bitboard, PieceTypeSet};

/// The event of a goal, as it concerns one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalEvent {
    /// One of the side's pieces stands on a goal square.
    Reach {
        /// The types of pieces that count.
        by: PieceTypeSet,
        /// The squares of each side.
        squares: [Bitboard; 2],
        /// Whether only pieces that are not attacked count.
        safe: bool,
        /// Whether Black gets one last move after White has reached its squares (Racing Kings).
        last_move: bool,
    },
    /// The side has given [`RuleSet::checks`](super::RuleSet::checks) checks.
    Checks,
    /// The side has at most `left` pieces of one of the types `kinds`.
    Lost {
        /// The types.
        kinds: PieceTypeSet,
        /// The number of pieces.
        left: u32,
    },
    /// The side has at most `left` pieces of all the types `kinds` together.
    LostAll {
        /// The types.
        kinds: PieceTypeSet,
        /// The number of pieces.
        left: u32,
    },
}

/// An end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalRule {
    /// The event.
    pub event: GoalEvent,
    /// The result for the side that the event concerns.
    pub result: GoalResult,
}

impl GoalRule {
    /// Whether a side wins by losing pieces.
    pub fn wins_by_loss(&self) -> bool {
        let loss = matches!(
            self.event,
            GoalEvent::Lost { .. } | GoalEvent::LostAll { .. }
        );
        loss && self.result == GoalResult::Wins
    }

    /// Whether a side with too few pieces of one of `types` has lost.
    pub fn is_loss_of(&self, types: PieceTypeSet) -> bool {
        let GoalEvent::Lost { kinds, .. } = self.event else {
            return false;
        };
        self.result == GoalResult::Loses && kinds.iter().any(|kind| types.contains(kind))
    }
}
