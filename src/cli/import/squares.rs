//! Sets of squares of a board of at most 8x8 in the notation of both formats: `d4 e4`, `*8` for a rank, `a*` for a file.

use katydid::betza::Stride;

/// A set of squares, one bit per square: a1 is the lowest, then b1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squares(u64);

/// The bits of the first rank.
const RANK: u64 = 0xff;

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);

    /// Parses squares; those beyond eight files and ranks are left out. `None` if a word is not a square.
    pub fn read(text: &str) -> Option<Self> {
        let words = text.split_whitespace().filter(|word| *word != "-");
        words
            .map(|word| {
                let (file, rank) = word.split_at_checked(1)?;
                let rank_set = |rank: u64| match rank {
                    1..=8 => RANK << (8 * (rank - 1)),
                    _ => 0,
                };
                let ranks = match rank {
                    "*" => u64::MAX,
                    _ => rank_set(rank.parse().ok()?),
                };
                let files = match file.as_bytes() {
                    b"*" => u64::MAX,
                    [file @ b'a'..=b'h'] => 0x0101_0101_0101_0101 << (file - b'a'),
                    [b'i'..=b'l'] => 0,
                    _ => return None,
                };
                Some(ranks & files)
            })
            .try_fold(Self::NONE, |all, one| Some(Self(all.0 | one?)))
    }

    /// A whole rank, from 1.
    pub fn rank(rank: usize) -> Self {
        Self(RANK << (8 * (rank - 1)))
    }

    /// The squares of the set that lie on a board.
    pub fn on(self, (files, ranks): (usize, usize)) -> Self {
        let board = (0..ranks).fold(0, |all, rank| all | (RANK >> (8 - files)) << (8 * rank));
        Self(self.0 & board)
    }

    /// The squares of a board that are not in the set.
    pub fn rest(self, board: (usize, usize)) -> Self {
        Self(!self.0).on(board)
    }

    /// The squares of a board from which none of the strides of a piece of White's stays on it.
    pub fn without_steps(steps: &[Stride], (files, ranks): (usize, usize)) -> Self {
        let stays = |at: usize, by: i8, most: usize| {
            at.checked_add_signed(isize::from(by))
                .is_some_and(|to| to < most)
        };
        let mut squares = Self::NONE;
        for rank in 0..ranks {
            for file in 0..files {
                let goes_on = |step: &Stride| {
                    stays(file, step.files, files) && stays(rank, step.ranks, ranks)
                };
                if !steps.iter().any(goes_on) {
                    squares.0 |= 1 << (8 * rank + file);
                }
            }
        }
        squares
    }

    /// The intersection.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The union.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set mirrored to the other side of a board (first rank to last rank).
    pub fn mirrored(self, (_, ranks): (usize, usize)) -> Self {
        Self(self.0.swap_bytes() >> (8 * (8 - ranks)))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The text in a variant file: whole ranks, and squares.
    pub fn text(self, (files, ranks): (usize, usize)) -> String {
        let mut words = Vec::new();
        for rank in 0..ranks {
            let row = self.0 >> (8 * rank) & RANK >> (8 - files);
            if row == RANK >> (8 - files) {
                words.push(format!("*{}", rank + 1));
                continue;
            }
            let files = (0..files).filter(|file| row >> file & 1 == 1);
            words
                .extend(files.map(|file| format!("{}{}", char::from(b'a' + file as u8), rank + 1)));
        }
        words.join(" ")
    }
}
