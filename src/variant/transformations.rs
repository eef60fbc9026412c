//! Where men are reborn and what they turn into: the tables behind Circe and Einstein effects and
//! conditions.

use crate::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, Square};

/// The ladder of types for Einstein changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    sinks: [PieceType; MAX_PIECE_TYPES],
    rises: [PieceType; MAX_PIECE_TYPES],
}

impl Ladder {
    /// The ladder of these types, the highest first.
    pub(super) fn new(rungs: &[PieceType]) -> Self {
        let mut ladder = Self {
            sinks: std::array::from_fn(PieceType::new),
            rises: std::array::from_fn(PieceType::new),
        };
        for pair in rungs.windows(2) {
            ladder.sinks[pair[0].index()] = pair[1];
            ladder.rises[pair[1].index()] = pair[0];
        }
        ladder
    }

    /// The next lower type; the lowest and types off the ladder stay.
    #[inline(always)]
    pub const fn sunk(&self, piece_type: PieceType) -> PieceType {
        self.sinks[piece_type.index()]
    }

    /// The next higher type; the highest and types off the ladder stay.
    #[inline(always)]
    pub const fn risen(&self, piece_type: PieceType) -> PieceType {
        self.rises[piece_type.index()]
    }

    /// The type that the effect of a hurdler of type `hurdler` gives its hurdle: past the end of the
    /// ladder the hurdler's own.
    pub fn hurdled(&self, hurdle: PieceType, hurdler: PieceType, captured: bool) -> PieceType {
        let on_ladder = self.sunk(hurdle) != hurdle || self.risen(hurdle) != hurdle;
        let next = if captured {
            self.risen(hurdle)
        } else {
            self.sunk(hurdle)
        };
        if on_ladder && next == hurdle {
            hurdler
        } else {
            next
        }
    }
}

/// How the home square of a man is found, as White sees it; for Black the ranks are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// Always the same square.
    Square(Square),
    /// The one of two squares that has the colour of the square it stood on: first the light one.
    Shade(Square, Square),
    /// On a rank (0-7 from its own side), on the file of the square it stood on.
    Rank(u8),
}

impl Home {
    fn square(self, color: Color, at: Square, ranks: u8) -> Square {
        let turned = |square: Square| match color {
            Color::White => square,
            Color::Black => Square::at(square.file(), ranks - 1 - square.rank()),
        };
        match self {
            Self::Square(square) => turned(square),
            Self::Shade(light, dark) => {
                let two = [turned(light), turned(dark)];
                let alike = |square: &Square| square.is_light() == at.is_light();
                two.into_iter().find(alike).unwrap_or(two[0])
            }
            Self::Rank(rank) => turned(Square::at(at.file(), rank)),
        }
    }
}

/// The home squares of all men, by piece and by the square from where they are reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes(Box<[[Square; Square::COUNT]; Piece::COUNT]>);

impl Homes {
    /// The home squares of piece types, on a board of so many ranks.
    pub(super) fn new(homes: &[Home], ranks: u8) -> Self {
        let mut table = Box::new([[Square::at(0, 0); Square::COUNT]; Piece::COUNT]);
        for (index, home) in homes.iter().enumerate() {
            for color in Color::ALL {
                table[Piece::new(color, PieceType::new(index)).index()] =
                    std::array::from_fn(|at| home.square(color, Square::new(at as u8), ranks));
            }
        }
        Self(table)
    }

    /// The home square of a man for a rebirth from `at`.
    #[inline(always)]
    pub const fn of(&self, piece: Piece, at: Square) -> Square {
        self.0[piece.index()][at.index()]
    }
}
