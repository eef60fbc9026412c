//! En passant: which pawn has passed a square, and which pawns could capture it there.

use super::interface::{GenType, Rules};
pub use super::pawns::{passer, passer_on_file};
use super::{free_moves, pawns, relay, starts};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use std::hint::cold_path;

/// The part of `squares` on which pawns of `by` could capture en passant by movement and conditions; the safety of their king is
/// not tested. The en passant field is always computed by this function.
pub fn capturable<R: Rules>(pos: &Position, squares: Bitboard, by: Color) -> Bitboard {
    let takers = takers(pos, by);
    let can_take = |square: &Square| {
        takers(*square)
            .into_iter()
            .any(|from| R::may_capture(pos, from, *square))
    };
    squares.into_iter().filter(can_take).collect()
}

/// Returns a function from a square to the pieces of `by` whose movement would capture en passant on this square.
pub fn takers(pos: &Position, by: Color) -> impl Fn(Square) -> Bitboard {
    let rules = &pos.variant().rules;
    let pawn = rules.rank_pawn.filter(|_| rules.en_passant);
    let captors = pawn.map_or(Bitboard::EMPTY, |pawn| {
        relay::moving_like(pos, by, pawn) & !rules.stuck_pawns_of(by)
    });
    move |square| {
        if pawn.is_some() {
            let origins = pawns::origins_of_captures(&rules.board, square, by);
            starts::capturing_from(pos, captors, origins)
        } else {
            starts::capturing_from_own(pos, free_moves::takers(pos, by, square))
        }
    }
}

/// The squares passed by a pawn's multiple step on which the pawn can be taken. If the step changes file, the pawn's own square is
/// added, since the passed squares do not show where the pawn stands.
pub fn field<R: Rules>(pos: &Position, from: Square, to: Square, passed: Bitboard) -> Bitboard {
    let by = pos.side_to_move();
    let found = capturable::<R>(pos, passed & pos.variant().rules.passed[(!by).index()], by);
    if found.any() && from.file() != to.file() {
        cold_path();
        return found | to.into();
    }
    found
}

/// Sets the en passant squares at the end of a turn of several legs: those of `passed` on which the other side could capture. As
/// after a turn of one leg, conditions judge the captures on squares that are open to them.
pub fn open<R: Rules>(pos: &Position, delta: &mut Delta, passed: Bitboard) {
    if passed.any() {
        delta.state.en_passant = passed;
        let next = pos.after(delta);
        delta.state.en_passant = capturable::<R>(&next, passed, next.side_to_move());
    }
}

/// The en passant squares of a position on which a capture is legal.
pub fn legal<R: Rules>(pos: &Position) -> Bitboard {
    if pos.state().en_passant.is_empty() {
        return Bitboard::EMPTY;
    }
    let mut list = MoveList::new();
    let origins = pos.by_color(pos.side_to_move());
    R::generate(pos, GenType::Noisy, origins, &mut list);
    let check_info = R::check_info(pos);
    let legal =
        |mv: &&Move| mv.kind() == MoveKind::EnPassant && R::is_legal(pos, &check_info, **mv);
    let found: Bitboard = list.iter().filter(legal).map(|mv| mv.to()).collect();
    if found.any() {
        found | pos.state().en_passant & pos.occupied()
    } else {
        found
    }
}

/// Sets in a delta the en passant squares on which a capture is legal.
#[inline(always)]
pub fn add_legal<R: Rules>(pos: &Position, delta: &mut Delta) {
    if delta.state.en_passant.any() {
        cold_path();
        delta.state.legal_en_passant = legal::<R>(&pos.after(delta));
    }
}

/// Whether a pawn of `passed_by` may have just passed a square: the square is empty, and the first piece ahead of it is a pawn of
/// that side (of the other side if every quiet move changes the colour of its piece).
pub fn was_passed(pos: &Position, square: Square, passed_by: Color) -> bool {
    let rules = &pos.variant().rules;
    let owner = if rules.conditions.recolour_movers() {
        !passed_by
    } else {
        passed_by
    };
    let is_pawn = |at: Square| {
        let piece = pos.at(at);
        let is_prey = |piece: Piece| {
            piece.color() == owner
                && rules.pawns.contains(piece.piece_type())
                && !pos.variant().is_ghost(piece)
        };
        piece.is_some_and(is_prey)
            || pos.neutrals().contains(at)
                && piece.is_some_and(|piece| rules.pawns.contains(piece.piece_type()))
    };
    pos.at(square).is_none() && passer(pos, square, passed_by).is_some_and(is_pawn)
}
