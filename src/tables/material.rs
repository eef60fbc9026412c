//! Material (the pieces on the board) and its notation: `KQvKR`.

use super::TableError;
use crate::base::{Color, Piece, PieceType, PieceTypeSet};
use crate::position::Position;
use crate::variant::Variant;
use std::fmt::Write as _;

/// The number of pieces of each kind (type and colour), four bits per kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Material(u128);

impl Material {
    /// The material of a position.
    pub fn of(pos: &Position) -> Self {
        let pieces = pos.occupied().into_iter().filter_map(|at| pos.at(at));
        pieces.fold(Self::default(), |all, piece| all.with(piece.index()))
    }

    /// This material with one more piece, given by its [index](Piece::index).
    #[must_use]
    pub(super) const fn with(self, piece: usize) -> Self {
        Self(self.0 + (1 << (4 * piece)))
    }

    /// This material without one piece, given by its [index](Piece::index); the material must contain it.
    #[must_use]
    pub(super) const fn without(self, piece: usize) -> Self {
        Self(self.0 - (1 << (4 * piece)))
    }

    /// The number of pieces with an [index](Piece::index).
    pub(super) const fn count(self, piece: usize) -> usize {
        (self.0 >> (4 * piece) & 15) as usize
    }

    /// The number of pieces of a side.
    pub fn side(self, color: Color) -> usize {
        (0..16)
            .map(|index| self.count(Piece::new(color, PieceType::new(index)).index()))
            .sum()
    }

    /// The number of pieces of both sides.
    pub fn len(self) -> usize {
        (0..Piece::COUNT).map(|piece| self.count(piece)).sum()
    }

    /// Whether there are no pieces.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces present, each kind (type and colour) once.
    pub(super) fn kinds(self) -> impl Iterator<Item = Piece> {
        let all = Color::ALL
            .into_iter()
            .flat_map(|color| (0..16).map(move |index| Piece::new(color, PieceType::new(index))));
        all.filter(move |piece| self.count(piece.index()) > 0)
    }

    /// The piece types present, of either side.
    pub fn piece_types(self) -> PieceTypeSet {
        self.kinds().map(Piece::piece_type).collect()
    }

    /// The material with the colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self(self.0.rotate_left(64))
    }

    /// The signature: the letters of White's pieces, `v`, the letters of Black's. Each side lists kings first, then the most valuable pieces.
    pub fn name(self, variant: &Variant) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for piece_type in order(variant) {
                let count = self.count(Piece::new(color, piece_type).index());
                for _ in 0..count {
                    let _ = write!(text, "{}", variant.letter_of(piece_type));
                }
            }
            if color == Color::White {
                text.push('v');
            }
        }
        text
    }

    /// Parses a signature. Black's letters may be lower case, as in a FEN.
    ///
    /// # Errors
    /// [`TableError::Signature`], which quotes the text.
    pub fn parse(variant: &Variant, text: &str) -> Result<Self, TableError> {
        let wrong = |expected: String| TableError::Signature {
            text: text.chars().take(40).collect(),
            expected,
        };
        let Some((white, black)) = text.split_once('v') else {
            return Err(wrong(
                "White's letters, `v`, Black's letters, as in KQvK".to_owned(),
            ));
        };
        let mut material = Self::default();
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            let mut letters = side.chars().peekable();
            while let Some(letter) = letters.next() {
                let mut name = letter.to_ascii_uppercase().to_string();
                if letter == '+' {
                    name.extend(letters.next().map(|it| it.to_ascii_uppercase()));
                }
                let Some(piece_type) = variant.type_of_letter(&name) else {
                    let letters = variant.letters();
                    let expected = format!(
                        "pieces of {} ({letters}) instead of '{letter}'",
                        variant.name
                    );
                    return Err(wrong(expected));
                };
                let piece = Piece::new(color, piece_type).index();
                if material.count(piece) == 10 {
                    return Err(wrong("at most ten pieces of a kind".to_owned()));
                }
                material = material.with(piece);
            }
        }
        for color in Color::ALL {
            let kings: usize = (variant.rules.royals.iter())
                .map(|royal| material.count(Piece::new(color, royal).index()))
                .sum();
            let one_king = !variant.rules.any_kings || variant.rules.kings_in_hand;
            if kings != 1 && one_king && !variant.rules.capabilities.royal_capture {
                return Err(wrong(format!(
                    "one king for {} (found {kings})",
                    color.name()
                )));
            }
        }
        if Color::ALL.iter().any(|color| material.side(*color) == 0) {
            return Err(wrong("a piece of each side".to_owned()));
        }
        Ok(material)
    }

    /// A sort key for a side's strength: number of pieces, endgame value, then the counts as a tie-break.
    pub(super) fn strength(self, variant: &Variant, color: Color) -> (usize, i64, u128) {
        let kinds = self.kinds().filter(|piece| piece.color() == color);
        let worth = kinds
            .map(|piece| worth(variant, piece.piece_type()) * self.count(piece.index()) as i64);
        let own = match color {
            Color::White => self.0 & u128::from(u64::MAX),
            Color::Black => self.0 >> 64,
        };
        (self.side(color), worth.sum(), own)
    }
}

fn worth(variant: &Variant, piece_type: PieceType) -> i64 {
    i64::from(variant.values.of(piece_type).eg())
}

/// Piece types in the order of signatures.
fn order(variant: &Variant) -> Vec<PieceType> {
    let mut types: Vec<PieceType> = variant.rules.all_types().collect();
    types.sort_by_key(|piece_type| {
        let royal = variant.rules.royals.contains(*piece_type);
        (!royal, -worth(variant, *piece_type), *piece_type)
    });
    types
}
