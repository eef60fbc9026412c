//! En passant: which pawn has passed a square, and which pawns could capture it there.

use super::interface::Rules;
use super::{pawns, relay};
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::FirstRank;

/// Of some squares those on which a side's pawns could capture by movement and conditions, the safety of their king aside. The only
/// source of the en passant field.
pub fn capturable<R: Rules>(pos: &Position, squares: Bitboard, by: Color) -> Bitboard {
    let rules = &pos.variant().rules;
    let Some(pawn) = rules.rank_pawn.filter(|_| rules.en_passant) else {
        return Bitboard::EMPTY;
    };
    let mut captors = relay::moving_like(pos, by, pawn);
    if rules.first_rank != FirstRank::Triple {
        captors &= !rules.first_rank_of(by);
    }
    let can_take = |square: &Square| {
        let origins = pawns::origins_of_captures(&rules.board, *square, by) & captors;
        origins
            .into_iter()
            .any(|from| R::may_capture(pos, from, *square))
    };
    squares.into_iter().filter(can_take).collect()
}

/// Whether a pawn of the side not to move may have passed a square: the square is empty, and the first piece ahead of it is such a
/// pawn. Where every quiet move changes the colour of its piece, the pawn belongs to the side to move.
pub fn was_passed(pos: &Position, square: Square, passed_by: Color) -> bool {
    let rules = &pos.variant().rules;
    let owner = if rules.conditions.recolour_movers() {
        !passed_by
    } else {
        passed_by
    };
    let Some(pawn) = rules.rank_pawn else {
        return false;
    };
    pos.at(square).is_none()
        && passer(pos, square, passed_by).is_some_and(|at| pos.pieces(owner, pawn).contains(at))
}

/// The pawn that is taken en passant on a square: the first piece ahead of it, seen from the side that
/// passed it.
pub fn passer(pos: &Position, square: Square, passed_by: Color) -> Option<Square> {
    let ahead = match passed_by {
        Color::White => 1,
        Color::Black => -1,
    };
    let mut at = square;
    while let Some(next) = at.offset(0, ahead) {
        if pos.at(next).is_some() {
            return Some(next);
        }
        at = next;
    }
    None
}
