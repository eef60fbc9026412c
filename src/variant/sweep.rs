//! The pieces of one type and side looked at together: what an evaluation asks of all pieces of a position.

use super::mechanism::Mechanism;
use super::move_tables::{Gait, MoveTables};
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Piece, Square};
use crate::board::Lines;

/// What has to be known of the pieces of one type and side to find what they attack: a few words side by side.
#[derive(Clone)]
pub struct Sweep {
    /// Type and side.
    pub piece: Piece,
    /// Whether such pieces are royal.
    pub royal: bool,
    /// How they get about without capturing.
    pub gait: Gait,
    /// The lines of pieces whose hops can be looked at together ([`PathTables::hops_only`](super::move_tables::PathTables::hops_only)).
    pub hops_only: Option<Lines>,
    /// The mechanism of their captures.
    mechanism: Mechanism,
}

impl Sweep {
    /// What has to be known of the pieces of a type and side that move so.
    pub fn of(rules: &RuleSet, piece: Piece, moves: &MoveTables) -> Self {
        Self {
            piece,
            royal: rules.royals.contains(piece.piece_type()),
            gait: moves.gait,
            hops_only: moves.capture.hops_only,
            mechanism: moves.capture.mechanism().clone(),
        }
    }

    /// Visits pieces with the squares where they could capture. What is not looked up at once is asked of the tables of all
    /// pieces, by index.
    #[inline(always)]
    pub fn each_targets(
        &self,
        pieces: Bitboard,
        occupied: Bitboard,
        moves: &[MoveTables],
        visit: impl FnMut(Square, Bitboard),
    ) {
        let mixed = |from| moves[self.piece.index()].capture.targets(from, occupied);
        self.mechanism.each_targets(pieces, occupied, mixed, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;

    #[test]
    fn pieces_looked_at_together_reach_what_each_reaches() {
        let mut random = SplitMix64::new(8);
        for name in Catalogue::embedded().names() {
            let variant = Catalogue::embedded().variant(&name).unwrap();
            let board = variant.rules.board.squares();
            for sweep in variant.tables.sweeps.iter().flatten() {
                let piece = sweep.piece;
                let paths = &variant.moves_of(piece).capture;
                let occupied = Bitboard(random.next() & random.next()) & board;
                let pieces = Bitboard(random.next() & random.next()) & board;
                let mut visited = Bitboard::EMPTY;
                sweep.each_targets(pieces, occupied, &variant.tables.moves, |from, targets| {
                    visited |= from.into();
                    assert_eq!(
                        targets,
                        paths.targets(from, occupied),
                        "{name} {piece:?} {from}"
                    );
                });
                assert_eq!(visited, pieces, "{name} {piece:?}");
            }
        }
    }
}
