//! Squares of the 8x8 frame that contains every board.

use std::fmt;
use std::str::FromStr;

/// A square: file 0-7 (a-h), rank 0-7 (1-8). Smaller boards use the lower left part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of squares of the frame.
    pub const COUNT: usize = 64;

    /// The square with the given index, a1 = 0, b1 = 1, ... h8 = 63; only the low six bits count.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on a file and rank, both 0-7; only their low three bits count.
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// The square `files` to the right and `ranks` up, if it is inside the 8x8 frame.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Self::at(file as u8, rank as u8))
        }
    }

    /// The index 0-63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file 0-7.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank 0-7.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Whether the square is a light one (h1 is).
    #[inline(always)]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) & 1 == 1
    }

    /// The king's distance to another square on an empty board (Chebyshev distance).
    #[inline(always)]
    pub const fn steps_to(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The king's distance to each square on an empty board.
    #[inline(always)]
    pub fn steps_from(self) -> &'static [u8; 64] {
        &STEPS[self.index()]
    }

    /// All squares, a1 b1 ... h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }
}

static STEPS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (from, to) = (index / Square::COUNT, index % Square::COUNT);
        table[from][to] = Square::new(from as u8).steps_to(Square::new(to as u8));
        index += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a square; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a square (expected a file a-h and a rank 1-8, as in e4)")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(SquareError(text.chars().take(20).collect())),
        }
    }
}
