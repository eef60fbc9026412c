//! Neutral pieces: they belong to the side to move, so that they change hands with every turn.

use super::{Delta, Position};
use crate::base::{Bitboard, Color, Piece};
use std::hint::cold_path;

impl Position {
    /// The squares of the neutral pieces, which have the colour of the side to move.
    #[inline(always)]
    pub const fn neutrals(&self) -> Bitboard {
        self.contents.neutrals
    }

    /// Gives the neutral pieces to the side that is to move after `delta`.
    #[inline(always)]
    pub fn hand_over(&self, delta: &mut Delta) {
        if self.variant.rules.capabilities.neutrals {
            cold_path();
            self.give(delta, delta.state.side_to_move);
        }
    }

    /// The position in which the neutral pieces attack what belongs to `color`.
    #[must_use]
    pub fn with_neutrals_against(&self, color: Color) -> Self {
        let mut delta = Delta::new(*self.state());
        self.give(&mut delta, !color);
        self.after(&delta)
    }

    /// Gives the neutral pieces that are on the board after `delta` to a side.
    fn give(&self, delta: &mut Delta, side: Color) {
        let given = |piece: Piece| {
            if piece.is_apart() {
                piece.of(side)
            } else {
                piece
            }
        };
        for edit in &mut delta.edits {
            edit.after = edit.after.map(given);
        }
        let touched = delta.squares();
        for square in self.neutrals() & !touched {
            let before = self.at(square);
            delta.edit(square, before, before.map(given));
        }
    }
}
