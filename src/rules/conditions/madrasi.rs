//! Madrasi: a piece observed by an enemy piece of its own type can neither move nor capture nor check.
//! Kings are exempt. Observation is by the ordinary capturing movement, whether the observer is
//! itself paralysed or not. Source: A. J. Karwatkar, "Madrasi" (1979).

use super::grid::{GRID, cell};
use super::{Condition, Starts};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
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
    excludes: &["madrasi"],
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

/// The pieces of a side that are paralysed: observed by an enemy piece of the type that `by` gives for their own type. A piece
/// to which a condition lends movement counts as the type like which it moves, on both sides, as in Popeye; a king for which
/// `by` gives nothing is exempt.
pub(super) fn paralysed(
    pos: &Position,
    color: Color,
    by: impl Fn(PieceType) -> Option<PieceType>,
) -> Bitboard {
    let exempt = pos.royals(color).into_iter().filter(|square| {
        let king = pos.at(*square).map(Piece::piece_type);
        king.and_then(&by).is_none()
    });
    let exempt: Bitboard = exempt.collect();
    let types = pos.variant().rules.all_types();
    let kinds = types.map(|one| (one, acting_as(pos, one, color) & !exempt));
    kinds
        .filter(|(_, pieces)| pieces.any())
        .filter_map(|(one, pieces)| Some((by(one)?, pieces)))
        .fold(Bitboard::EMPTY, |all, (by, pieces)| all | observed(pos, by, !color) & pieces)
}

/// Whether the piece on `from` is not paralysed, with `by` as for [`paralysed`]; false if the square is empty.
pub(super) fn is_free(
    pos: &Position,
    from: Square,
    by: impl Fn(PieceType) -> Option<PieceType>,
) -> bool {
    let Some(piece) = pos.at(from) else {
        return false;
    };
    if pos.variant().rules.conditions.lend_movement() {
        return !paralysed(pos, piece.color(), by).contains(from);
    }
    by(piece.piece_type()).is_none_or(|by| !observed(pos, by, !piece.color()).contains(from))
}

/// The pieces of a side that move like a type: those of the type, or, if a condition lends movement, those that have its movement.
pub(super) fn acting_as(pos: &Position, piece_type: PieceType, color: Color) -> Bitboard {
    let own = pos.pieces(color, piece_type);
    if !pos.variant().rules.conditions.lend_movement() {
        return own;
    }
    acting_by(own, piece_type, super::borrowed(pos, color))
}

/// The pieces that act as a type, given those of the type and the movement that is lent.
fn acting_by(
    own: Bitboard,
    piece_type: PieceType,
    lent: impl Iterator<Item = (PieceType, Bitboard)>,
) -> Bitboard {
    let (mut like, mut all) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (one, receivers) in lent {
        all |= receivers;
        if one == piece_type {
            like |= receivers;
        }
    }
    own & !all | like
}

/// The squares that a side's pieces of one piece type observe, those included that move like it ([`acting_as`]).
pub(super) fn observed(pos: &Position, piece_type: PieceType, by: Color) -> Bitboard {
    let pieces = acting_as(pos, piece_type, by);
    targets_like(pos, pieces, Piece::new(by, piece_type))
}

/// As [`observed`], where kings receive no movement.
pub(super) fn observed_by_pieces(pos: &Position, piece_type: PieceType, by: Color) -> Bitboard {
    let (own, kings) = (pos.pieces(by, piece_type), pos.royals(by));
    let lent = super::borrowed_by_pieces(pos, by);
    let lent = lent.map(|(giver, receivers)| (giver, receivers & !kings));
    let pieces = acting_by(own, piece_type, lent);
    targets_like(pos, pieces, Piece::new(by, piece_type))
}

/// As [`observed`], by the movement of the pieces of that type only.
pub(super) fn observed_by_own(pos: &Position, piece_type: PieceType, by: Color) -> Bitboard {
    targets_like(pos, pos.pieces(by, piece_type), Piece::new(by, piece_type))
}

/// Whether a side observes a square, by its pieces' own movement or by that which a condition lends them instead.
pub(super) fn is_observed(pos: &Position, square: Square, by: Color) -> bool {
    let conditions = &pos.variant().rules.conditions;
    if !conditions.lend_movement() && !conditions.start_elsewhere() {
        return pos.is_attacked(square, by);
    }
    let mut pieces = pos.by_color(by).into_iter();
    pieces.any(|from| targets(pos, from).contains(square))
}

/// The squares that the piece on a square observes, occupied by either side or empty.
pub(super) fn targets(pos: &Position, from: Square) -> Bitboard {
    let Some(piece) = pos.at(from) else {
        return Bitboard::EMPTY;
    };
    if !pos.variant().rules.conditions.lend_movement() {
        return targets_like(pos, from.into(), piece);
    }
    let lent = super::borrowed(pos, piece.color()).filter(|(_, squares)| squares.contains(from));
    let like = |(giver, _)| targets_like(pos, from.into(), Piece::new(piece.color(), giver));
    let lent = lent.map(like).reduce(|one, other| one | other);
    lent.unwrap_or_else(|| targets_like(pos, from.into(), piece))
}

/// The squares that pieces observe by the movement of `piece`; with `grid` none in the cell of the observer.
fn targets_like(pos: &Position, pieces: Bitboard, piece: Piece) -> Bitboard {
    let has_grid = super::has(pos, GRID.spec());
    let unreachable = |from| if has_grid { cell(from) } else { Bitboard::EMPTY };
    let capture = &pos.variant().moves_of(piece).capture;
    pieces.into_iter().fold(Bitboard::EMPTY, |all, from| {
        let board = pos.same_board(from);
        let occupied = pos.occupied() & board;
        let targets = if pos.variant().rules.conditions.start_elsewhere() {
            let starts = super::starts(pos, from).captures.into_iter();
            starts.fold(Bitboard::EMPTY, |all, start| {
                all | capture.targets(start, Starts::occupied(occupied, from, start))
            })
        } else {
            capture.targets(from, occupied)
        };
        all | targets & board & !unreachable(from)
    })
}
