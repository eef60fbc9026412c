//! The board as move generators need it: blockers, possible arrival squares, capturable pieces, cylinder or not. Games with iron
//! pieces, cylinders and each of two boards need different arenas.

use crate::base::{Bitboard, Color};
use crate::board::Topology;
use crate::position::Position;

/// Blockers, arrival squares and capturable pieces for the moves of one side.
#[derive(Clone, Copy, Debug)]
pub struct Arena {
    /// The occupied squares, which block and are hopped over.
    pub occupied: Bitboard,
    /// The squares that a pawn can step over.
    pub open: Bitboard,
    /// The squares on which a move that does not capture can end.
    pub vacant: Bitboard,
    /// The pieces that can be captured.
    pub enemies: Bitboard,
    /// Whether the first and the last file are neighbours.
    pub wraps: bool,
}

impl Arena {
    /// The arena of a side in a game in which all enemy pieces can be captured and the board has edges on all sides.
    #[inline(always)]
    pub fn plain(pos: &Position, us: Color) -> Self {
        Self {
            occupied: pos.occupied(),
            open: pos.vacant(),
            vacant: pos.vacant(),
            enemies: pos.by_color(!us),
            wraps: false,
        }
    }

    /// The arena of a side in any game.
    #[inline(always)]
    pub fn of(pos: &Position, us: Color) -> Self {
        Self {
            enemies: pos.capturable(!us),
            wraps: pos.variant().rules.board.wraps(),
            ..Self::plain(pos, us)
        }
    }

    /// The arena for the pieces on one of two boards; `board` is a mask of that board's pieces. A move that does not capture has
    /// to end on a square that is empty on both boards.
    pub fn on(self, pos: &Position, board: Bitboard) -> Self {
        let occupied = self.occupied & board;
        Self {
            occupied,
            open: pos.variant().rules.board.squares() & !occupied,
            enemies: self.enemies & board,
            ..self
        }
    }

    /// The topology of the board, if pawns can capture over its edge.
    #[inline(always)]
    pub fn round_board<'a>(&self, pos: &'a Position) -> Option<&'a Topology> {
        self.wraps.then_some(&pos.variant().rules.board)
    }
}
