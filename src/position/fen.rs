//! FEN: reading into an unchecked [`Setup`], placing it on a board, and writing.
//!
//! Reading is strict about what it cannot understand and says which field, which character and what
//! was expected. Whether a position is one of the game is not decided here but by the rules.

use super::{Delta, Hand, HandEdit, Position, Rights, State};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::Variant;
use std::fmt::Write as _;
use std::sync::Arc;

/// Longest FEN that is read, in bytes.
pub const MAX_FEN: usize = 400;

/// Why a text is no FEN of the variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// A field cannot be understood.
    #[error("FEN {field}: found '{found}', expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The text found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The FEN is well written, but its position cannot occur in the game.
    #[error("FEN: {0}")]
    Position(String),
}

/// A position as written: nothing is checked but the writing.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces.
    pub pieces: Vec<(Square, Piece)>,
    /// The hands.
    pub hands: [Hand; 2],
    /// Everything else.
    pub state: State,
    /// Whether the castling field was there at all.
    pub has_castling_field: bool,
    /// The seventh field: legs left and length of the turn.
    pub legs: Option<(u8, u8)>,
}

fn field_error(field: &'static str, found: &str, expected: impl Into<String>) -> FenError {
    let found = found
        .chars()
        .take(60)
        .flat_map(char::escape_debug)
        .collect();
    FenError::Field {
        field,
        found,
        expected: expected.into(),
    }
}

impl Setup {
    /// Reads a FEN of the variant. Missing fields after the placement are taken as White to move, no
    /// rights, no en passant, `0 1`.
    ///
    /// # Errors
    /// [`FenError::Field`] for the first field that cannot be understood.
    pub fn parse(variant: &Variant, text: &str) -> Result<Self, FenError> {
        if text.len() > MAX_FEN {
            let expected = format!("at most {MAX_FEN} characters, not {}", text.len());
            return Err(field_error(
                "text",
                &text.chars().take(20).collect::<String>(),
                expected,
            ));
        }
        let mut fields = text.split_ascii_whitespace().peekable();
        let placement = fields.next().unwrap_or_default();
        let (board, hand) = match placement.split_once('[') {
            Some((board, hand)) => (board, Some(hand)),
            None => (placement, None),
        };
        let pieces = parse_boards(variant, board)?;
        let hands = match hand {
            Some(hand) => parse_hands(variant, hand)?,
            None => [Hand::default(); 2],
        };
        let side_to_move = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(field_error("side to move", other, "w or b")),
        };
        let mut state = State {
            side_to_move,
            ..State::default()
        };
        // Some GUIs leave out castling and en passant fields: then the counters follow at once.
        let is_number = |field: &&str| field.bytes().all(|b| b.is_ascii_digit());
        let has_castling_field = fields.peek().is_some_and(|field| !is_number(field));
        if has_castling_field {
            state.rights = parse_rights(fields.next().unwrap_or("-"))?;
            let en_passant = fields.next_if(|field| !is_number(field)).unwrap_or("-");
            state.en_passant = parse_en_passant(en_passant)?;
        }
        state.halfmove_clock = parse_counter("half-move clock", fields.next().unwrap_or("0"))?;
        state.fullmove_number = parse_counter("move number", fields.next().unwrap_or("1"))?.max(1);
        let legs = fields.next().map(parse_legs).transpose()?;
        if let Some(extra) = fields.next() {
            return Err(field_error("end", extra, "no more fields"));
        }
        Ok(Self {
            pieces,
            hands,
            state,
            has_castling_field,
            legs,
        })
    }
}

/// The pieces of one board, or of two separated by `|`; an empty second board may be left out.
fn parse_boards(variant: &Variant, text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let Some((first, second)) = text.split_once('|') else {
        return parse_board(variant, text);
    };
    if !variant.rules.capabilities.two_boards {
        let expected = format!("no '|', as {} has one board", variant.name);
        return Err(field_error("placement", "|", expected));
    }
    let mut pieces = parse_board(variant, first)?;
    for (square, piece) in parse_board(variant, second)? {
        if pieces.iter().any(|(taken, _)| *taken == square) {
            let expected = "each square occupied on one of the two boards at most";
            return Err(field_error("placement", &square.to_string(), expected));
        }
        pieces.push((square, piece.crossed()));
    }
    Ok(pieces)
}

