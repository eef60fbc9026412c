//! By what lookup the arrival squares of a movement are found: most movements take only one, and are not asked for the others.

use crate::base::{Bitboard, Square};
use crate::board::{Behaviour, LineTable, Lines};
use std::sync::Arc;

/// A line movement: one behaviour along some of the four lines, both ways.
#[derive(Clone, Copy)]
pub struct LineMoves {
    /// Where it arrives.
    pub table: &'static LineTable,
    /// From where it arrives here.
    pub reverse: &'static LineTable,
    /// What the tables answer.
    pub behaviour: Behaviour,
    /// Along which lines.
    pub lines: Lines,
}

/// The lookup of a movement.
#[derive(Clone)]
pub enum TargetLookup {
    /// Leaps alone.
    Leaps(Arc<[Bitboard; Square::COUNT]>),
    /// Files and ranks alone.
    Rook(&'static LineTable),
    /// Diagonals alone.
    Bishop(&'static LineTable),
    /// Both alone.
    Queen(&'static LineTable),
    /// Several, or another.
    Mixed,
}

impl TargetLookup {
    /// The lookup of a movement of these leaps, if there are any, and lines, and nothing else.
    pub(super) fn of(
        leaps: &Arc<[Bitboard; Square::COUNT]>,
        any_leaps: bool,
        lines: &[LineMoves],
    ) -> Self {
        match lines {
            [] => Self::Leaps(Arc::clone(leaps)),
            [line] if !any_leaps => match line.lines {
                Lines::ROOK => Self::Rook(line.table),
                Lines::BISHOP => Self::Bishop(line.table),
                Lines::QUEEN => Self::Queen(line.table),
                _ => Self::Mixed,
            },
            _ => Self::Mixed,
        }
    }

    /// Visits pieces with the squares where they arrive; `mixed` tells those of [`Self::Mixed`].
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

/// Visits pieces with what some tables answer.
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
