//! The squares of a board and the steps between them.

use crate::base::{Bitboard, Square};

/// One of the eight queen directions; the number is the index into [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Direction(u8);

impl Direction {
    /// North, east, north-east, north-west, then their opposites: directions `d` and `d + 4` lie on one line.
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

    /// The direction of a one-step stride; `None` if the stride is not a king step.
    pub fn of(files: i8, ranks: i8) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.stride() == (files, ranks))
    }
}

/// The board: its squares, walls between diagonal neighbours, and whether it is a cylinder.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Topology {
    squares: Bitboard,
    closed: Vec<(Square, Square)>,
    /// The number of files if the board is a cylinder, whose first and last file are neighbours; else `None`.
    round: Option<u8>,
}

impl Topology {
    /// The full 8x8 board.
    pub const STANDARD: &'static Self = &Self {
        squares: Bitboard::ALL,
        closed: Vec::new(),
        round: None,
    };

    /// A board of the given squares in which the given pairs of diagonal neighbours are walled off
    /// from each other, in both directions.
    pub const fn new(squares: Bitboard, closed: Vec<(Square, Square)>) -> Self {
        Self {
            squares,
            closed,
            round: None,
        }
    }

    /// The same board as a cylinder of `files` files (at least three): the first and the last are neighbours.
    #[must_use]
    pub fn wrapped(self, files: u8) -> Self {
        Self {
            round: Some(files),
            ..self
        }
    }

    /// The same board as a cylinder of all its files.
    #[must_use]
    pub fn round(&self) -> Self {
        let files = self.squares.into_iter().map(Square::file).max();
        self.clone().wrapped(files.map_or(1, |file| file + 1))
    }

    /// The same board with edges on all sides.
    #[must_use]
    pub fn flat(&self) -> Self {
        Self {
            round: None,
            ..self.clone()
        }
    }

    /// Whether the first and the last file are neighbours.
    #[inline(always)]
    pub const fn wraps(&self) -> bool {
        self.round.is_some()
    }

    /// Whether this is the 8x8 board with all its squares and without walls, flat or as a cylinder.
    pub fn is_full(&self) -> bool {
        self.squares == Bitboard::ALL && self.closed.is_empty()
    }

    /// A set shifted one file to the right, on a cylinder across the edge.
    #[inline]
    #[must_use]
    pub const fn east(&self, set: Bitboard) -> Bitboard {
        match self.round {
            None => set.east(),
            Some(files) => {
                let last = set.0 & Bitboard::file(files - 1).0;
                Bitboard((set.0 & !last) << 1 | last >> (files - 1))
            }
        }
    }

    /// A set shifted one file to the left, on a cylinder across the edge.
    #[inline]
    #[must_use]
    pub const fn west(&self, set: Bitboard) -> Bitboard {
        match self.round {
            None => set.west(),
            Some(files) => {
                let first = set.0 & Bitboard::FILE_A.0;
                Bitboard((set.0 & !first) >> 1 | first << (files - 1))
            }
        }
    }

    /// The square `files` to the right and `ranks` up, if it is inside the 8x8 frame; on a cylinder strides cross the side edges.
    pub const fn offset(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        match self.round {
            None => from.offset(files, ranks),
            Some(round) => {
                let file = (from.file() as i8 + files).rem_euclid(round as i8);
                from.offset(file - from.file() as i8, ranks)
            }
        }
    }

    /// The squares of the board.
    pub const fn squares(&self) -> Bitboard {
        self.squares
    }

    /// The pairs of diagonal neighbours that are walled off from each other.
    pub fn closed(&self) -> &[(Square, Square)] {
        &self.closed
    }

    /// The square one king step away, if it exists and no wall stands in between.
    pub fn step(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let to = self
            .offset(from, files, ranks)
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
        self.offset(from, files, ranks)
            .filter(|to| self.squares.contains(*to))
    }
}
