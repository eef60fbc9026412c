//! A position as a FEN writes it: letters on squares, not yet resolved to pieces of the game. Chess problems declare some of their pieces
//! only after the diagram.

use super::fen_error::{FenError, field_error};
use super::fen_fields::FenFields;
use super::{Hand, Rights, State};
use crate::base::{Bitboard, Color, Square};
use crate::variant::Variant;
use std::fmt::Write as _;

/// A piece of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenPiece {
    /// The square of the piece.
    pub square: Square,
    /// The colour of the piece.
    pub color: Color,
    /// The letter of the piece, upper case, with the sign of promoted forms (`+R`).
    pub letter: String,
    /// Whether the piece has the mark `~`: of a promoted pawn, or of a neutral piece or a chameleon in games that have these.
    pub marked: bool,
    /// Whether the piece stands on the second of two boards.
    pub second: bool,
}

/// Pieces of one kind in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenHand {
    /// The letter as written: upper case for White.
    pub letter: char,
    /// The number of pieces, at most [`Hand::MOST`].
    pub count: u8,
}

/// A position as written: only the syntax and the size of the board have been checked.
#[derive(Clone, Debug)]
pub struct WrittenPosition {
    /// The pieces, rank by rank from the top, first those of the first board.
    pub pieces: Vec<WrittenPiece>,
    /// The hands, which may be empty; `None` if the text does not mention them.
    pub hands: Option<Vec<WrittenHand>>,
    /// Side to move, rights, en passant squares and counters.
    pub state: State,
    /// Whether the FEN has a castling field.
    pub has_castling_field: bool,
    /// The text of the castling field, in games where kings castle from any square or pieces have special first moves: its letters have a
    /// meaning only when the pieces are known.
    pub castling: Option<String>,
    /// Legs left and length of the turn.
    pub legs: Option<(u8, u8)>,
    /// The checks of White and Black.
    pub checks: Option<WrittenChecks>,
    /// The text of what conditions remember, whose pieces have a meaning only when those of the game are known.
    pub memory: Option<String>,
}

/// The field of checks, as in three-check chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenChecks {
    /// The number of checks of White and of Black.
    pub counts: [u8; 2],
    /// Whether the numbers are checks given (`+1+0`), not checks left (`2+3`).
    pub given: bool,
}

impl WrittenPosition {
    /// Reads the fields of a FEN. Fields that are left out are taken as White to move, no en passant, `0 1`; counters may be operations of
    /// EPD (`hmvc`, `fmvn`).
    ///
    /// # Errors
    /// [`FenError`] for the first field that cannot be understood, or castling that only Chess960 has.
    pub fn read(variant: &Variant, fields: &FenFields<'_>) -> Result<Self, FenError> {
        let (boards, hands) = with_hands(variant, fields)?;
        let pieces = read_boards(variant, boards)?;
        let hands = hands.map(read_hands).transpose()?;
        let castling = fields.castling.unwrap_or("-");
        let anywhere = variant.rules.castling.anywhere;
        let gating = variant.rules.capabilities.gating;
        let unmoved = variant.rules.capabilities.unmoved || gating;
        let rights = if anywhere {
            check_letters(castling)?;
            Rights::NONE
        } else if gating {
            let is_wing = |letter: &char| matches!(letter, 'K' | 'Q' | 'k' | 'q');
            let (wings, files): (String, String) = castling.chars().partition(is_wing);
            check_unmoved(variant, &files)?;
            read_rights(&wings)?.0
        } else if unmoved {
            check_unmoved(variant, castling)?;
            Rights::NONE
        } else {
            let (rights, by_file) = read_rights(castling)?;
            refuse_chess960(variant, &pieces, by_file)?;
            rights
        };
        let (fields, [counted, count_limit]) = counted_moves(variant, fields)?;
        let counter = |name, written: Option<_>, operation, absent| {
            let written = written.or_else(|| fields.operation(operation));
            read_counter(name, written.unwrap_or(absent))
        };
        let halfmove_clock = counter("half-move clock", fields.halfmove_clock, "hmvc", "0")?;
        let fullmove_number = counter("move number", fields.fullmove_number, "fmvn", "1")?;
        let state = State {
            side_to_move: read_side(fields.side.unwrap_or("w"))?,
            rights,
            en_passant: read_en_passant(fields.en_passant.unwrap_or("-"))?,
            halfmove_clock,
            fullmove_number: fullmove_number.max(1),
            counted,
            count_limit,
            ..State::default()
        };
        Ok(Self {
            pieces,
            hands,
            state,
            has_castling_field: fields.castling.is_some(),
            castling: (anywhere || unmoved).then(|| castling.to_owned()),
            legs: fields.legs.map(read_legs).transpose()?,
            checks: fields.checks.map(read_checks).transpose()?,
            memory: fields.memory.map(str::to_owned),
        })
    }
}