fn parse_board(variant: &Variant, board: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(variant.rules.ranks) {
        let expected = format!(
            "{} ranks separated by '/', not {}",
            variant.rules.ranks,
            rows.len()
        );
        return Err(field_error("placement", board, expected));
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..variant.rules.ranks).rev()) {
        let mut file = 0u8;
        let mut promoted = false;
        for c in row.chars() {
            if c == '~' && !promoted {
                mark_promoted(
                    variant,
                    pieces.last_mut(),
                    Square::at(file.wrapping_sub(1), rank),
                )?;
                continue;
            }
            if file >= variant.rules.files {
                let expected = format!("{} files on rank {}", variant.rules.files, rank + 1);
                return Err(field_error("placement", row, expected));
            }
            let square = Square::at(file, rank);
            let hole = !variant.rules.board.squares().contains(square);
            match c {
                '+' if !promoted => promoted = true,
                '*' if hole && !promoted => file += 1,
                '1'..='8' if !promoted => {
                    let run = c as u8 - b'0';
                    for at in file..(file + run).min(8) {
                        if at < variant.rules.files
                            && !variant.rules.board.squares().contains(Square::at(at, rank))
                        {
                            let expected = format!("'*' for the hole {}", Square::at(at, rank));
                            return Err(field_error("placement", row, expected));
                        }
                    }
                    file += run;
                }
                _ => {
                    let piece = parse_piece(variant, c, promoted)?;
                    if hole {
                        let expected = format!("'*' for the hole {square}");
                        return Err(field_error("placement", &c.to_string(), expected));
                    }
                    pieces.push((square, piece));
                    promoted = false;
                    file += 1;
                }
            }
        }
        if file != variant.rules.files || promoted {
            let expected = format!("{} files on rank {}", variant.rules.files, rank + 1);
            return Err(field_error("placement", row, expected));
        }
    }
    Ok(pieces)
}

/// Marks the piece just read as a promoted pawn.
fn mark_promoted(
    variant: &Variant,
    last: Option<&mut (Square, Piece)>,
    before: Square,
) -> Result<(), FenError> {
    let piece = last.filter(|(square, piece)| *square == before && !piece.is_promoted());
    if !variant.rules.marks_promoted {
        let expected = format!("no '~', as {} does not mark promoted pieces", variant.name);
        return Err(field_error("placement", "~", expected));
    }
    match piece {
        Some((_, piece)) if variant.rules.promotions.contains(&piece.piece_type()) => {
            *piece = piece.promoted();
            Ok(())
        }
        _ => Err(field_error(
            "placement",
            "~",
            "'~' right behind a piece that a pawn can become",
        )),
    }
}

fn parse_piece(variant: &Variant, letter: char, promoted: bool) -> Result<Piece, FenError> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let sign = if promoted { "+" } else { "" };
    let name = format!("{sign}{}", letter.to_ascii_uppercase());
    if let Some(piece_type) = variant.type_of_letter(&name) {
        Ok(Piece::new(color, piece_type))
    } else {
        let found = format!("{sign}{letter}");
        Err(field_error(
            "placement",
            &found,
            format!("a piece of {} ({})", variant.name, variant.letters()),
        ))
    }
}

fn parse_hands(variant: &Variant, text: &str) -> Result<[Hand; 2], FenError> {
    let Some(held) = text.strip_suffix(']') else {
        return Err(field_error("hands", text, "a closing ']'"));
    };
    let mut hands = [Hand::default(); 2];
    for letter in held.chars().filter(|c| *c != '-') {
        let piece = parse_piece(variant, letter, false)?;
        let holdable = variant.rules.hand.contains(piece.piece_type());
        let hand = &mut hands[piece.color().index()];
        let count = hand.count(piece.piece_type());
        if !holdable || count == Hand::MOST {
            let expected = if variant.rules.hand.is_empty() {
                format!("no pieces, as {} has no drops", variant.name)
            } else {
                format!(
                    "at most {} pieces of each kind that can be dropped",
                    Hand::MOST
                )
            };
            return Err(field_error("hands", &letter.to_string(), expected));
        }
        *hand = hand.with(piece.piece_type(), count + 1);
    }
    Ok(hands)
}

fn parse_rights(text: &str) -> Result<Rights, FenError> {
    let mut rights = Rights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let right = match letter.to_ascii_uppercase() {
            'K' => Rights::wing(color, true),
            'Q' => Rights::wing(color, false),
            'E' => Rights::unmoved(color),
            _ => {
                return Err(field_error(
                    "castling",
                    text,
                    "'-' or letters of KQkq (or E, e for an unmoved king)",
                ));
            }
        };
        rights = rights.with(right);
    }
    Ok(rights)
}

