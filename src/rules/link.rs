//! Linked kings: when one of them moves, the other has to move in the same turn if it can.

use super::arena::Arena;
use crate::base::{Bitboard, Move, MoveKind, Piece, PieceType, Square};
use crate::position::{Delta, Position, State};

/// The state after a move that is not a drop: the turn is over, or a linked king is owed a move.
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

/// The linked king that has to move after `mv`, in the same turn.
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
    let (left, entered) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let occupied = pos.occupied() & !left | entered;
    let vacant = pos.variant().rules.board.squares() & !occupied;
    let arena = Arena {
        occupied,
        open: vacant,
        vacant,
        enemies: pos.by_color(!us) & !entered,
        wraps: false,
    };
    let can_move = |from: Square| can_move(pos, from, &arena);
    pos.pieces(us, other)
        .into_iter()
        .any(can_move)
        .then_some(other)
}

/// Whether the piece on `from` could move in an arena of its side.
fn can_move(pos: &Position, from: Square, arena: &Arena) -> bool {
    let Some(piece) = pos.at(from) else {
        return false;
    };
    let tables = pos
        .variant()
        .moves_of(Piece::new(piece.color(), piece.piece_type()));
    (tables.quiet.targets(from, arena.occupied) & arena.vacant).any()
        || (tables.capture.targets(from, arena.occupied) & arena.enemies).any()
}

/// Whether the side to move has more than one linked king.
#[inline(always)]
pub fn has_several(pos: &Position) -> bool {
    (pos.by_types(pos.variant().rules.linked) & pos.by_color(pos.side_to_move())).many()
}

/// Sets the state after a leg in the leg's delta: the turn is over, or a linked king is owed a move. Unlike
/// [`state_after`], this function takes all consequences of the leg into account.
pub fn pass_turn(pos: &Position, mv: Move, progress: bool, delta: &mut Delta) {
    let state = pos.state();
    let next = pos.after(delta);
    let owed = owed_on(pos, mv, &next);
    delta.state = if owed.is_some() {
        State {
            owed,
            progress,
            rights: delta.state.rights,
            en_passant: Bitboard::EMPTY,
            legal_en_passant: Bitboard::EMPTY,
            ..*state
        }
    } else {
        State {
            owed: None,
            progress: false,
            ..if progress || state.progress {
                State {
                    halfmove_clock: 0,
                    ..delta.state
                }
            } else {
                delta.state
            }
        }
    };
}

/// The linked king that has to move after `mv`, which has led to `next`.
fn owed_on(pos: &Position, mv: Move, next: &Position) -> Option<PieceType> {
    let linked = pos.variant().rules.linked;
    let us = pos.side_to_move();
    let mover = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop)?;
    let over = pos.state().owed.is_some() || next.royals(!us).is_empty();
    if over || !linked.contains(mover.piece_type()) {
        return None;
    }
    let is_other = |king: &PieceType| *king != mover.piece_type() && next.pieces(us, *king).any();
    let other = linked.iter().find(is_other)?;
    let arena = Arena::of(next, us);
    let can_move = |from: Square| can_move(next, from, &arena.on(next, next.same_board(from)));
    next.pieces(us, other)
        .into_iter()
        .any(can_move)
        .then_some(other)
}
