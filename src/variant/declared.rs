//! Pieces that the player declares, beside the pieces of the game or in their place.

use super::definition::PieceDefinition;

/// Letters that always mean the pieces of chess.
pub(super) const RESERVED: &str = "KQRBNP";

/// Pieces declared by the player.
#[derive(Clone, Debug, Default)]
pub struct DeclaredPieces {
    pub(super) text: String,
    pub(super) pieces: Vec<PieceDefinition>,
}

impl DeclaredPieces {
    /// The text as it was given; empty if no piece is declared.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether no piece is declared.
    pub const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The declared letters.
    pub fn letters(&self) -> impl Iterator<Item = &str> {
        self.pieces
            .iter()
            .map(|piece| piece.letter.as_ref().as_str())
    }

    /// The piece of a letter.
    pub(super) fn of_letter(&self, letter: &str) -> Option<&PieceDefinition> {
        self.pieces
            .iter()
            .find(|piece| piece.letter.as_ref() == letter)
    }
}
