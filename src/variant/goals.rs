//! Goals: ends of a game beside mate, stalemate, bared and captured kings. Each is data; the rules judge all of them in one
//! place (`rules::endings`).

use super::definition::GoalResult;
use crate::base::{Bitboard, PieceTypeSet};

/// What a side reaches, gives or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalEvent {
    /// One of its pieces stands on one of some squares.
    Reach {
        /// Of these types.
        by: PieceTypeSet,
        /// The squares of each side.
        squares: [Bitboard; 2],
        /// Whether only pieces count there that are not attacked.
        safe: bool,
        /// Whether Black has a last move where White has reached them.
        last_move: bool,
    },
    /// It has given as many checks as [`RuleSet::checks`](super::RuleSet::checks) says.
    Checks,
    /// It has at most so many pieces of one of these types.
    Lost {
        /// The types.
        kinds: PieceTypeSet,
        /// The pieces that are left.
        left: u32,
    },
    /// It has at most so many pieces of these types taken together.
    LostAll {
        /// The types.
        kinds: PieceTypeSet,
        /// The pieces that are left.
        left: u32,
    },
}

/// An end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalRule {
    /// What a side reaches, gives or loses.
    pub event: GoalEvent,
    /// What that means for the side.
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

    /// Whether a side that has none left of one of these types has lost.
    pub fn is_loss_of(&self, types: PieceTypeSet) -> bool {
        let GoalEvent::Lost { kinds, .. } = self.event else {
            return false;
        };
        self.result == GoalResult::Loses && kinds.iter().any(|kind| types.contains(kind))
    }
}
