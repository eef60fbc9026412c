//! The page's names of squares and pieces.
//!
//! A square is `e4`, on the second of two boards `e4B`; a piece is the letter of its side and its own letter, `wA`, with `~`
//! at the end if it is marked (as a promoted pawn, or as neutral).

use katydid::base::{Color, Piece, Square};
use katydid::variant::Variant;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

#[derive(Clone, Serialize)]
pub struct ShownPiece {
    /// `white` or `black`.
    pub color: &'static str,
    /// The letter of the piece type in the game.
    pub letter: String,
    /// The name of the piece type.
    pub name: String,
    /// The address of the picture.
    pub picture: String,
    /// What the mark of the piece says (a promoted pawn, a neutral piece), if it has one.
    pub mark: Option<&'static str>,
    /// The sort order among the pieces of one side.
    pub order: usize,
}

pub fn square(square: Square, on_board_b: bool) -> String {
    if on_board_b {
        format!("{square}B")
    } else {
        square.to_string()
    }
}

/// The name of a square, on the board of the piece.
pub fn square_of(variant: &Variant, at: Square, piece: Option<Piece>) -> String {
    square(at, piece.is_some_and(|piece| is_on_board_b(variant, piece)))
}

/// Whether a piece stands on the second of two boards.
pub fn is_on_board_b(variant: &Variant, piece: Piece) -> bool {
    variant.rules.capabilities.two_boards && piece.is_on_board_b()
}

/// Parses the name of a square; the flag is true on the second board.
pub fn read_square(text: &str) -> Option<(Square, bool)> {
    let plain = text.strip_suffix('B');
    let at = plain.unwrap_or(text).parse().ok()?;
    Some((at, plain.is_some()))
}

/// The side in words.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// What the mark of a piece says, in English.
fn mark(variant: &Variant, piece: Piece) -> Option<&'static str> {
    if variant.is_neutral(piece) {
        Some("neutral piece")
    } else if variant.is_chameleon(piece) {
        Some("chameleon")
    } else {
        piece.is_promoted().then_some("promoted pawn")
    }
}

pub fn piece_name(variant: &Variant, piece: Piece) -> String {
    let mark = variant.mark_of(piece);
    let letter = variant.letter_of(piece.piece_type());
    format!("{}{letter}{mark}", piece.color().letter())
}

pub fn read_piece(variant: &Variant, text: &str) -> Option<Piece> {
    let plain = text.strip_suffix('~');
    let (color, letter) = plain.unwrap_or(text).split_at_checked(1)?;
    let color = match color {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    let piece = Piece::new(color, variant.type_of_letter(letter)?);
    Some(match plain {
        Some(_) => variant.marked(piece).unwrap_or(piece),
        None => piece,
    })
}

/// All pieces of a game by their names.
pub fn pieces_by_name(variant: &Arc<Variant>) -> BTreeMap<String, ShownPiece> {
    let mut pieces = BTreeMap::new();
    for color in Color::ALL {
        for piece_type in variant.rules.all_types() {
            let piece = Piece::new(color, piece_type);
            for piece in [piece].into_iter().chain(variant.marked(piece)) {
                pieces.insert(piece_name(variant, piece), described(variant, piece));
            }
        }
    }
    pieces
}

fn described(variant: &Arc<Variant>, piece: Piece) -> ShownPiece {
    let declared = variant.declared_text();
    let letter = variant.letter_of(piece.piece_type()).to_owned();
    let mut picture = format!(
        "/pieces/{}/{}{}.svg",
        escaped(&variant.base().name),
        piece.color().letter(),
        escaped(&letter)
    );
    if !declared.is_empty() {
        let _ = write!(picture, "?pieces={}", escaped(declared));
    }
    ShownPiece {
        color: side(piece.color()),
        name: variant.name_of(piece.piece_type()),
        letter,
        picture,
        mark: mark(variant, piece),
        order: piece.piece_type().index(),
    }
}

/// A text, percent-encoded for an address.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
