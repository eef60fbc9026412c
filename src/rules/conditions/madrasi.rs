//! Madrasi: a piece observed by an enemy piece of its own type can neither move nor capture nor check.
//! Kings are exempt. Observation is by the ordinary capturing movement, whether the observer is
//! itself paralysed or not. Source: A. J. Karwatkar, "Madrasi" (1979).

use super::Condition;
use crate::base::{Bitboard, Color, PieceType, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Pieces paralyse enemy pieces of their own type.
pub const MADRASI: Madrasi = Madrasi;

/// The condition `madrasi`.
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
        paralysed(pos, color, |piece_type| own_kind(pos, piece_type))
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        is_free(pos, from, |piece_type| own_kind(pos, piece_type))
    }
}

/// Pieces, kings included, paralyse enemy pieces of their own type.
pub const MADRASI_REX: MadrasiRex = MadrasiRex;

/// The condition `madrasi-rex`.
pub struct MadrasiRex;

static SPEC_REX: ConditionSpec = ConditionSpec {
    popeye: &["Madrasi RexInclusive"],
    immobilises: true,
    moving_costs: true,
    ..ConditionSpec::new(
        "madrasi-rex",
        Stage::MoverType,
        "madrasi, kings included: kings next to each other can neither move, capture nor check",
        Example {
            fen: "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
            mv: "d3d4",
            after: Some("8/8/8/3k4/3K4/8/8/8"),
        },
    )
};

impl Condition for MadrasiRex {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC_REX
    }

    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        paralysed(pos, color, Some)
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        is_free(pos, from, Some)
    }
}

fn own_kind(pos: &Position, piece_type: PieceType) -> Option<PieceType> {
    (!pos.is_royal(piece_type)).then_some(piece_type)
}

/// The pieces of a side that are paralysed: observed by an enemy piece of the type that `by` gives for their own type.
pub(super) fn paralysed(
    pos: &Position,
    color: Color,
    by: impl Fn(PieceType) -> Option<PieceType>,
) -> Bitboard {
    let present = |piece_type: &PieceType| pos.pieces(color, *piece_type).any();
    let types = pos.variant().rules.all_types().filter(present);
    let pairs = types.filter_map(|piece_type| Some((piece_type, by(piece_type)?)));
    pairs.fold(Bitboard::EMPTY, |all, (piece_type, by)| {
        all | observed(pos, by, !color) & pos.pieces(color, piece_type)
    })
}

/// Whether the piece on `from` is not paralysed, with `by` as for [`paralysed`]; false if the square is empty.
pub(super) fn is_free(
    pos: &Position,
    from: Square,
    by: impl Fn(PieceType) -> Option<PieceType>,
) -> bool {
    pos.at(from).is_some_and(|piece| {
        by(piece.piece_type()).is_none_or(|by| !observed(pos, by, !piece.color()).contains(from))
    })
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