/// The boards, and the hands, which stand in brackets or behind the last rank.
fn with_hands<'a>(
    variant: &Variant,
    fields: &FenFields<'a>,
) -> Result<(&'a str, Option<&'a str>), FenError> {
    let boards = fields.boards;
    let last = boards.rsplit('|').next().unwrap_or(boards);
    let slashes = last.matches('/').count();
    let Some((ranks, behind)) = boards.rsplit_once('/') else {
        return Ok((boards, fields.hands));
    };
    if slashes != usize::from(variant.rules.ranks) || fields.hands.is_some() {
        return Ok((boards, fields.hands));
    }
    if variant.rules.hand.is_empty() && !is_dash(behind) {
        let expected = format!(
            "{} ranks separated by '/' and nothing behind them, as {} has no drops",
            variant.rules.ranks, variant.name
        );
        return Err(field_error("placement", behind, expected));
    }
    Ok((ranks, Some(behind)))
}

/// The pieces of one board, or of two separated by `|`; an empty second board may be left out.
fn read_boards(variant: &Variant, text: &str) -> Result<Vec<WrittenPiece>, FenError> {
    let Some((first, second)) = text.split_once('|') else {
        return read_board(variant, text);
    };
    if !variant.rules.capabilities.two_boards {
        let expected = format!("no '|', as {} has one board", variant.name);
        return Err(field_error("placement", "|", expected));
    }
    let mut pieces = read_board(variant, first)?;
    for piece in read_board(variant, second)? {
        if pieces.iter().any(|taken| taken.square == piece.square) {
            let expected = "each square occupied on one of the two boards at most";
            return Err(field_error(
                "placement",
                &piece.square.to_string(),
                expected,
            ));
        }
        pieces.push(WrittenPiece {
            second: true,
            ..piece
        });
    }
    Ok(pieces)
}

fn read_board(variant: &Variant, board: &str) -> Result<Vec<WrittenPiece>, FenError> {
    let rows: Vec<&str> = board.split('/').collect();
    let ranks = variant.rules.ranks;
    if rows.len() != usize::from(ranks) {
        let expected = format!("{ranks} ranks separated by '/', not {}", rows.len());
        return Err(field_error("placement", board, expected));
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..ranks).rev()) {
        read_row(variant, row, rank, &mut pieces)?;
    }
    Ok(pieces)
}

/// Adds the pieces of a rank.
fn read_row(
    variant: &Variant,
    row: &str,
    rank: u8,
    pieces: &mut Vec<WrittenPiece>,
) -> Result<(), FenError> {
    let files = variant.rules.files;
    let board = variant.rules.board.squares();
    let wrong = |found: &str, expected: String| Err(field_error("placement", found, expected));
    let of_rank = || format!("{files} files on rank {}", rank + 1);
    let for_hole = |square: Square| format!("'*' for the hole {square}");
    let mut file = 0u8;
    let mut sign = "";
    for c in row.chars() {
        if c == '~' && sign.is_empty() {
            let last = file.checked_sub(1).map(|file| Square::at(file, rank));
            let piece = pieces.last_mut().filter(|piece| Some(piece.square) == last);
            match piece.filter(|piece| !piece.marked) {
                Some(piece) => piece.marked = true,
                None => return wrong(row, "'~' right behind a piece".to_owned()),
            }
            continue;
        }
        if file >= files {
            return wrong(row, of_rank());
        }
        let square = Square::at(file, rank);
        let is_hole = !board.contains(square);
        match c {
            '+' if sign.is_empty() => {
                sign = "+";
                continue;
            }
            '*' if is_hole && sign.is_empty() => {}
            '*' if variant.rules.wall.is_some() && sign.is_empty() => pieces.push(WrittenPiece {
                square,
                color: Color::White,
                letter: c.to_string(),
                marked: false,
                second: false,
            }),
            '1'..='8' if sign.is_empty() => {
                let end = file + (c as u8 - b'0');
                let run = (file..end.min(files)).map(|file| Square::at(file, rank));
                if let Some(hole) = run.into_iter().find(|square| !board.contains(*square)) {
                    return wrong(row, for_hole(hole));
                }
                file = end - 1;
            }
            letter if letter.is_ascii_alphabetic() => {
                if is_hole {
                    return wrong(&c.to_string(), for_hole(square));
                }
                pieces.push(WrittenPiece {
                    square,
                    color: color_of(letter),
                    letter: format!("{sign}{}", letter.to_ascii_uppercase()),
                    marked: false,
                    second: false,
                });
                sign = "";
            }
            other => {
                let expected = "letters of pieces and numbers of empty squares";
                return wrong(&format!("{sign}{other}"), expected.to_owned());
            }
        }
        file += 1;
    }
    if file != files || !sign.is_empty() {
        return wrong(row, of_rank());
    }
    Ok(())
}

