//! What moves can change besides the men that move and are taken, compiled into tables: the conditions
//! of a game, the ladder of types for Einstein changes, and the home squares for Circe rebirths.

use super::definition::Condition;
use crate::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square};

/// A set of conditions in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions(u8);

impl Conditions {
    /// The set of the given conditions; their order in a file means nothing.
    pub fn new(conditions: &[Condition]) -> Self {
        Self(conditions.iter().fold(0, |set, one| set | 1 << *one as u8))
    }

    /// Whether a condition holds.
    #[inline(always)]
    pub const fn has(self, condition: Condition) -> bool {
        self.0 >> condition as u8 & 1 != 0
    }

    /// Whether none holds.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a man that captures changes colour.
    #[inline(always)]
    pub const fn turn_captors(self) -> bool {
        self.has(Condition::Andernach) || self.has(Condition::Superandernach)
    }

    /// Whether a man that moves without capturing changes colour.
    #[inline(always)]
    pub const fn turn_movers(self) -> bool {
        self.has(Condition::Antiandernach) || self.has(Condition::Superandernach)
    }

    /// Whether more than the capturing movement decides what is attacked.
    #[inline(always)]
    pub const fn qualify_attacks(self) -> bool {
        self.has(Condition::Madrasi) || self.has(Condition::Anticirce)
    }
}

/// The tables of a game for changes of colour, type and place.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The conditions that hold for every move.
    pub conditions: Conditions,
    sinks: [PieceType; MAX_PIECE_TYPES],
    rises: [PieceType; MAX_PIECE_TYPES],
    homes: Box<[[Square; Square::COUNT]; Piece::COUNT]>,
}

/// The letters of the Einstein ladder from its top to its bottom.
const LADDER: [&str; 5] = ["Q", "R", "B", "N", "P"];

impl Changes {
    /// The tables for piece types of these letters on a board of so many ranks (rebirth asks for the 8x8
    /// board).
    pub fn new(
        conditions: &[Condition],
        letters: &[&str],
        royals: PieceTypeSet,
        pawn: Option<PieceType>,
        ranks: u8,
    ) -> Self {
        let of_letter = |letter: &str| letters.iter().position(|known| *known == letter);
        // Types that the game does not have are left out: the ladder closes up.
        let rungs: Vec<usize> = LADDER
            .iter()
            .filter_map(|letter| of_letter(letter))
            .collect();
        let mut sinks: [PieceType; MAX_PIECE_TYPES] = std::array::from_fn(PieceType::new);
        let mut rises = sinks;
        for pair in rungs.windows(2) {
            sinks[pair[0]] = PieceType::new(pair[1]);
            rises[pair[1]] = PieceType::new(pair[0]);
        }
        let mut homes = Box::new([[Square::at(0, 0); Square::COUNT]; Piece::COUNT]);
        for (index, letter) in letters.iter().enumerate() {
            let piece_type = PieceType::new(index);
            for color in Color::ALL {
                let home = if royals.contains(piece_type) {
                    Home::File(4)
                } else if pawn == Some(piece_type) {
                    Home::SecondRank
                } else {
                    Home::of(letter)
                };
                homes[Piece::new(color, piece_type).index()] =
                    std::array::from_fn(|at| home.square(color, Square::new(at as u8), ranks));
            }
        }
        Self {
            conditions: Conditions::new(conditions),
            sinks,
            rises,
            homes,
        }
    }

    /// The next lower type on the ladder Q R B N P; the lowest and types off the ladder stay.
    #[inline(always)]
    pub const fn sunk(&self, piece_type: PieceType) -> PieceType {
        self.sinks[piece_type.index()]
    }

    /// The next higher type on the ladder Q R B N P; the highest and types off the ladder stay.
    #[inline(always)]
    pub const fn risen(&self, piece_type: PieceType) -> PieceType {
        self.rises[piece_type.index()]
    }

    /// The type that the effect of a hurdler of type `hurdler` gives its hurdle: past the end of the
    /// ladder the hurdler's own.
    pub fn hurdled(&self, piece_type: PieceType, hurdler: PieceType, captured: bool) -> PieceType {
        let on_ladder = self.sunk(piece_type) != piece_type || self.risen(piece_type) != piece_type;
        let next = if captured {
            self.risen(piece_type)
        } else {
            self.sunk(piece_type)
        };
        if on_ladder && next == piece_type {
            hurdler
        } else {
            next
        }
    }

    /// The home square of a man for a rebirth from `at`.
    #[inline(always)]
    pub const fn home(&self, piece: Piece, at: Square) -> Square {
        self.homes[piece.index()][at.index()]
    }
}

/// How the home square of a man is found.
#[derive(Clone, Copy)]
enum Home {
    /// On the first rank, always the same file.
    File(u8),
    /// On the first rank, on the file that has the light or dark square it stood on.
    Shade { light: u8, dark: u8 },
    /// On the second rank, file of the square it stood on.
    SecondRank,
    /// On the last rank, file of the square it stood on.
    LastRank,
}

impl Home {
    fn of(letter: &str) -> Self {
        match letter {
            "Q" => Self::File(3),
            // For White; Black's squares are found by their shade, which the ranks exchange.
            "R" => Self::Shade { light: 7, dark: 0 },
            "B" => Self::Shade { light: 5, dark: 2 },
            "N" => Self::Shade { light: 1, dark: 6 },
            _ => Self::LastRank,
        }
    }

    fn square(self, color: Color, at: Square, ranks: u8) -> Square {
        let rank = |n: u8| match color {
            Color::White => n,
            Color::Black => ranks - 1 - n,
        };
        match self {
            Self::File(file) => Square::at(file, rank(0)),
            Self::Shade { light, dark } => {
                let white_like = at.is_light() == (color == Color::White);
                Square::at(if white_like { light } else { dark }, rank(0))
            }
            Self::SecondRank => Square::at(at.file(), rank(1)),
            Self::LastRank => Square::at(at.file(), rank(ranks - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{Color, Piece, Square};
    use crate::variant::Catalogue;

    #[test]
    fn home_squares_have_the_shade_of_the_square_left() {
        let variant = Catalogue::embedded().variant("circe").unwrap();
        for letter in ["R", "B", "N"] {
            for color in Color::ALL {
                let piece = Piece::new(color, variant.type_of_letter(letter).unwrap());
                for at in Square::all() {
                    let home = variant.rules.changes.home(piece, at);
                    assert_eq!(home.is_light(), at.is_light(), "{letter} {color:?} {at}");
                    assert_eq!(home.rank(), 7 * color as u8);
                }
            }
        }
    }
}
