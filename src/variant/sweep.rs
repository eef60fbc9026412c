//! The men of one type and side looked at together: what an evaluation asks of all men of a position.

use super::move_tables::{Gait, MoveTables, PathTables};
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Piece, Square};
use crate::board::{LineTable, Lines};
use std::sync::Arc;

/// What has to be known of the men of one type and side to find what they attack: a few words side by side.
#[derive(Clone)]
pub struct Sweep {
    /// Type and side.
    pub piece: Piece,
    /// Whether such men are royal.
    pub royal: bool,
    /// How they get about without capturing.
    pub gait: Gait,
    /// The lines of men whose hops can be looked at together ([`PathTables::hops_only`]).
    pub hops_only: Option<Lines>,
    /// How their captures are looked up.
    look: Look,
}

/// The mechanisms that a movement takes: the common ones are looked up without asking for the others.
#[derive(Clone)]
enum Look {
    /// Leaps alone.
    Leaps(Arc<[Bitboard; Square::COUNT]>),
    /// Files and ranks alone.
    Rook(&'static LineTable),
    /// Diagonals alone.
    Bishop(&'static LineTable),
    /// Both alone.
    Queen(&'static LineTable),
    /// Any.
    Mixed,
}

impl Look {
    fn of(paths: &PathTables) -> Self {
        match paths.lines.as_slice() {
            [] if paths.is_tabled() => Self::Leaps(Arc::clone(&paths.leaps)),
            [line] if paths.is_tabled() && !paths.has_leaps() => match line.lines {
                Lines::ROOK => Self::Rook(line.table),
                Lines::BISHOP => Self::Bishop(line.table),
                Lines::QUEEN => Self::Queen(line.table),
                _ => Self::Mixed,
            },
            _ => Self::Mixed,
        }
    }
}

impl Sweep {
    /// What has to be known of the men of a type and side that move so.
    pub fn of(rules: &RuleSet, piece: Piece, moves: &MoveTables) -> Self {
        Self {
            piece,
            royal: rules.royals.contains(piece.piece_type()),
            gait: moves.gait,
            hops_only: moves.capture.hops_only,
            look: Look::of(&moves.capture),
        }
    }

    /// Visits men with the squares where they could capture. What is not looked up at once is asked of the tables of all
    /// pieces, by index.
    #[inline(always)]
    pub fn each_targets(
        &self,
        men: Bitboard,
        occupied: Bitboard,
        moves: &[MoveTables],
        mut visit: impl FnMut(Square, Bitboard),
    ) {
        let visit = &mut visit;
        match &self.look {
            Look::Leaps(leaps) => each(men, |from| leaps[from.index()], visit),
            Look::Rook(table) => each(
                men,
                |from| table.targets(from, occupied, Lines::ROOK),
                visit,
            ),
            Look::Bishop(table) => each(
                men,
                |from| table.targets(from, occupied, Lines::BISHOP),
                visit,
            ),
            Look::Queen(table) => each(
                men,
                |from| table.targets(from, occupied, Lines::QUEEN),
                visit,
            ),
            Look::Mixed => {
                let captures = &moves[self.piece.index()].capture;
                each(men, |from| captures.targets(from, occupied), visit);
            }
        }
    }
}

/// Visits men with what some tables answer.
#[inline(always)]
fn each(
    men: Bitboard,
    targets: impl Fn(Square) -> Bitboard,
    visit: &mut impl FnMut(Square, Bitboard),
) {
    for from in men {
        visit(from, targets(from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;

    #[test]
    fn men_looked_at_together_reach_what_each_reaches() {
        let mut random = SplitMix64::new(8);
        for name in Catalogue::embedded().names() {
            let variant = Catalogue::embedded().variant(&name).unwrap();
            let board = variant.rules.board.squares();
            for sweep in variant.tables.sweeps.iter().flatten() {
                let piece = sweep.piece;
                let paths = &variant.moves_of(piece).capture;
                let occupied = Bitboard(random.next() & random.next()) & board;
                let men = Bitboard(random.next() & random.next()) & board;
                let mut visited = Bitboard::EMPTY;
                sweep.each_targets(men, occupied, &variant.tables.moves, |from, targets| {
                    visited |= from.into();
                    assert_eq!(
                        targets,
                        paths.targets(from, occupied),
                        "{name} {piece:?} {from}"
                    );
                });
                assert_eq!(visited, men, "{name} {piece:?}");
            }
        }
    }
}
