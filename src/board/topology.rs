//! The squares of a board and the steps between them.

use crate::base::{Bitboard, Square};

/// One of the eight queen directions; the number is the index into [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Direction(u8);

impl Direction {
    /// North, east, north-east, north-west, then their opposites: `d` and `d + 4` are one line.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    const STRIDES: [(i8, i8); 8] = [
        (0, 1),
        (1, 0),
        (1, 1),
        (-1, 1),
        (0, -1),
        (-1, 0),
        (-1, -1),
        (1, -1),
    ];

    /// The stride `(files, ranks)`.
    pub const fn stride(self) -> (i8, i8) {
        Self::STRIDES[self.0 as usize]
    }

    /// The line 0-3 the direction runs along: file, rank, rising diagonal, falling diagonal.
    pub const fn line(self) -> usize {
        self.0 as usize & 3
    }

    /// The direction of a one-step stride; `None` for anything that is no king step.
    pub fn of(files: i8, ranks: i8) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.stride() == (files, ranks))
    }
}

/// The board: the squares that exist and the closed corners that no diagonal step may pass.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Topology {
    squares: Bitboard,
    closed: Vec<(Square, Square)>,
}

impl Topology {
    /// The full 8x8 board.
    pub const STANDARD: &'static Self = &Self {
        squares: Bitboard::ALL,
        closed: Vec::new(),
    };

    /// A board of the given squares in which the given pairs of diagonal neighbours are walled off
    /// from each other, in both directions.
    pub const fn new(squares: Bitboard, closed: Vec<(Square, Square)>) -> Self {
        Self { squares, closed }
    }

    /// The squares that exist.
    pub const fn squares(&self) -> Bitboard {
        self.squares
    }

    /// The pairs of diagonal neighbours that are walled off from each other.
    pub fn closed(&self) -> &[(Square, Square)] {
        &self.closed
    }

    /// The square one king step away, if it exists and no wall stands in between.
    pub fn step(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let to = from
            .offset(files, ranks)
            .filter(|to| self.squares.contains(*to))?;
        let walled = self
            .closed
            .iter()
            .any(|&(a, b)| (from, to) == (a, b) || (from, to) == (b, a));
        (!walled).then_some(to)
    }

    /// The square a leap away, if it exists; a leap of one diagonal step still respects the walls.
    pub fn leap(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        if files.abs() <= 1 && ranks.abs() <= 1 {
            return self.step(from, files, ranks);
        }
        from.offset(files, ranks)
            .filter(|to| self.squares.contains(*to))
    }
}
