//! Chooses the look-up that finds the arrival squares of a movement. Most movements need only one kind of look-up; choosing it in
//! advance keeps the others out of the loop over pieces.

use crate::base::{Bitboard, Square};
use crate::board::{Behaviour, LineTable, Lines};
use std::sync::Arc;

/// A line movement: one kind of slide or hop along some of the four queen lines, in both directions.
#[derive(Clone)]
pub struct LineMoves {
    /// The table of arrival squares, by departure square.
    pub table: LineTable,
    /// The table of departure squares, by arrival square.
    pub reverse: LineTable,
    /// The kind of movement: slide or hop.
    pub behaviour: Behaviour,
    /// The lines of the movement, among the four queen lines.
    pub lines: Lines,
}

/// The look-up that a movement needs.
#[derive(Clone)]
pub enum TargetLookup {
    /// Only leaps.
    Leaps(Arc<[Bitboard; Square::COUNT]>),
    /// Only files and ranks.
    Rook(LineTable),
    /// Only diagonals.
    Bishop(LineTable),
    /// Only files, ranks and diagonals.
    Queen(LineTable),
    /// More than one look-up, or paths that are followed leg by leg.
    Mixed,
}

impl TargetLookup {
    /// The look-up for a movement that consists of `lines` and, if `any_leaps`, of `leaps`.
    pub(super) fn of(
        leaps: &Arc<[Bitboard; Square::COUNT]>,
        any_leaps: bool,
        lines: &[LineMoves],
    ) -> Self {
        match lines {
            [] => Self::Leaps(Arc::clone(leaps)),
            [line] if !any_leaps => match line.lines {
                Lines::ROOK => Self::Rook(line.table.clone()),
                Lines::BISHOP => Self::Bishop(line.table.clone()),
                Lines::QUEEN => Self::Queen(line.table.clone()),
                _ => Self::Mixed,
            },
            _ => Self::Mixed,
        }
    }

    /// Calls `visit` for each of `pieces` with its square and arrival squares; `mixed` computes the arrival squares for [`Self::Mixed`].
    #[inline(always)]
    pub fn each_targets(
        &self,
        pieces: Bitboard,
        occupied: Bitboard,
        mixed: impl Fn(Square) -> Bitboard,
        mut visit: impl FnMut(Square, Bitboard),
    ) {
        let visit = &mut visit;
        match self {
            Self::Leaps(leaps) => each(pieces, |from| leaps[from.index()], visit),
            Self::Rook(table) => each(
                pieces,
                |from| table.targets(from, occupied, Lines::ROOK),
                visit,
            ),
            Self::Bishop(table) => each(
                pieces,
                |from| table.targets(from, occupied, Lines::BISHOP),
                visit,
            ),
            Self::Queen(table) => each(
                pieces,
                |from| table.targets(from, occupied, Lines::QUEEN),
                visit,
            ),
            Self::Mixed => each(pieces, mixed, visit),
        }
    }
}

/// Calls `visit` for each of `pieces` with its square and its `targets`.
#[inline(always)]
fn each(
    pieces: Bitboard,
    targets: impl Fn(Square) -> Bitboard,
    visit: &mut impl FnMut(Square, Bitboard),
) {
    for from in pieces {
        visit(from, targets(from));
    }
}
