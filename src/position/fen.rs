//! FEN: reading into an unchecked [`Setup`], placing it on a board, and writing.
//!
//! [`FenFields`] splits the text, [`WrittenPosition`] reads the fields, and [`Setup`] turns letters into pieces of the game. The rules
//! decide whether the position is legal.

use super::fen_error::{FenError, field_error};
use super::fen_fields::FenFields;
use super::written::{WrittenChecks, WrittenHand, WrittenPiece, WrittenPosition};
use super::{Delta, Hand, HandEdit, Position, Rights, State};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::Variant;
use std::fmt::Write as _;
use std::sync::Arc;

/// A position as a FEN describes it, with pieces of the game in place of letters; legality is not checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces with their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The hands of White and Black.
    pub hands: [Hand; 2],
    /// Side to move, castling rights, en passant squares and counters.
    pub state: State,
    /// Whether the FEN has a castling field.
    pub has_castling_field: bool,
    /// The text of the castling field, in games where kings castle from any square or pieces have special first moves.
    pub castling: Option<String>,
    /// The seventh field: legs left and length of the turn.
    pub legs: Option<(u8, u8)>,
    /// The field of checks, as in three-check chess.
    pub checks: Option<WrittenChecks>,
    /// The text of what conditions remember, whose pieces have a meaning only when those of the game are known.
    pub memory: Option<String>,
}

impl Setup {
    /// A set-up of `pieces` with White to move, empty hands and no castling rights.
    pub fn of_pieces(pieces: Vec<(Square, Piece)>) -> Self {
        Self {
            pieces,
            hands: [Hand::default(); 2],
            state: State::default(),
            has_castling_field: true,
            castling: None,
            legs: None,
            checks: None,
            memory: None,
        }
    }

    /// Reads a FEN of the variant, in any of the dialects of [`FenFields`].
    ///
    /// # Errors
    /// [`FenError`] for the first field that cannot be understood.
    pub fn parse(variant: &Variant, text: &str) -> Result<Self, FenError> {
        Self::read(variant, &FenFields::split(text)?)
    }

    /// As [`Self::parse`], for a FEN that has been split into its fields.
    ///
    /// # Errors
    /// Those of [`Self::parse`].
    pub fn read(variant: &Variant, fields: &FenFields<'_>) -> Result<Self, FenError> {
        let written = WrittenPosition::read(variant, fields)?;
        let side = written.state.side_to_move;
        let pieces = written.pieces.iter();
        let pieces = pieces.map(|piece| piece_of(variant, piece, side));
        Ok(Self {
            pieces: pieces.collect::<Result<_, _>>()?,
            hands: hands_of(variant, written.hands.as_deref().unwrap_or_default())?,
            state: written.state,
            has_castling_field: written.has_castling_field,
            castling: written.castling,
            legs: written.legs,
            checks: written.checks,
            memory: written.memory,
        })
    }

    /// The piece types that stand on the board, of either side.
    pub fn piece_types(&self) -> impl Iterator<Item = PieceType> {
        self.pieces.iter().map(|(_, piece)| piece.piece_type())
    }
}

