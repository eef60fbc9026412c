//! Pieces that a player declares, in addition to the pieces of the game or instead of them.

use super::definition::PieceDefinition;

/// The letters of the chess pieces, reserved for them in play.
pub(super) const RESERVED: &str = "KQRBNP";

/// The pieces that a player has declared.
#[derive(Clone, Debug, Default)]
pub struct DeclaredPieces {
    pub(super) text: String,
    pub(super) pieces: Vec<PieceDefinition>,
}

impl DeclaredPieces {
    /// The declarations as text; empty if no piece is declared.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether no piece is declared.
    pub const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The letters of the declared pieces.
    pub fn letters(&self) -> impl Iterator<Item = &str> {
        self.pieces
            .iter()
            .map(|piece| piece.letter.as_ref().as_str())
    }

    /// Whether the piece with a letter is declared as half-neutral.
    pub fn is_half_neutral(&self, letter: &str) -> bool {
        self.of_letter(letter)
            .is_some_and(|piece| piece.half_neutral)
    }

    /// The declared piece with a letter.
    pub(super) fn of_letter(&self, letter: &str) -> Option<&PieceDefinition> {
        self.pieces
            .iter()
            .find(|piece| piece.letter.as_ref() == letter)
    }
}
