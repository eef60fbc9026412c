//! Attack queries, by reverse look-ups from the attacked square.

use super::Position;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::WalkAttack;

impl Position {
    /// The pieces of `by` among `present` that could capture on a square if `occupied` were the
    /// occupied squares. Only the movement is tested, neither pins nor the legality of the capture.
    #[inline(always)]
    pub fn attackers(
        &self,
        to: Square,
        by: Color,
        occupied: Bitboard,
        present: Bitboard,
    ) -> Bitboard {
        let attacks = &self.variant().tables.attacks[by.index()];
        let mut found = Bitboard::EMPTY;
        // Cheap test first: usually no piece stands on a square from which a leap arrives.
        if attacks.leap_origins[to.index()].intersects(present) {
            for (piece_type, origins) in &attacks.leaps {
                found |= origins[to.index()] & self.by_type(*piece_type);
            }
        }
        for line in &attacks.lines {
            let line_pieces = self.by_types(line.piece_types) & present;
            if line_pieces.any() {
                found |= line.reverse.targets(to, occupied, line.lines) & line_pieces;
            }
        }
        if !attacks.fixed_hops.is_empty() {
            for (piece_type, fixed_hops) in &attacks.fixed_hops {
                for over in &fixed_hops[to.index()] {
                    if occupied.contains(over.hurdle) {
                        found |= over.origins & self.by_type(*piece_type);
                    }
                }
            }
        }
        if !attacks.path_tree.is_empty() {
            found |= self.walking_attackers(to, by, occupied, present);
        }
        found & present
    }

    /// The squares from which `piece` could capture on a square if `occupied` were the occupied squares, whether or not such a piece
    /// stands on them.
    #[inline]
    pub fn origins(&self, to: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
        let attacks = &self.variant().tables.attacks[piece.color().index()];
        let piece_type = piece.piece_type();
        let mut found = Bitboard::EMPTY;
        for (_, origins) in attacks.leaps.iter().filter(|leap| leap.0 == piece_type) {
            found |= origins[to.index()];
        }
        for line in attacks
            .lines
            .iter()
            .filter(|line| line.piece_types.contains(piece_type))
        {
            found |= line.reverse.targets(to, occupied, line.lines);
        }
        for (_, fixed_hops) in attacks
            .fixed_hops
            .iter()
            .filter(|over| over.0 == piece_type)
        {
            for over in &fixed_hops[to.index()] {
                if occupied.contains(over.hurdle) {
                    found |= over.origins;
                }
            }
        }
        if let Some(walk) = attacks.walk(piece_type) {
            found |= self.walk_origins(to, walk, piece.color(), occupied, Bitboard::ALL);
        }
        found
    }

    #[inline(never)]
    fn walking_attackers(
        &self,
        to: Square,
        by: Color,
        occupied: Bitboard,
        present: Bitboard,
    ) -> Bitboard {
        let walks = &self.variant().tables.attacks[by.index()].path_tree;
        walks.iter().fold(Bitboard::EMPTY, |found, walk| {
            let pieces = self.by_type(walk.piece_type) & present;
            found | self.walk_origins(to, walk, by, occupied, pieces)
        })
    }

    /// The squares of `among` from which a piece captures on a square by movements that are followed leg by leg.
    #[inline(never)]
    fn walk_origins(
        &self,
        to: Square,
        walk: &WalkAttack,
        by: Color,
        occupied: Bitboard,
        among: Bitboard,
    ) -> Bitboard {
        let among = among & walk.origins[to.index()];
        if among.is_empty() {
            return Bitboard::EMPTY;
        }
        if let Some(back) = &walk.back {
            return back.ends(to, occupied, among);
        }
        let capture = &self
            .variant()
            .moves_of(Piece::new(by, walk.piece_type))
            .capture;
        let attacks = |from: &Square| capture.targets(*from, occupied).contains(to);
        among.into_iter().filter(attacks).collect()
    }

    /// All squares that a side attacks, including those of its own pieces.
    #[inline]
    pub fn attacked_by(&self, by: Color) -> Bitboard {
        let occupied = |from| self.occupied() & self.same_board(from);
        (0..self.variant().rules.piece_types).fold(Bitboard::EMPTY, |reached, index| {
            let piece_type = PieceType::new(index);
            let tables = self.variant().moves_of(Piece::new(by, piece_type));
            self.pieces(by, piece_type)
                .into_iter()
                .fold(reached, |all, from| {
                    all | tables.capture.targets(from, occupied(from))
                })
        })
    }

    /// The pieces of a side that attack a square; in games of two boards only those on the board of the piece on `to`.
    #[inline(always)]
    pub fn attackers_now(&self, to: Square, by: Color) -> Bitboard {
        let board = self.same_board(to);
        self.attackers(to, by, self.occupied() & board, self.by_color(by) & board)
    }

    /// Whether a side attacks a square with the present occupancy.
    #[inline(always)]
    pub fn is_attacked(&self, to: Square, by: Color) -> bool {
        self.attackers_now(to, by).any()
    }
}
