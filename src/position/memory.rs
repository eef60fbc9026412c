//! What conditions remember from one move to the next, beside the pieces: the last field of a FEN, as in `waiting:Nd5`.

use super::fen_error::{FenError, field_error};
use crate::base::{Piece, Square};
use crate::variant::{Remembered, Variant};

/// What a game remembers beside its pieces; nothing in games without conditions that do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The piece captured by the last move, with the square of the capture, if the next move brings it back.
    pub waiting: Option<(Square, Piece)>,
}

impl Memory {
    /// The number of [words](Self::words).
    pub const WORDS: usize = 1;

    /// Whether nothing is remembered.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.waiting.is_none()
    }

    /// All that is remembered, as numbers: equal only where the memories are equal, 0 for nothing.
    pub fn words(&self) -> [u64; Self::WORDS] {
        let waiting = self.waiting.map_or(0, |(square, piece)| {
            1 + (square.index() + usize::from(piece.bits()) * Square::COUNT) as u64
        });
        [waiting]
    }

    /// The field of a FEN; `None` if nothing is remembered.
    pub fn text(&self, variant: &Variant) -> Option<String> {
        let (square, piece) = self.waiting?;
        let letter = variant.letter_of_piece(piece) + variant.mark_of(piece);
        Some(format!("{}:{letter}{square}", Remembered::Waiting.name()))
    }

    /// Reads the field of a FEN.
    ///
    /// # Errors
    /// [`FenError::Field`] for what the game does not remember, and for pieces or squares that it does not have.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, FenError> {
        let mut memory = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once(':').unwrap_or((part, ""));
            let kinds = Remembered::ALL.into_iter();
            let mut kinds = kinds.filter(|kind| variant.rules.conditions.remembers(*kind));
            let wrong = |expected: String| field_error("memory", part, expected);
            match kinds.find(|kind| kind.name() == name) {
                Some(Remembered::Waiting) => {
                    let expected = "a captured piece and its square, as in waiting:Nd5";
                    let waiting = piece_on_square(variant, value);
                    memory.waiting = Some(waiting.ok_or_else(|| wrong(expected.to_owned()))?);
                }
                None => {
                    let expected = "no such field, as {} remembers nothing of the kind";
                    return Err(wrong(expected.replace("{}", &variant.name)));
                }
            }
        }
        Ok(memory)
    }
}

/// Reads a piece and its square: `Nd5` a white knight, `nd5` a black one.
fn piece_on_square(variant: &Variant, text: &str) -> Option<(Square, Piece)> {
    let (letter, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let square: Square = square.parse().ok()?;
    let (letter, marked) = match letter.strip_suffix('~') {
        Some(letter) => (letter, true),
        None => (letter, false),
    };
    let color = if letter.contains(|c: char| c.is_ascii_uppercase()) {
        crate::base::Color::White
    } else {
        crate::base::Color::Black
    };
    let piece_type = variant.type_of_letter(&letter.to_ascii_uppercase())?;
    let piece = Piece::new(color, piece_type);
    let piece = if marked {
        variant.marked(piece)?
    } else {
        piece
    };
    let is_on_board = variant.rules.board.squares().contains(square);
    is_on_board.then_some((square, piece))
}
