//! Properties of a move, found without making it: noisy or quiet, victim, material gain.

use super::see::{SeeValues, has_effects};
use crate::base::{Move, MoveKind, Piece, PieceType, Square, Value};
use crate::position::Position;
use crate::rules::{Rules, converts, displaced, enemy_sent_off};

/// Whether a move is noisy: a capture or promotion, or a move that wins a piece by changing its colour or pushing it off the board.
#[inline(always)]
pub fn is_noisy(pos: &Position, mv: Move) -> bool {
    // The fast path: nearly all moves are of kind `Normal`.
    if mv.kind() == MoveKind::Normal {
        return pos.occupied().contains(mv.to()) || converts(pos, mv);
    }
    match mv.kind() {
        MoveKind::Promotion | MoveKind::EnPassant | MoveKind::Shot => true,
        MoveKind::Castle | MoveKind::Drop | MoveKind::MultiStep | MoveKind::Normal => false,
        MoveKind::Displacement => enemy_sent_off(pos, mv).is_some(),
    }
}

/// The piece type that a move captures or pushes off the board.
#[inline(always)]
pub fn victim(pos: &Position, mv: Move) -> Option<PieceType> {
    match mv.kind() {
        MoveKind::EnPassant => pos.variant().rules.pawn,
        MoveKind::Drop => None,
        MoveKind::Displacement => enemy_sent_off(pos, mv).map(Piece::piece_type),
        _ => pos.at(mv.to()).map(Piece::piece_type),
    }
}

/// Whether a move goes to a square, or displaces the piece there (Dynamo).
#[inline(always)]
pub fn takes_on(mv: Move, square: Square) -> bool {
    match mv.kind() {
        MoveKind::Displacement => displaced(mv).iter().any(|piece| piece.from == square),
        _ => mv.to() == square,
    }
}

/// The material gain of a noisy move in centipawns: the value of victim and promoted piece or, if the move has side effects, the whole
/// change of material.
#[inline(always)]
pub fn prize<R: Rules>(
    pos: &Position,
    mv: Move,
    victim: Option<PieceType>,
    values: &SeeValues,
) -> i32 {
    if has_effects::<R>(pos, mv) {
        return values.change(pos.side_to_move(), &R::delta(pos, mv));
    }
    let becoming = match mv.kind() {
        MoveKind::Promotion => mv
            .piece_type()
            .map_or(0, |piece_type| values.of_type(piece_type)),
        _ => 0,
    };
    let taken = match mv.kind() {
        MoveKind::EnPassant => victim.map_or(0, |piece_type| values.of_type(piece_type)),
        _ => values.at(pos, mv.to()),
    };
    taken + becoming
}

/// The static evaluation after a leg, from the view of the side that makes it.
pub fn eval_after<R: Rules>(pos: &Position, leg: Move) -> Value {
    let next = R::play(pos, leg);
    let value = crate::eval::evaluate(&next);
    if next.side_to_move() == pos.side_to_move() {
        value
    } else {
        -value
    }
}
