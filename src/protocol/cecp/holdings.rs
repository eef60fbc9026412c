//! The pieces in hand, which XBoard shows beside its board: on the right White's, on the left Black's, one file away from it.

use super::setup;
use crate::base::{Color, Piece, PieceType};
use crate::variant::Variant;

/// The piece that a person takes up, by the square as XBoard writes it: `i3` beside a board of seven files, `_7` on the
/// left. White's rows count from the bottom, Black's from the top, and each letter of the piece table has one in
/// the order of slots (4.9.1, function `PieceToNumber`). `None` for other texts.
pub fn piece_at(variant: &'static Variant, text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let file = u32::from(letters.next()?);
    let number: u8 = letters.as_str().parse().ok()?;
    let rules = &variant.rules;
    let (color, row) = if file == u32::from(b'a' + rules.files + 1) {
        (Color::White, number.checked_sub(1)?)
    } else if file == u32::from(b'a' - 2) {
        (Color::Black, rules.ranks.checked_sub(number)?)
    } else {
        return None;
    };
    let slots = setup::slots(variant, color).into_iter().enumerate();
    let mut pieces: Vec<(usize, usize)> = slots
        .filter_map(|(index, slot)| Some((slot?, index)))
        .collect();
    pieces.sort_unstable();
    let (_, index) = pieces.get(usize::from(row))?;
    Some(Piece::new(color, PieceType::new(*index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn pieces_stand_in_the_order_of_the_piece_table() {
        let at = |game: &str, text: &str| {
            let variant = Catalogue::embedded().variant(game).expect("a game");
            let piece = piece_at(variant, text)?;
            Some((
                piece.color(),
                variant.letter_of(piece.piece_type()).to_owned(),
            ))
        };
        let is = |color, letter: &str| Some((color, letter.to_owned()));
        assert_eq!(at("hopgi", "i1"), is(Color::White, "B"));
        assert_eq!(at("hopgi", "i3"), is(Color::White, "P"));
        assert_eq!(at("hopgi", "_7"), is(Color::Black, "B"));
        assert_eq!(at("hopgi", "_6"), is(Color::Black, "R"));
        assert_eq!(at("crazyhouse", "j1"), is(Color::White, "P"));
        assert_eq!(at("crazyhouse", "_4"), is(Color::Black, "Q"));
        for text in ["a1", "h1", "i0", "_8", "_", "i", "", "é3", "i99", "i999"] {
            assert_eq!(at("hopgi", text), None, "{text}");
        }
    }
}