/// The letter for a square's file in the castling field: upper case for White, lower case for Black.
fn file_letter(square: Square, color: Color) -> char {
    let letter = (b'A' + square.file()) as char;
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// The piece that is written; a neutral one belongs to the side to move, whatever its case.
fn piece_of(
    variant: &Variant,
    written: &WrittenPiece,
    side_to_move: Color,
) -> Result<(Square, Piece), FenError> {
    let letter = match written.color {
        Color::White => written.letter.clone(),
        Color::Black => written.letter.to_ascii_lowercase(),
    };
    let Some(piece_type) = variant.type_of_letter(&written.letter) else {
        let expected = format!("a piece of {} ({})", variant.name, variant.letters());
        return Err(field_error("placement", &letter, expected));
    };
    let mut piece = Piece::new(written.color, piece_type);
    let neutrals = variant.rules.capabilities.neutrals;
    let promoted = !variant.rules.capabilities.marks_pieces();
    if written.marked && promoted && !variant.rules.can_become(piece_type) {
        let expected = "'~' right behind a piece that a pawn can become";
        return Err(field_error("placement", &format!("{letter}~"), expected));
    }
    if written.marked && neutrals && variant.rules.royals.contains(piece_type) {
        let expected = "'~' right behind a piece that is not royal";
        return Err(field_error("placement", &format!("{letter}~"), expected));
    }
    if written.marked {
        piece = variant.marked(piece).unwrap_or(piece);
    }
    if written.marked && neutrals {
        piece = piece.of(side_to_move);
    }
    if written.second {
        piece = piece.crossed();
    }
    Ok((written.square, piece))
}

fn hands_of(variant: &Variant, written: &[WrittenHand]) -> Result<[Hand; 2], FenError> {
    let mut hands = [Hand::default(); 2];
    for held in written {
        let wrong = |expected: String| field_error("hands", &held.letter.to_string(), expected);
        if variant.rules.hand.is_empty() {
            let expected = format!("no pieces, as {} has no drops", variant.name);
            return Err(wrong(expected));
        }
        let piece_type = variant
            .type_of_letter(&held.letter.to_ascii_uppercase().to_string())
            .filter(|piece_type| variant.rules.hand.contains(*piece_type))
            .ok_or_else(|| {
                let letters = variant.rules.hand_order.iter();
                let letters: Vec<&str> = letters.map(|held| variant.letter_of(*held)).collect();
                wrong(format!(
                    "a piece that can be dropped ({})",
                    letters.join(" ")
                ))
            })?;
        let color = if held.letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let hand = &mut hands[color.index()];
        let Some(count) = hand.count(piece_type).checked_add(held.count) else {
            let expected = format!("at most {} pieces of a kind", Hand::MOST);
            return Err(wrong(expected));
        };
        *hand = hand.with(piece_type, count);
    }
    Ok(hands)
}

/// Writes a board as the first field of a FEN does, rank by rank from the top: the text of each square, or a number for a run of
/// squares without text.
pub fn squares_text(files: u8, ranks: u8, written: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let square = written(Square::at(file, rank));
            if square.is_some() && empty > 0 {
                let _ = write!(text, "{empty}");
            }
            empty = if square.is_some() { 0 } else { empty + 1 };
            text.push_str(&square.unwrap_or_default());
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

impl Position {
    /// The position of a set-up, exactly as written.
    pub fn place(variant: &Arc<Variant>, setup: &Setup) -> Self {
        let mut pos = Self::empty(variant);
        for (square, piece) in &setup.pieces {
            let mut delta = Delta::new(setup.state);
            delta.edit(*square, None, Some(*piece));
            pos.apply(&delta);
        }
        let mut delta = Delta::new(setup.state);
        pos.apply(&delta);
        for color in Color::ALL {
            for (piece_type, count) in setup.hands[color.index()].iter() {
                delta.hands.clear();
                delta.hands.push(HandEdit {
                    color,
                    piece_type,
                    count,
                });
                pos.apply(&delta);
            }
        }
        pos
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        let mut text = self.placement();
        let state = self.state();
        let _ = write!(text, " {} ", state.side_to_move.letter());
        self.write_rights(&mut text);
        text.push(' ');
        let mut clock = state.halfmove_clock;
        if state.count_limit == 0 {
            self.write_en_passant(&mut text);
        } else {
            let _ = write!(text, "{}", state.count_limit);
            clock = state.counted.into();
        }
        if self.variant().rules.checks > 0 {
            let [white, black] = state.checks_left;
            let _ = write!(text, " {white}+{black}");
        }
        let _ = write!(text, " {clock} {}", state.fullmove_number);
        if state.turn_length != 0 {
            let _ = write!(text, " {}/{}", state.legs_left, state.turn_length);
        }
        if let Some(memory) = state.memory.text(self.variant()) {
            let _ = write!(text, " {memory}");
        }
        text
    }

    /// The first field of the FEN: pieces, and hands where the game has them.
    pub fn placement(&self) -> String {
        let variant = self.variant();
        let mut text = String::with_capacity(80);
        self.write_board(&mut text, !self.board_b());
        if variant.rules.capabilities.two_boards {
            text.push('|');
            self.write_board(&mut text, self.board_b());
        }
        if !variant.rules.hand.is_empty() {
            text.push('[');
            for color in Color::ALL {
                for piece_type in &variant.rules.hand_order {
                    for _ in 0..self.hand(color).count(*piece_type) {
                        text.push_str(&self.piece_text(Piece::new(color, *piece_type)));
                    }
                }
            }
            text.push(']');
        }
        text
    }

    /// Writes the pieces on the squares `shown`, rank by rank.
    fn write_board(&self, text: &mut String, shown: Bitboard) {
        let rules = &self.variant().rules;
        let holes = !rules.board.squares();
        let piece = |square| self.at(square).filter(|_| shown.contains(square));
        text.push_str(&squares_text(
            rules.files,
            rules.ranks,
            |square| match piece(square) {
                Some(piece) => Some(self.piece_text(piece)),
                None => holes.contains(square).then(|| "*".to_owned()),
            },
        ));
    }

    /// A piece's letter, upper case for White, with its sign if it is a promoted form, and `~` behind it if
    /// it is marked as a promoted pawn or neutral.
    pub fn piece_text(&self, piece: Piece) -> String {
        let variant = self.variant();
        variant.letter_of_piece(piece) + variant.mark_of(piece)
    }

    fn write_rights(&self, text: &mut String) {
        let rights = self.state().rights;
        let before = text.len();
        for (color, letters) in [
            (Color::White, ['K', 'Q', 'E']),
            (Color::Black, ['k', 'q', 'e']),
        ] {
            for (kingside, letter) in [(true, letters[0]), (false, letters[1])] {
                if rights.has(Rights::wing(color, kingside)) {
                    text.push(self.file_of_right(color, kingside).unwrap_or(letter));
                }
            }
            if rights.has(Rights::unmoved(color)) && !rights.has_any(Rights::both(color)) {
                text.push(letters[2]);
            }
            let unmoved = self.state().unmoved & self.by_color(color);
            for square in unmoved & !self.homes_of_rights(color) {
                text.push(file_letter(square, color));
            }
        }
        if text.len() == before {
            text.push('-');
        }
    }

    /// The squares of the king and the castling pieces of a side's rights, if pieces that have not moved are marked beside these.
    fn homes_of_rights(&self, color: Color) -> Bitboard {
        let rules = &self.variant().rules;
        if rules.capabilities.gating {
            let rights = self.state().rights;
            let has = |kingside| rights.has(Rights::wing(color, kingside));
            rules.castling.homes(color, has)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The file letter of the castling piece, if another piece of its type stands further out on its wing (X-FEN).
    fn file_of_right(&self, color: Color, kingside: bool) -> Option<char> {
        let castling = &self.variant().rules.castling;
        let way = castling
            .way(color, kingside)
            .filter(|_| castling.anywhere)?;
        let (rook, rank) = (way.rook.0, way.rook.0.rank());
        let beyond = if kingside {
            rook.file() + 1..8
        } else {
            0..rook.file()
        };
        let alike = self.pieces(color, way.castler);
        let further = beyond
            .map(|file| Square::at(file, rank))
            .any(|at| alike.contains(at));
        let letter = file_letter(rook, color);
        further.then_some(letter)
    }

    fn write_en_passant(&self, text: &mut String) {
        let state = self.state();
        if state.en_passant.is_empty() {
            text.push('-');
            return;
        }
        // Squares passed by one pawn are written in the order it passed them, those of several pawns from a to h. The square of the
        // pawn itself comes last, if it is in the set. The pawn belongs to the side that is not to move.
        let mut squares: Vec<Square> = state.en_passant.into_iter().collect();
        squares.sort_by_key(|square| {
            let steps = match state.side_to_move {
                Color::Black => square.rank(),
                Color::White => 7 - square.rank(),
            };
            (self.at(*square).is_some(), square.file(), steps)
        });
        for square in squares {
            let _ = write!(text, "{square}");
        }
    }
}
