//! The fields of a FEN as texts, in all dialects that programs write: counters and other fields left out, hands in brackets or behind a
//! further slash, operations of EPD behind the fields.
//!
//! ```
//! use katydid::position::FenFields;
//! let fields = FenFields::split("8/8/8/8/8/8/8/K1k5 w - - bm Kb1; id \"a; b\";").unwrap();
//! assert_eq!((fields.side, fields.halfmove_clock), (Some("w"), None));
//! assert_eq!(fields.operation("id"), Some("\"a; b\""));
//! ```

use super::fen_error::{FenError, field_error};
use std::fmt;

/// The fields of a FEN, each as it was written; `None` for those that were left out.
#[derive(Clone, Copy, Debug)]
pub struct FenFields<'a> {
    /// The placement without hands in brackets.
    pub boards: &'a str,
    /// The hands: the text in brackets behind the placement.
    pub hands: Option<&'a str>,
    /// The side to move.
    pub side: Option<&'a str>,
    /// Castling rights.
    pub castling: Option<&'a str>,
    /// En passant squares.
    pub en_passant: Option<&'a str>,
    /// The checks left or given in three-check chess, before the half-move clock or behind the other counters.
    pub checks: Option<&'a str>,
    /// The half-move clock.
    pub halfmove_clock: Option<&'a str>,
    /// The number of the full move.
    pub fullmove_number: Option<&'a str>,
    /// Legs left and length of the turn.
    pub legs: Option<&'a str>,
    /// What conditions remember of the moves before, as `name:value`.
    pub memory: Option<&'a str>,
    /// The operations of EPD, unsplit; empty if there are none.
    pub operations: &'a str,
}

impl<'a> FenFields<'a> {
    /// Splits a FEN or a line of EPD. Fields are separated by blanks of any kind and number, or by `_` as in addresses of web pages; the
    /// whole text may stand in quotation marks.
    ///
    /// # Errors
    /// [`FenError::Field`] for hands without a closing bracket, and for text behind the last field.
    pub fn split(text: &'a str) -> Result<Self, FenError> {
        let mut rest = Rest(unquoted(text));
        let boards = rest.until(|c| is_separator(c) || c == '[');
        let hands = rest.hands()?;
        let side = rest.word();
        // Some front-ends leave out castling and en passant: then the counters follow at once.
        let castling = rest.word_if(|word| !is_number(word));
        let en_passant = castling.and_then(|_| rest.word_if(|word| !is_number(word)));
        let mut checks = rest.word_if(counts_checks);
        let mut counters = [None; 3];
        for (index, counter) in counters.iter_mut().enumerate() {
            checks = checks.or_else(|| rest.word_if(counts_checks));
            if rest.is_operation() {
                break;
            }
            // In games that count moves in the endgame, the limit of the count replaces the en passant field.
            let third = |word: &str| word.contains('/') || en_passant.is_none() && is_number(word);
            *counter = rest.word_if(|word| !is_memory(word) && (index < 2 || third(word)));
        }
        checks = checks.or_else(|| rest.word_if(counts_checks));
        let memory = rest.word_if(is_memory);
        let operations = if rest.is_operation() {
            rest.0.trim()
        } else if let Some(extra) = rest.word() {
            let expected = "no more fields, or operations of EPD that end with ';'";
            return Err(field_error("end", extra, expected));
        } else {
            ""
        };
        let [halfmove_clock, fullmove_number, legs] = counters;
        Ok(Self {
            boards,
            hands,
            side,
            castling,
            en_passant,
            checks,
            halfmove_clock,
            fullmove_number,
            legs,
            memory,
            operations,
        })
    }

    /// The operand of an operation of EPD, with its quotation marks.
    pub fn operation(&self, name: &str) -> Option<&'a str> {
        let mut in_quotes = false;
        let mut operations = self.operations.split(move |c| {
            in_quotes ^= c == '"';
            c == ';' && !in_quotes
        });
        operations.find_map(|operation| {
            let (opcode, operand) = operation.trim().split_once(char::is_whitespace)?;
            (opcode == name).then(|| operand.trim())
        })
    }
}

impl fmt::Display for FenFields<'_> {
    /// The fields as a FEN, with operations behind them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.boards)?;
        if let Some(hands) = self.hands {
            write!(f, "[{hands}]")?;
        }
        let fields = [self.side, self.castling, self.en_passant, self.checks];
        let counters = [self.halfmove_clock, self.fullmove_number, self.legs];
        let rest = counters.into_iter().chain([self.memory]);
        for field in fields.into_iter().chain(rest).flatten() {
            write!(f, " {field}")?;
        }
        if !self.operations.is_empty() {
            write!(f, " {}", self.operations)?;
        }
        Ok(())
    }
}

/// Opcodes of EPD. They are recognised even without the last semicolon, which some programs leave out. So are comments and variables
/// (`c0`, `v0`).
const OPCODES: [&str; 19] = [
    "acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "pm", "pv",
    "rc", "sm", "tcgs", "tcri", "tcsi",
];

/// The rest of the text, which is still to be split.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Takes the text before the first character that `ends` accepts.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let end = self.0.find(ends).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }

    fn skip_separators(&mut self) {
        self.0 = self.0.trim_start_matches(is_separator);
    }

    /// Takes the next word.
    fn word(&mut self) -> Option<&'a str> {
        self.skip_separators();
        Some(self.until(is_separator)).filter(|word| !word.is_empty())
    }

    /// Takes the next word if `wanted` accepts it.
    fn word_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
        let word = Self(self.0).word().filter(|word| wanted(word))?;
        self.word();
        Some(word)
    }

    /// Takes hands in brackets, with or without blanks before them.
    fn hands(&mut self) -> Result<Option<&'a str>, FenError> {
        self.skip_separators();
        let Some(behind) = self.0.strip_prefix('[') else {
            return Ok(None);
        };
        let Some((hands, rest)) = behind.split_once(']') else {
            return Err(field_error("hands", behind, "a closing ']'"));
        };
        self.0 = rest;
        if rest.starts_with('/') {
            let expected = "the side to move: the hands stand in the brackets already";
            return Err(field_error("hands", self.until(is_separator), expected));
        }
        Ok(Some(hands))
    }

    /// Whether the rest begins with operations of EPD: a word that begins with a letter, if a semicolon follows or it is a standard opcode.
    fn is_operation(&self) -> bool {
        let rest = self.0.trim_start_matches(is_separator);
        let (opcode, operand) = rest.split_once(' ').unwrap_or((rest, ""));
        let numbered = |letter| {
            let number = opcode.strip_prefix(letter);
            number.is_some_and(|number| number.len() == 1 && is_number(number))
        };
        let standard = OPCODES.contains(&opcode) || numbered('c') || numbered('v');
        rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && (rest.contains(';') || standard && !operand.trim().is_empty())
    }
}

/// Strips a byte order mark, and blanks and quotation marks around the text.
fn unquoted(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim();
    let mark = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = mark.and_then(|mark| text.strip_prefix(mark)?.strip_suffix(mark));
    inner.unwrap_or(text)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | ';')
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is the field of what conditions remember: `waiting:Nd5`.
fn is_memory(word: &str) -> bool {
    let named = word.split_once(':');
    named.is_some_and(|(name, value)| {
        !name.is_empty() && !value.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

/// Whether a word is the field of checks given or left in three-check chess: `+0+2`, `3+1`.
fn counts_checks(word: &str) -> bool {
    let counts = word.strip_prefix('+').unwrap_or(word).split_once('+');
    counts.is_some_and(|(white, black)| is_number(white) && is_number(black))
}
