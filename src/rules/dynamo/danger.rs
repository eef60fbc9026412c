//! Check in Dynamo: whether a piece could be pushed or pulled off the board.

use super::displacement::{Displacement, displaced};
use crate::base::{Bitboard, Color, Move, Piece, Square};
use crate::position::Position;

/// Whether the other side could push the piece on `square` over the edge after the leg `mv`, while the pusher stays on the board.
pub fn can_be_pushed_off(pos: &Position, mv: Move, square: Square) -> bool {
    let pieces = displaced(mv);
    Pieces::after(pos, &pieces).can_be_pushed_off(square, !pos.side_to_move())
}

/// The pieces of a position, perhaps after one leg.
pub struct Pieces<'a> {
    pos: &'a Position,
    occupied: Bitboard,
    moved: &'a [Displacement],
}

impl<'a> Pieces<'a> {
    /// The pieces of a position, without any displacement.
    #[inline(always)]
    pub fn of(pos: &'a Position) -> Self {
        Self {
            pos,
            occupied: pos.occupied(),
            moved: &[],
        }
    }

    /// The pieces after the displacements `moved`; promotions are ignored.
    #[inline(always)]
    pub fn after(pos: &'a Position, moved: &'a [Displacement]) -> Self {
        let mut occupied = pos.occupied();
        for piece in moved {
            occupied &= !Bitboard::from(piece.from);
        }
        for to in moved.iter().filter_map(|piece| piece.to) {
            occupied |= to.into();
        }
        Self {
            pos,
            occupied,
            moved,
        }
    }

    /// The piece on an occupied square.
    #[inline(always)]
    fn at(&self, square: Square) -> Option<Piece> {
        let arrived = self.moved.iter().find(|piece| piece.to == Some(square));
        self.pos.at(arrived.map_or(square, |piece| piece.from))
    }

    /// Whether a piece of `by` could push or pull the other side's piece on `square` off the board.
    #[inline]
    pub fn can_be_sent_off(&self, square: Square, by: Color) -> bool {
        self.by_leap(square, by) || self.by_line::<true>(square, by)
    }

    /// As [`Self::can_be_sent_off`], but only by pushes after which the pusher stays on the board.
    fn can_be_pushed_off(&self, square: Square, by: Color) -> bool {
        self.by_leap(square, by) || self.by_line::<false>(square, by)
    }

    /// Whether a leaper of `by` could push the piece one leap further, over the edge.
    #[inline(always)]
    fn by_leap(&self, square: Square, by: Color) -> bool {
        let push_pull = &self.pos.variant().tables.push_pull;
        let near = push_pull.any_leap_origin(square, by) & self.occupied;
        near.into_iter().any(|from| {
            self.at(from).is_some_and(|piece| {
                piece.color() == by && push_pull.leap_origins(piece, square).contains(from)
            })
        })
    }

    /// Whether a rider of `by` could push the piece over empty squares and the edge or, with `PULLS`, leave the board over
    /// empty squares behind the rider and take the piece along.
    #[inline(always)]
    fn by_line<const PULLS: bool>(&self, square: Square, by: Color) -> bool {
        let push_pull = &self.pos.variant().tables.push_pull;
        push_pull.lines().iter().enumerate().any(|(index, line)| {
            let behind = &push_pull.lines()[line.opposite];
            let Some(rider) = behind.first(square, self.occupied) else {
                return false;
            };
            self.at(rider).is_some_and(|piece| {
                piece.color() == by
                    && push_pull.slides(piece, index)
                    && (line.is_open(square, self.occupied)
                        || PULLS
                            && behind.is_open(rider, self.occupied)
                            && push_pull.slides(piece, line.opposite)
                            && !self.pos.is_royal(piece.piece_type()))
            })
        })
    }
}
