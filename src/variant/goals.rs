//! Goals: ways to end a game other than mate, stalemate, and bare or captured kings. Goals are data; `rules::endings` judges them.

use super::definition::GoalResult;
use crate::base::{Bitboard, PieceTypeSet};

/// The event that a goal depends on, for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalEvent {
    /// One of the side's pieces stands on a goal square.
    Reach {
        /// The piece types that count.
        by: PieceTypeSet,
        /// The goal squares of each side.
        squares: [Bitboard; 2],
        /// Whether only pieces that are not attacked count.
        safe: bool,
        /// Whether Black gets one last move after White has reached its squares (Racing Kings).
        last_move: bool,
    },
    /// The side has given [`RuleSet::checks`](super::RuleSet::checks) checks.
    Checks,
    /// The side has at most `left` pieces of one of the piece types `kinds`.
    Lost {
        /// The piece types.
        kinds: PieceTypeSet,
        /// The maximum number of pieces left.
        left: u32,
    },
    /// The side has at most `left` pieces of the piece types `kinds`, counted together.
    LostAll {
        /// The piece types.
        kinds: PieceTypeSet,
        /// The maximum number of pieces left.
        left: u32,
    },
}

/// A goal: an event that ends the game, and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalRule {
    /// The event.
    pub event: GoalEvent,
    /// The result for the side to which the event applies.
    pub result: GoalResult,
}

impl GoalRule {
    /// Whether a side wins with this goal by losing pieces.
    pub fn wins_by_loss(&self) -> bool {
        let loss = matches!(
            self.event,
            GoalEvent::Lost { .. } | GoalEvent::LostAll { .. }
        );
        loss && self.result == GoalResult::Wins
    }

    /// Whether the goal is a loss for a side that has too few pieces of one of `types`.
    pub fn is_loss_of(&self, types: PieceTypeSet) -> bool {
        let GoalEvent::Lost { kinds, .. } = self.event else {
            return false;
        };
        self.result == GoalResult::Loses && kinds.iter().any(|kind| types.contains(kind))
    }
}
