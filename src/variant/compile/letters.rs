//! Resolves the letters in a variant file to piece types.

use super::piece_types::{PieceTypeDraft, unknown_letter};
use super::walls::WALL;
use crate::base::{PieceType, PieceTypeSet};
use crate::variant::definition::{Text, letters_of, twice};
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// Resolves letters in a variant file to piece types.
pub(super) struct Letters<'a> {
    /// The pieces of the file.
    pub drafts: &'a [PieceTypeDraft],
    /// The files, for the places of errors.
    pub source: &'a Source,
}

impl Letters<'_> {
    /// The piece types that a text lists, in order; an error if a letter occurs twice.
    pub fn list(&self, text: &Text) -> Result<Vec<PieceType>, LoadError> {
        let mut column = 1;
        let mut found = Vec::new();
        for letter in letters_of(text.as_ref()) {
            let piece_type = self.one(text, column, &letter)?;
            if found.contains(&piece_type) {
                return Err(self.source.error(text, column, twice(&letter)));
            }
            found.push(piece_type);
            column += letter.chars().count();
        }
        Ok(found)
    }

    /// The piece type of a letter at a column of a text.
    pub fn one(&self, text: &Text, column: usize, letter: &str) -> Result<PieceType, LoadError> {
        let is_it = |draft: &PieceTypeDraft| draft.text.letter == letter && letter != WALL;
        let Some(index) = self.drafts.iter().position(is_it) else {
            let message = unknown_letter(letter, self.drafts);
            return Err(self.source.no_piece(text, column, letter, message));
        };
        Ok(PieceType::new(index))
    }

    /// The piece types that a text lists, as a set.
    pub fn set(&self, text: &Text) -> Result<PieceTypeSet, LoadError> {
        Ok(self.list(text)?.into_iter().collect())
    }

    /// The piece types that castle on the queen's and on the king's wing. The text has one letter for both or, the king's wing first, two.
    pub fn castlers(&self, text: &Text) -> Result<[Option<PieceType>; 2], LoadError> {
        match self.list(text)?.as_slice() {
            [] => Ok([None; 2]),
            [castler] => Ok([Some(*castler); 2]),
            [kingside, queenside] => Ok([Some(*queenside), Some(*kingside)]),
            [first, second, ..] => {
                let length = |one: &PieceType| self.drafts[one.index()].text.letter.chars().count();
                let column = length(first) + length(second) + 1;
                let message = "a third piece to castle with (expected one letter, that of the piece in both corners, or one for each wing)";
                Err(self.source.error(text, column, message))
            }
        }
    }
}
