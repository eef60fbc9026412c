//! Linked kings: when one of them moves, the other has to move in the same turn if it can.

use crate::base::{Bitboard, Move, Piece, PieceType, Square};
use crate::position::{Position, State};

/// The state after a move on the board: the turn is over, or a linked king is owed a move.
#[inline(always)]
pub fn state_after(pos: &Position, mv: Move, progress: bool) -> State {
    let state = pos.state();
    if let Some(owed) = owed_after(pos, mv) {
        return State {
            owed: Some(owed),
            progress,
            ..*state
        };
    }
    State {
        owed: None,
        progress: false,
        ..state.next_turn(progress || state.progress)
    }
}

/// The linked king that has to move after this move.
#[inline(always)]
pub fn owed_after(pos: &Position, mv: Move) -> Option<PieceType> {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let mover = pos.at(mv.from())?;
    if pos.state().owed.is_some() || !variant.rules.linked.contains(mover.piece_type()) {
        return None;
    }
    if (pos.royals(!us) & !Bitboard::from(mv.to())).is_empty() {
        // The last enemy king has just been captured: the game is over.
        return None;
    }
    let is_other = |piece_type: &PieceType| {
        *piece_type != mover.piece_type() && pos.pieces(us, *piece_type).any()
    };
    let other = variant.rules.linked.iter().find(is_other)?;
    let can_move = |from: Square| any_move(pos, mv, from);
    pos.pieces(us, other)
        .into_iter()
        .any(can_move)
        .then_some(other)
}

/// Whether the man on `from` could move after the given move of another man of its side.
fn any_move(pos: &Position, mv: Move, from: Square) -> bool {
    let Some(man) = pos.at(from) else {
        return false;
    };
    let (left, entered) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let occupied = pos.occupied() & !left | entered;
    let ours = pos.by_color(man.color()) & !left | entered;
    let tables = pos
        .variant()
        .moves_of(Piece::new(man.color(), man.piece_type()));
    let quiet =
        tables.quiet.targets(from, occupied) & pos.variant().rules.board.squares() & !occupied;
    quiet.any() || (tables.capture.targets(from, occupied) & occupied & !ours).any()
}

/// Whether the side to move has more than one linked king.
#[inline(always)]
pub fn has_several(pos: &Position) -> bool {
    (pos.by_types(pos.variant().rules.linked) & pos.by_color(pos.side_to_move())).many()
}
