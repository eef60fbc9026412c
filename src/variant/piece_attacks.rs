//! Computes the attacks of all pieces of one type and side, for the evaluation.

use super::move_tables::{MoveTables, MovementClass};
use super::rule_set::RuleSet;
use super::target_lookup::TargetLookup;
use crate::base::{Bitboard, Piece, Square};
use crate::board::Lines;

/// The data for the attacks of one piece type of a side, kept close together in memory for speed.
#[derive(Clone)]
pub struct PieceAttacks {
    /// The piece type and side.
    pub piece: Piece,
    /// Whether the type is royal.
    pub royal: bool,
    /// The kind of the type's quiet movement.
    pub movement_class: MovementClass,
    /// The lines, if the hops of all pieces can be computed at once ([`PathTables::hops_only`](super::move_tables::PathTables::hops_only)).
    pub hops_only: Option<Lines>,
    /// The look-up of the type's captures.
    lookup: TargetLookup,
}

impl PieceAttacks {
    /// Collects the data of a piece from its move tables.
    pub fn of(rules: &RuleSet, piece: Piece, moves: &MoveTables) -> Self {
        Self {
            piece,
            royal: rules.royals.contains(piece.piece_type()),
            movement_class: moves.movement_class,
            hops_only: moves.capture.hops_only,
            lookup: moves.capture.lookup().clone(),
        }
    }

    /// Calls `visit` for each of `pieces` with its square and the squares where it could capture. `moves` are the tables of all pieces, by
    /// index; they are used if one look-up is not enough.
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
    use crate::catalogue::games;

    #[test]
    fn pieces_looked_at_together_reach_what_each_reaches() {
        let mut random = SplitMix64::new(8);
        for name in games().names() {
            let variant = games().variant(&name).unwrap();
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
