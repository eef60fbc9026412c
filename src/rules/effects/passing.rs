//! En passant where conditions have a say in who may capture.

use super::danger;
use super::draft::Draft;
use crate::base::{Bitboard, Color, Move, Square};
use crate::board::between;
use crate::position::{Delta, Position};
use crate::rules::common;

/// Whether a pawn of the side to move could capture on a square that a pawn has just passed: by its
/// movement and the conditions, whatever becomes of its king.
pub fn can_be_taken_on(pos: &Position, square: Square) -> bool {
    let us = pos.side_to_move();
    let Some(pawn) = pos.variant().rules.pawn else {
        return false;
    };
    let qualified = pos.variant().rules.changes.conditions.qualify_attacks();
    pos.pieces(us, pawn).into_iter().any(|from| {
        common::can_take_en_passant(pos, from.into(), us, square)
            && (!qualified || danger::can_capture(pos, from, square))
    })
}

/// The colour of a pawn that has just passed squares of the side not to move.
pub fn passer_color(pos: &Position) -> Color {
    // Where every quiet move turns its man, the passer has gone over to the side to move.
    if pos.variant().rules.changes.conditions.turn_movers() {
        pos.side_to_move()
    } else {
        !pos.side_to_move()
    }
}

/// The squares on which a pawn that makes several steps can be taken.
pub fn passed_squares(pos: &Position, mv: Move, draft: &Draft<'_>) -> Bitboard {
    let mut delta = Delta::new(pos.state().next_turn(true));
    for edit in draft.edits() {
        delta.edit(edit.square, edit.before, edit.after);
    }
    let after = pos.after(&delta);
    between(mv.from(), mv.to())
        .into_iter()
        .filter(|square| can_be_taken_on(&after, *square))
        .collect()
}
