//! The pieces of one type and side looked at together: what an evaluation asks of all pieces of a position.

use super::move_tables::{MoveTables, MovementClass};
use super::rule_set::RuleSet;
use super::target_lookup::TargetLookup;
use crate::base::{Bitboard, Piece, Square};
use crate::board::Lines;

/// What has to be known of the pieces of one type and side to find what they attack: a few words side by side.
#[derive(Clone)]
pub struct PieceAttacks {
    /// Type and side.
    pub piece: Piece,
    /// Whether such pieces are royal.
    pub royal: bool,
    /// How they get about without capturing.
    pub movement_class: MovementClass,
    /// The lines of pieces whose hops can be looked at together ([`PathTables::hops_only`](super::move_tables::PathTables::hops_only)).
    pub hops_only: Option<Lines>,
    /// The lookup of their captures.
    lookup: TargetLookup,
}

impl PieceAttacks {
    /// What has to be known of the pieces of a type and side that move so.
    pub fn of(rules: &RuleSet, piece: Piece, moves: &MoveTables) -> Self {
        Self {
            piece,
            royal: rules.royals.contains(piece.piece_type()),
            movement_class: moves.movement_class,
            hops_only: moves.capture.hops_only,
            lookup: moves.capture.lookup().clone(),
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
        self.lookup.each_targets(pieces, occupied, mixed, visit);
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
            for attacks in variant.tables.piece_attacks.iter().flatten() {
                let piece = attacks.piece;
                let paths = &variant.moves_of(piece).capture;
                let occupied = Bitboard(random.next() & random.next()) & board;
                let pieces = Bitboard(random.next() & random.next()) & board;
                let mut visited = Bitboard::EMPTY;
                attacks.each_targets(pieces, occupied, &variant.tables.moves, |from, targets| {
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
