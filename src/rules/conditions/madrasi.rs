//! Madrasi: a piece observed by an enemy piece of its own type can neither move nor capture nor check.
//! Kings are exempt. Observation is by the ordinary capturing movement, whether the observer is
//! itself paralysed or not. Source: A. J. Karwatkar, "Madrasi" (1979).

use super::Condition;
use crate::base::{Bitboard, Color, PieceType, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Pieces paralyse enemy pieces of their own type.
pub const MADRASI: Madrasi = Madrasi;

/// The condition.
pub struct Madrasi;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Madrasi"],
    immobilises: true,
    moving_costs: true,
    is_bounded: true,
    ..ConditionSpec::new(
        "madrasi",
        Stage::MoverType,
        "a piece attacked by an enemy piece of its own type, by that piece's own movement and not by what it receives, \
         can neither move, capture nor check",
        Example {
            fen: "4k3/8/8/r6R/8/8/8/4K3 w - - 0 1",
            mv: "h5h8",
            after: None,
        },
    )
};

impl Condition for Madrasi {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        pos.variant()
            .rules
            .all_types()
            .filter(|piece_type| !pos.is_royal(*piece_type))
            .filter(|piece_type| pos.pieces(color, *piece_type).any())
            .fold(Bitboard::EMPTY, |all, piece_type| {
                all | observed(pos, piece_type, !color) & pos.pieces(color, piece_type)
            })
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from).is_some_and(|piece| {
            pos.is_royal(piece.piece_type())
                || !observed(pos, piece.piece_type(), !piece.color()).contains(from)
        })
    }
}

/// The squares that a side's pieces of one piece type observe.
pub(super) fn observed(pos: &Position, piece_type: PieceType, by: Color) -> Bitboard {
    let pieces = pos.pieces(by, piece_type).into_iter();
    pieces.fold(Bitboard::EMPTY, |all, from| all | targets(pos, from))
}

/// The squares that the piece on a square observes, occupied by either side or empty.
pub(super) fn targets(pos: &Position, from: Square) -> Bitboard {
    let board = pos.same_board(from);
    pos.at(from).map_or(Bitboard::EMPTY, |piece| {
        let capture = &pos.variant().moves_of(piece).capture;
        capture.targets(from, pos.occupied() & board) & board
    })
}