/// The side that a letter of a FEN belongs to.
const fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}

/// Reads hands: letters, each with an optional number before it; `-` or nothing for empty hands.
fn read_hands(text: &str) -> Result<Vec<WrittenHand>, FenError> {
    let wrong = |found: &str| {
        let most = Hand::MOST;
        let expected =
            format!("letters, perhaps with a number from 1 to {most} in front, as in 3P");
        field_error("hands", found, expected)
    };
    let mut hands = Vec::new();
    let mut number = String::new();
    for c in text
        .chars()
        .filter(|c| !c.is_whitespace() && !is_dash(c.encode_utf8(&mut [0; 4])))
    {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        let count = if number.is_empty() {
            Ok(1)
        } else {
            number.parse()
        };
        match count {
            Ok(count @ 1..) if c.is_ascii_alphabetic() => {
                hands.push(WrittenHand { letter: c, count });
            }
            _ => return Err(wrong(&format!("{number}{c}"))),
        }
        number.clear();
    }
    if number.is_empty() {
        Ok(hands)
    } else {
        Err(wrong(&number))
    }
}

/// Whether a field is empty: hyphens, or the dashes that word processors make of them.
fn is_dash(text: &str) -> bool {
    text.chars()
        .all(|c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(field_error("side to move", text, "w or b")),
    }
}

/// Checks that a castling field has only letters of wings and files.
fn check_letters(text: &str) -> Result<(), FenError> {
    let is_letter = |c: char| matches!(c.to_ascii_uppercase(), 'A'..='H' | 'K' | 'Q' | '-');
    if text.chars().all(is_letter) || is_dash(text) {
        return Ok(());
    }
    let expected = "'-', letters of KQkq or the files of rooks, as in HAha";
    Err(field_error("castling", text, expected))
}

