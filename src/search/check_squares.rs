//! Move ordering: finds quiet moves that give direct check, drops aside, by the squares from which each piece type would attack the king.

use super::params;
use crate::base::{Bitboard, MAX_PIECE_TYPES, Move, MoveKind, Piece, PieceType};
use crate::position::Position;

/// For each piece type of the side to move, the squares from which it would attack an enemy king.
pub struct CheckSquares([Bitboard; MAX_PIECE_TYPES]);

impl CheckSquares {
    /// The squares for a position, by its present occupancy.
    pub fn of(pos: &Position) -> Self {
        let us = pos.side_to_move();
        let kings = pos.royals(!us);
        Self(std::array::from_fn(|index| {
            let piece_type = PieceType::new(index);
            if index >= pos.variant().rules.piece_types || pos.pieces(us, piece_type).is_empty() {
                return Bitboard::EMPTY;
            }
            let piece = Piece::new(us, piece_type);
            kings.into_iter().fold(Bitboard::EMPTY, |all, king| {
                all | pos.origins(king, piece, pos.occupied())
            })
        }))
    }

    /// The bonus of a quiet move that gives check, in history points; 0 for drops, which the module `drops` scores.
    #[inline(always)]
    pub fn score(&self, pos: &Position, mv: Move) -> i32 {
        let mover = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
        let checks =
            mover.is_some_and(|piece| self.0[piece.piece_type().index()].contains(mv.to()));
        params::quiet_check() * i32::from(checks)
    }
}
