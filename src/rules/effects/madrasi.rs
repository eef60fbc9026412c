//! Madrasi: a man observed by an enemy man of its own type can neither move nor capture nor check.
//! Kings are exempt. Observation is by the ordinary capturing movement, whether the observer is
//! itself paralysed or not.

use crate::base::{Bitboard, Color, Kind, Piece, Square};
use crate::position::Position;

/// Whether the man on a square is observed by an enemy man of its type.
pub fn is_paralysed(pos: &Position, square: Square) -> bool {
    pos.at(square).is_some_and(|man| {
        !pos.atlas().royals().contains(man.kind())
            && observed(pos, man.kind(), !man.color()).contains(square)
    })
}

/// The paralysed men of a side.
pub fn paralysed(pos: &Position, color: Color) -> Bitboard {
    (0..pos.atlas().men.len())
        .map(Kind::new)
        .filter(|kind| !pos.atlas().royals().contains(*kind))
        .filter(|kind| pos.pieces(color, *kind).any())
        .fold(Bitboard::EMPTY, |all, kind| {
            all | observed(pos, kind, !color) & pos.pieces(color, kind)
        })
}

/// The squares that a side's men of one kind observe.
fn observed(pos: &Position, kind: Kind, by: Color) -> Bitboard {
    let capture = &pos.atlas().gait(Piece::new(by, kind)).capture;
    pos.pieces(by, kind)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| {
            all | capture.targets(from, pos.men())
        })
}