/// Checks that a castling field has only files of pieces that may be unmoved.
fn check_unmoved(variant: &Variant, text: &str) -> Result<(), FenError> {
    let homes = variant.rules.unmoved_homes;
    let is_file = |letter: char| {
        let file = letter.to_ascii_uppercase();
        let square = |at: Square| (b'A' + at.file()) as char == file;
        homes[color_of(letter).index()].into_iter().any(square)
    };
    if is_dash(text) || text.chars().all(is_file) {
        return Ok(());
    }
    let mut expected = "'-' or files of pieces that have not moved:".to_owned();
    for (squares, capital) in homes.into_iter().zip([true, false]) {
        for square in squares {
            let letter = (b'a' + square.file()) as char;
            let letter = if capital {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            let _ = write!(expected, " {letter}");
        }
    }
    Err(field_error("castling", text, expected))
}

/// Returns all castling rights and the subset written as a rook's file (Shredder-FEN, X-FEN). `E` names a file or an unmoved king.
fn read_rights(text: &str) -> Result<(Rights, Rights), FenError> {
    let mut rights = Rights::NONE;
    let mut by_file = Rights::NONE;
    if is_dash(text) {
        return Ok((rights, by_file));
    }
    for letter in text.chars().filter(|c| *c != '-') {
        let color = color_of(letter);
        let (right, names_file) = match letter.to_ascii_uppercase() {
            'K' => (Rights::wing(color, true), false),
            'Q' => (Rights::wing(color, false), false),
            'E' => (Rights::unmoved(color), true),
            'H' => (Rights::wing(color, true), true),
            'A' => (Rights::wing(color, false), true),
            file @ ('B'..='D' | 'F' | 'G') => {
                let file = file.to_ascii_lowercase();
                let expected = format!(
                    "'-' or letters of KQkq or HAha: a rook on the {file}-file castles in Chess960 alone"
                );
                return Err(field_error("castling", text, expected));
            }
            _ => {
                let expected = "'-' or letters of KQkq or HAha (or E, e for an unmoved king)";
                return Err(field_error("castling", text, expected));
            }
        };
        rights = rights.with(right);
        if names_file {
            by_file = by_file.with(right);
        }
    }
    Ok((rights, by_file))
}

/// Refuses rights that name the file of a rook for a king that is not at home: only Chess960 has such castling.
fn refuse_chess960(
    variant: &Variant,
    pieces: &[WrittenPiece],
    by_file: Rights,
) -> Result<(), FenError> {
    for color in Color::ALL {
        let Some(rook) = variant.rules.castling.castler(color, true) else {
            continue;
        };
        let (rook, rank) = (
            variant.letter_of(rook),
            if color == Color::White { 0 } else { 7 },
        );
        let has = |file: u8, is_it: &dyn Fn(&str) -> bool| {
            let mut own = pieces.iter().filter(|piece| piece.color == color);
            own.any(|piece| piece.square == Square::at(file, rank) && is_it(&piece.letter))
        };
        let is_king = |letter: &str| {
            let piece_type = variant.type_of_letter(letter);
            piece_type.is_some_and(|piece_type| variant.rules.castling_kings.contains(piece_type))
        };
        if has(4, &is_king) {
            continue;
        }
        let named = [
            (Rights::wing(color, false), 0),
            (Rights::unmoved(color), 4),
            (Rights::wing(color, true), 7),
        ];
        for (right, file) in named {
            if by_file.has(right) && has(file, &|letter: &str| letter == rook) {
                let (square, home) = (Square::at(file, rank), Square::at(4, rank));
                let reason = format!(
                    "castling with {square}, but {}'s king is not on {home}: that is castling of Chess960",
                    color.name()
                );
                return Err(FenError::Position(reason));
            }
        }
    }
    Ok(())
}

fn read_en_passant(text: &str) -> Result<Bitboard, FenError> {
    if is_dash(text) {
        return Ok(Bitboard::EMPTY);
    }
    let expected = "'-' or squares, as in e3 or e2e3";
    if !text.is_ascii() || !text.len().is_multiple_of(2) || text.len() > 16 {
        return Err(field_error("en passant", text, expected));
    }
    let lower = text.to_ascii_lowercase();
    (0..lower.len() / 2)
        .map(|i| lower[2 * i..2 * i + 2].parse::<Square>())
        .collect::<Result<Bitboard, _>>()
        .map_err(|_| field_error("en passant", text, expected))
}

fn read_counter(field: &'static str, text: &str) -> Result<u16, FenError> {
    match text.parse::<u16>() {
        Ok(number) if number <= 9999 => Ok(number),
        _ => Err(field_error(field, text, "a number from 0 to 9999")),
    }
}

/// Reads the half-moves counted in the endgame and their limit, which stand in place of the half-move clock and en passant. Returns
/// the fields without them, then the count and the limit.
fn counted_moves<'a>(
    variant: &Variant,
    fields: &FenFields<'a>,
) -> Result<(FenFields<'a>, [u8; 2]), FenError> {
    let mut fields = *fields;
    let third = fields
        .legs
        .take_if(|_| variant.rules.counting.is_some() && fields.en_passant.is_none());
    let Some(number) = third else {
        return Ok((fields, [0; 2]));
    };
    let read = |field, written: Option<&str>| {
        let text = written.unwrap_or("0");
        let expected = "a number of half-moves from 0 to 255";
        text.parse().map_err(|_| field_error(field, text, expected))
    };
    let limit = read("count limit", fields.halfmove_clock.take())?;
    let counted = read("count", fields.fullmove_number.replace(number))?;
    Ok((fields, [counted, limit]))
}

fn read_checks(text: &str) -> Result<WrittenChecks, FenError> {
    let counts = text.strip_prefix('+');
    let (white, black) = counts.unwrap_or(text).split_once('+').unwrap_or_default();
    let (Ok(white), Ok(black)) = (white.parse(), black.parse()) else {
        let expected = "numbers of checks from 0 to 255, as in 3+3";
        return Err(field_error("checks", text, expected));
    };
    Ok(WrittenChecks {
        counts: [white, black],
        given: counts.is_some(),
    })
}

fn read_legs(text: &str) -> Result<(u8, u8), FenError> {
    let wrong = || {
        let expected = "LEFT/LEN, the legs left and the length of this turn, as in 2/3";
        field_error("legs", text, expected)
    };
    let (left, length) = text.split_once('/').ok_or_else(wrong)?;
    let left: u8 = left.parse().map_err(|_| wrong())?;
    let length: u8 = length.parse().map_err(|_| wrong())?;
    if left == 0 || left > length {
        return Err(wrong());
    }
    Ok((left, length))
}