fn parse_en_passant(text: &str) -> Result<Bitboard, FenError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let expected = "'-' or squares, as in e3 or e2e3";
    if !text.is_ascii() || !text.len().is_multiple_of(2) || text.len() > 16 {
        return Err(field_error("en passant", text, expected));
    }
    (0..text.len() / 2)
        .map(|i| text[2 * i..2 * i + 2].parse::<Square>())
        .collect::<Result<Bitboard, _>>()
        .map_err(|_| field_error("en passant", text, expected))
}

fn parse_counter(field: &'static str, text: &str) -> Result<u16, FenError> {
    match text.parse::<u16>() {
        Ok(number) if number <= 9999 => Ok(number),
        _ => Err(field_error(field, text, "a number from 0 to 9999")),
    }
}

fn parse_legs(text: &str) -> Result<(u8, u8), FenError> {
    let wrong = || {
        field_error(
            "legs",
            text,
            "LEFT/LEN, the legs left and the length of this turn, as in 2/3",
        )
    };
    let (left, length) = text.split_once('/').ok_or_else(wrong)?;
    let left: u8 = left.parse().map_err(|_| wrong())?;
    let length: u8 = length.parse().map_err(|_| wrong())?;
    if left == 0 || left > length {
        return Err(wrong());
    }
    Ok((left, length))
}

/// The squares of a board, rank by rank from the top, as the first field of a FEN has them: texts, and the numbers of
/// squares between them that have none.
pub fn squares_text(variant: &Variant, written: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..variant.rules.ranks).rev() {
        let mut empty = 0;
        for file in 0..variant.rules.files {
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
        self.write_en_passant(&mut text);
        let _ = write!(text, " {} {}", state.halfmove_clock, state.fullmove_number);
        if state.turn_length != 0 {
            let _ = write!(text, " {}/{}", state.legs_left, state.turn_length);
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

    /// The pieces on some squares, rank by rank.
    fn write_board(&self, text: &mut String, shown: Bitboard) {
        let holes = !self.variant().rules.board.squares();
        let piece = |square| self.at(square).filter(|_| shown.contains(square));
        text.push_str(&squares_text(self.variant(), |square| {
            match piece(square) {
                Some(piece) => Some(self.piece_text(piece)),
                None => holes.contains(square).then(|| "*".to_owned()),
            }
        }));
    }

    /// A piece's letter, upper case for White, with its sign if it is a promoted form, and `~` behind it if
    /// it is marked as a promoted pawn.
    pub fn piece_text(&self, piece: Piece) -> String {
        let mark = if piece.is_promoted() { "~" } else { "" };
        self.variant().letter_of_piece(piece) + mark
    }

    fn write_rights(&self, text: &mut String) {
        let rights = self.state().rights;
        let before = text.len();
        for (color, letters) in [
            (Color::White, ['K', 'Q', 'E']),
            (Color::Black, ['k', 'q', 'e']),
        ] {
            if rights.has(Rights::wing(color, true)) {
                text.push(letters[0]);
            }
            if rights.has(Rights::wing(color, false)) {
                text.push(letters[1]);
            }
            if rights.has(Rights::unmoved(color)) && !rights.has_any(Rights::both(color)) {
                text.push(letters[2]);
            }
        }
        if text.len() == before {
            text.push('-');
        }
    }

    fn write_en_passant(&self, text: &mut String) {
        let state = self.state();
        if state.en_passant.is_empty() {
            text.push('-');
            return;
        }
        // Several squares passed by one pawn stand in the order it passed them, those passed by several
        // pawns from a to h. The passer belongs to the side that is not to move.
        let mut squares: Vec<Square> = state.en_passant.into_iter().collect();
        squares.sort_by_key(|square| {
            let steps = match state.side_to_move {
                Color::Black => square.rank(),
                Color::White => 7 - square.rank(),
            };
            (square.file(), steps)
        });
        for square in squares {
            let _ = write!(text, "{square}");
        }
    }
}

impl From<FenError> for String {
    fn from(error: FenError) -> Self {
        error.to_string()
    }
}

impl Setup {
    /// The piece types that stand on the board, of either side.
    pub fn piece_types(&self) -> impl Iterator<Item = PieceType> {
        self.pieces.iter().map(|(_, piece)| piece.piece_type())
    }
}
