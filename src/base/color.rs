//! The two sides.

use std::ops::Not;

/// A side. White moves first and up the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side whose letters are upper case; its pawns move towards the eighth rank.
    White,
    /// The side whose letters are lower case; its pawns move towards the first rank.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: the index into tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in a FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The name of the side as shown to people: `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}
