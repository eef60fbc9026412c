//! Madrasi: a man observed by an enemy man of its own type can neither move nor capture nor check.
//! Kings are exempt. Observation is by the ordinary capturing movement, whether the observer is
//! itself paralysed or not.

use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;

/// Whether the man on a square is observed by an enemy man of its type.
pub fn is_paralysed(pos: &Position, square: Square) -> bool {
    pos.at(square).is_some_and(|man| {
        !pos.variant().rules.royals.contains(man.piece_type())
            && observed(pos, man.piece_type(), !man.color()).contains(square)
    })
}

/// The paralysed men of a side.
pub fn paralysed(pos: &Position, color: Color) -> Bitboard {
    (0..pos.variant().rules.piece_types)
        .map(PieceType::new)
        .filter(|piece_type| !pos.variant().rules.royals.contains(*piece_type))
        .filter(|piece_type| pos.pieces(color, *piece_type).any())
        .fold(Bitboard::EMPTY, |all, piece_type| {
            all | observed(pos, piece_type, !color) & pos.pieces(color, piece_type)
        })
}

/// The squares that a side's men of one piece type observe.
fn observed(pos: &Position, piece_type: PieceType, by: Color) -> Bitboard {
    let capture = &pos.variant().moves_of(Piece::new(by, piece_type)).capture;
    pos.pieces(by, piece_type)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| {
            all | capture.targets(from, pos.occupied())
        })
}
