//! PGN tokens. Every text can be split into tokens: anything that is not PGN is a word.

use super::lines::{Line, Lines};
use super::signs::{annotation, named_draw, result, without_signs};
use crate::rules::{is_null, with_ascii_signs};
use std::collections::VecDeque;
use std::io::{BufRead, Result};

/// The maximum length of a comment, in bytes. A longer one is cut at the end of a line.
pub(super) const LONGEST_COMMENT: usize = 1 << 20;

/// A token, with the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The line, from 1.
    pub line: usize,
    /// Whether it is the first token on its line.
    pub is_first: bool,
    /// The move number before the token, if there is one.
    pub number: Option<MoveNumber>,
    /// The kind of the token.
    pub kind: Kind,
}

/// A move number: `12.`, `12...`, `12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveNumber {
    /// The number.
    pub number: usize,
    /// The number of dots after it: 0 or 1 for White, more for Black.
    pub dots: usize,
}

impl MoveNumber {
    /// Whether the number stands before a move of Black.
    pub const fn is_blacks(self) -> bool {
        self.dots > 1
    }
}

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{...}`, or `;` and the rest of a line.
    Comment(String),
    /// The comment token before this one has no closing brace.
    Unclosed,
    /// The comment before this was too long; its end is left out.
    CutComment,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$n`, or a sign like `!?` or `+=`.
    Nag(u8),
    /// `$n` with a number that is not an annotation.
    WrongNag(String),
    /// A result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
    /// A word that looks like a turn or leg.
    Turn(String),
    /// Anything else.
    Word(String),
}

/// Splits a text into tokens. Move numbers become part of the next token; words without meaning are dropped.
pub(super) struct Lexer<'a> {
    lines: Lines<'a>,
    /// The token and the text so far of a comment that is still open.
    comment: Option<(Token, String)>,
    /// The move number read last, if no token has followed it.
    number: Option<MoveNumber>,
    /// The number of open variations in square brackets.
    squares: usize,
    ready: VecDeque<Token>,
}

impl<'a> Lexer<'a> {
    /// The tokens of a reader.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn new(reader: impl BufRead + 'a) -> Result<Self> {
        Ok(Self {
            lines: Lines::new(reader)?,
            comment: None,
            number: None,
            squares: 0,
            ready: VecDeque::new(),
        })
    }

    /// The next token, not consumed; `None` at the end.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn peek(&mut self) -> Result<Option<&Token>> {
        while self.ready.is_empty() {
            match self.lines.next()? {
                Some(line) => self.read(&line),
                None => match self.comment.take() {
                    Some(open) => self.close(open, true),
                    None => return Ok(None),
                },
            }
        }
        Ok(self.ready.front())
    }

    /// The next token; `None` at the end.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn next(&mut self) -> Result<Option<Token>> {
        self.peek()?;
        Ok(self.ready.pop_front())
    }

    /// The tokens that follow on the line of the next one.
    pub fn rest_of_line(&self) -> impl Iterator<Item = &Token> {
        let line = self.ready.front().map(|token| token.line);
        self.ready
            .iter()
            .take_while(move |token| Some(token.line) == line)
    }

    /// Adds a comment, with a token for each fault: too long, or without an end.
    fn close(&mut self, (token, text): (Token, String), is_open: bool) {
        let is_cut = text.len() >= LONGEST_COMMENT;
        let faults = [(is_cut, Kind::CutComment), (is_open, Kind::Unclosed)];
        let faults = faults.into_iter().filter(|(is_so, _)| *is_so);
        let faults: Vec<Token> = faults
            .map(|(_, kind)| Token {
                kind,
                ..token.clone()
            })
            .collect();
        self.ready.push_back(Token {
            kind: Kind::Comment(one_line(&text)),
            ..token
        });
        self.ready.extend(faults);
    }

    /// The square bracket that opens or closes a variation, if a text begins with one.
    fn square_bracket(&mut self, text: &str) -> Option<Kind> {
        if opens_variation(text) {
            self.squares += 1;
            return Some(Kind::Open);
        }
        let closes = text.starts_with(']') && self.squares > 0;
        closes.then(|| {
            self.squares -= 1;
            Kind::Close
        })
    }

    /// Adds the tokens of a line.
    fn read(&mut self, line: &Line) {
        let mut rest = line.text.as_str();
        if is_event(rest) {
            self.squares = 0;
        }
        if let Some((token, mut text)) = self.comment.take() {
            if is_event(rest) {
                // A tag cannot stand in a comment, so the end of the comment is missing.
                self.close((token, text), true);
            } else {
                let end = rest.find('}');
                let part = &rest[..end.unwrap_or(rest.len())];
                if text.len() < LONGEST_COMMENT {
                    text.push('\n');
                    text.push_str(part);
                }
                let Some(end) = end else {
                    self.comment = Some((token, text));
                    return;
                };
                self.close((token, text), false);
                rest = &rest[end + 1..];
            }
        } else if rest.starts_with('%') {
            return;
        }
        let mut is_first = true;
        loop {
            rest = rest.trim_start_matches(is_blank);
            let Some(first) = rest.chars().next() else {
                return;
            };
            let before = std::mem::take(&mut self.number);
            let token = |kind, is_first, number| Token {
                line: line.number,
                is_first,
                number,
                kind,
            };
            if first == '{' {
                let end = rest.find('}');
                let text = rest[1..end.unwrap_or(rest.len())].to_owned();
                let open = (token(Kind::Open, is_first, None), text);
                is_first = false;
                let Some(end) = end else {
                    self.comment = Some(open);
                    return;
                };
                self.close(open, false);
                rest = &rest[end + 1..];
                continue;
            }
            if let Some((number, length)) = number(rest, before) {
                self.number = number;
                rest = &rest[length..];
                continue;
            }
            let (kinds, length) = self
                .square_bracket(rest)
                .map_or_else(|| tokens(rest, first), |bracket| (vec![bracket], 1));
            let mut number = before;
            for kind in kinds {
                let number = number.take();
                self.ready.push_back(token(kind, is_first, number));
                is_first = false;
            }
            rest = &rest[length..];
        }
    }
}

/// Whether a text begins with a square bracket and a move number.
fn opens_variation(text: &str) -> bool {
    let numbered = |inside: &str| {
        let behind = inside
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < inside.trim_start().len() && behind.starts_with('.')
    };
    text.strip_prefix('[').is_some_and(numbered)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}')
}

/// Whether a line is the tag `Event`, with which games begin.
fn is_event(line: &str) -> bool {
    let line = line.trim();
    let begins = line
        .get(..7)
        .is_some_and(|begin| begin.eq_ignore_ascii_case("[event "));
    begins && line.ends_with(']') && line.contains('"')
}

/// The tokens at the beginning of a text (several for a turn with annotation signs, or none), and their length in bytes.
fn tokens(text: &str, first: char) -> (Vec<Kind>, usize) {
    match first {
        '[' => bracket(text),
        ';' => (vec![Kind::Comment(one_line(&text[1..]))], text.len()),
        '(' => time_used(text).unwrap_or_else(|| (vec![Kind::Open], 1)),
        ')' => (vec![Kind::Close], 1),
        '$' => nag(text),
        '<' => angle(text),
        // A row of asterisks is a separator of games.
        '*' if text.starts_with("**") => {
            let behind = text.trim_start_matches('*');
            (Vec::new(), text.len() - behind.len())
        }
        // A wall that is placed.
        '*' if text.starts_with("*@") => word(text),
        '}' | ']' | '>' | '"' => (Vec::new(), 1),
        _ => match result(text) {
            Some((result, length)) => (vec![Kind::Result(result)], length),
            None => word(text),
        },
    }
}

fn nag(text: &str) -> (Vec<Kind>, usize) {
    let digits = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    let length = text.len() - digits.len();
    let number = &text[1..length];
    let kind = match number.parse() {
        Ok(nag) => Kind::Nag(nag),
        Err(_) => Kind::WrongNag(text[..length].to_owned()),
    };
    (vec![kind], length)
}

/// A move number with its dots, or dots alone, which may belong to the number `before`; and the length. `None` if the text
/// begins with neither, or with a result.
fn number(text: &str, before: Option<MoveNumber>) -> Option<(Option<MoveNumber>, usize)> {
    if result(text).is_some() {
        return None;
    }
    let is_dot = |c| matches!(c, '.' | '\u{2026}');
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - behind.len()];
    // `2f4` may be move 2, or a pawn move with the departure rank (in games of two boards): the reader tries both.
    if is_null(digits) || digits.len() == 1 && is_square(behind) {
        return None;
    }
    let rest = behind.trim_start_matches(is_dot);
    let signs = &behind[..behind.len() - rest.len()];
    let next = behind.chars().next();
    let is_other = next.is_some_and(|c| "-/:".contains(c) || c == '\u{2013}');
    if signs.is_empty() && (digits.is_empty() || is_other) {
        return None;
    }
    let dots = signs.chars().map(|c| if c == '.' { 1 } else { 3 }).sum();
    let number = match digits.parse() {
        Ok(number) => Some(MoveNumber { number, dots }),
        Err(_) => before.map(|before| MoveNumber {
            dots: before.dots + dots,
            ..before
        }),
    };
    Some((number, text.len() - rest.len()))
}

/// The time used for a move, in brackets, `(0:05)` or `(1:02:03.456)`, as servers print it after each move.
fn time_used(text: &str) -> Option<(Vec<Kind>, usize)> {
    let end = text.find(')')?;
    let inside = &text[1..end];
    let (whole, fraction) = inside.split_once('.').unwrap_or((inside, ""));
    let parts: Vec<&str> = whole.split(':').collect();
    let is_number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let fits = (2..=3).contains(&parts.len())
        && parts.iter().all(is_number)
        && parts[1..].iter().all(|part| part.len() == 2)
        && fraction.chars().all(|c| c.is_ascii_digit());
    let hours = if parts.len() == 2 { "0:" } else { "" };
    let minutes = if parts[0].len() == 1 && parts.len() == 2 {
        "0"
    } else {
        ""
    };
    fits.then(|| {
        let command = format!("[%emt {hours}{minutes}{inside}]");
        (vec![Kind::Comment(command)], end + 1)
    })
}

/// A text between `<` and `>`, which the standard reserves: dropped as HTML, unless it contains a move number; then it is a word
/// that is not understood.
fn angle(text: &str) -> (Vec<Kind>, usize) {
    let length = text.find('>').map_or(1, |end| end + 1);
    let inside = text[1..length].trim_end_matches('>').trim_start();
    let numbered = inside.starts_with(|c: char| c.is_ascii_digit());
    let kinds = numbered.then(|| Kind::Word(text[..length].to_owned()));
    (kinds.into_iter().collect(), length)
}

/// A token that begins with `[`: a tag, a command outside a comment, the sign of an only move, or a mark that is dropped.
fn bracket(text: &str) -> (Vec<Kind>, usize) {
    let end = text.find(']').map(|end| end + 1);
    if let Some(end) = end
        && text.starts_with("[%")
    {
        return (vec![Kind::Comment(text[..end].to_owned())], end);
    }
    if text.starts_with("[]") {
        return (vec![Kind::Nag(7)], 2);
    }
    tag(text).unwrap_or((Vec::new(), end.unwrap_or(1)))
}

/// A tag. Its value may contain quotes that are not escaped; the outer quotes and the closing bracket may be missing.
fn tag(text: &str) -> Option<(Vec<Kind>, usize)> {
    let inside = text[1..].trim_start();
    let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
    let (name, rest) = inside.split_at(name_end);
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let value = rest.trim_start();
    if !begins || value.len() == rest.len() && !value.starts_with('"') {
        return None;
    }
    let found = |value: String, rest: &str| {
        let length = text.len() - rest.len();
        Some((vec![Kind::Tag(name.to_owned(), value)], length))
    };
    let Some(quoted) = value.strip_prefix('"') else {
        let (value, rest) = value.split_once(']')?;
        return found(value.trim().to_owned(), rest);
    };
    if let Some((value, rest)) = escaped(quoted) {
        return found(value, rest);
    }
    // The end is malformed: a backslash before the closing quote, or quote or bracket is missing.
    let close = quoted.rfind(']');
    let (value, rest) = close.map_or((quoted, ""), |close| {
        (&quoted[..close], &quoted[close + 1..])
    });
    let value = value.trim_end();
    found(value.strip_suffix('"').unwrap_or(value).to_owned(), rest)
}

/// The value up to the first unescaped quote that a bracket follows, and the text after the bracket.
fn escaped(quoted: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = quoted.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => match characters.next_if(|(_, next)| matches!(next, '\\' | '"')) {
                Some((_, escaped)) => value.push(escaped),
                None => value.push(c),
            },
            '"' => {
                let behind = quoted[at + 1..].trim_start();
                if let Some(rest) = behind.strip_prefix(']') {
                    return Some((value, rest));
                }
                value.push(c);
            }
            _ => value.push(c),
        }
    }
    None
}

/// A word, and its length.
fn word(text: &str) -> (Vec<Kind>, usize) {
    let length = word_length(text);
    let whole = with_ascii_signs(text[..length].trim_end_matches([',', '.']));
    if whole.is_empty() {
        return (Vec::new(), length);
    }
    // A line of dashes is a separator of games, or of a table's head from its rows.
    if whole.len() > 2 && whole.bytes().all(|byte| byte == b'-') {
        return (Vec::new(), length);
    }
    if let Some(meaning) = annotation(&whole) {
        return (meaning.into_iter().map(Kind::Nag).collect(), length);
    }
    if let Some(result) = named_draw(&whole) {
        return (vec![Kind::Result(result)], length);
    }
    let (rest, nags) = without_signs(&whole);
    let kind = if is_null(rest) || looks_like_a_turn(rest) || is_capture_by_files(rest) {
        Kind::Turn(rest.to_owned())
    } else if rest.is_empty() {
        return (nags.into_iter().map(Kind::Nag).collect(), length);
    } else {
        Kind::Word(rest.to_owned())
    };
    let nags = nags.into_iter().map(Kind::Nag);
    (std::iter::once(kind).chain(nags).collect(), length)
}

/// The length of the word at the beginning of a text.
fn word_length(text: &str) -> usize {
    let mut judged = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let behind = &text[at + c.len_utf8()..];
        match c {
            // `!` and `?` end a word, except before further signs.
            _ if judged && c.is_ascii_alphanumeric() => break,
            '!' | '?' => judged = true,
            // `*` before a square is a capture in old notation, before `@` a wall; otherwise it is the result.
            '*' if !behind.starts_with('@') && (at == 0 || !is_square(behind)) => break,
            '(' => match glued(behind) {
                Some(inside) if at > 0 => {
                    at += 1 + inside + 1;
                    continue;
                }
                _ => break,
            },
            '{' | '}' | ')' | ';' | '[' | ']' | '$' | '"' | '<' | '>' => break,
            _ if is_blank(c) => break,
            _ => {}
        }
        at += c.len_utf8();
    }
    at.max(text.chars().next().map_or(1, char::len_utf8))
}

/// The length of a text in brackets right after a move that belongs to the move and is not a variation: effects (`e5=w`, `-e5`,
/// `+bNg8`), a promotion (`Q`), `e.p.`.
fn glued(text: &str) -> Option<usize> {
    let inside = &text[..text.find(')')?];
    let is_effect = inside.contains('=') || inside.starts_with(['+', '-']) || {
        let squares = inside.split_once('-');
        squares.is_some_and(|(from, to)| is_square(from) && from.len() == 2 && is_square(to))
    };
    let belongs = matches!(inside, "e.p." | "ep")
        || inside.len() == 1 && inside.starts_with(|c: char| c.is_ascii_alphabetic())
        || is_effect && !inside.contains(is_blank) && !inside.contains('.');
    belongs.then_some(inside.len())
}

/// Whether a text begins with a square.
fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'9', ..])
}

/// Whether a word may be a turn: it contains a square, or is a castling move, a drop or a null move.
fn looks_like_a_turn(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
    let castling = word.trim_end_matches(['+', '#']);
    let castling = castling.len() > 1 && castling.chars().all(|c| "O0o-".contains(c));
    castling || word.contains('@') || bytes.windows(2).any(square)
}

/// Whether a word is a pawn capture written by files alone, with a capture sign: `exd`, `e:d`, `ed:`.
fn is_capture_by_files(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    let files: Vec<u8> = word.bytes().filter(|byte| !b"x:".contains(byte)).collect();
    let [from, to] = files[..] else {
        return false;
    };
    word.len() == 3
        && word.starts_with(char::from(from))
        && from.abs_diff(to) == 1
        && files.iter().all(|file| (b'a'..=b'h').contains(file))
}

/// A text with every run of white space replaced by one blank.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text.as_bytes()).expect("no system");
        std::iter::from_fn(|| lexer.next().expect("no system"))
            .map(|token| token.kind)
            .collect()
    }

    fn turn(text: &str) -> Kind {
        Kind::Turn(text.to_owned())
    }

    fn tag(name: &str, value: &str) -> Kind {
        Kind::Tag(name.to_owned(), value.to_owned())
    }

    #[test]
    fn numbers_and_dots_are_dropped_wherever_they_stand() {
        for text in [
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3",
            "1 . e4 1...e5 2 Nf3",
            "1. e4 1. ... e5 2.. Nf3",
            "12e4 e5 2Nf3",
            "e4 \u{2026}e5 2\u{2026} Nf3.",
            "1. e4, e5, 2. Nf3,",
        ] {
            assert_eq!(kinds(text), [turn("e4"), turn("e5"), turn("Nf3")], "{text}");
        }
    }

    #[test]
    fn tokens_end_by_themselves() {
        let expected = [turn("f3"), Kind::Nag(4), turn("e5"), Kind::Result("*")];
        for text in ["1. f3$4 e5 *", "1.f3$4e5*", "f3??e5 *", "f3 ?? e5 *"] {
            assert_eq!(kinds(text), expected, "{text}");
        }
        assert_eq!(
            kinds("1. e4(1. d4)e5{x}2. Nf3;end"),
            [
                turn("e4"),
                Kind::Open,
                turn("d4"),
                Kind::Close,
                turn("e5"),
                Kind::Comment("x".into()),
                turn("Nf3"),
                Kind::Comment("end".into())
            ]
        );
        assert_eq!(
            kinds("e4*d5 e5*"),
            [turn("e4*d5"), turn("e5"), Kind::Result("*")]
        );
    }

    #[test]
    fn brackets_that_belong_to_a_move_stay_with_it() {
        for text in [
            "Ad4-f6(e5=w)",
            "b8(N)",
            "Nxd5(=bN)+",
            "a4(-e5;d4=b)",
            "exd6(e.p.)",
        ] {
            assert_eq!(kinds(text), [turn(text)], "{text}");
        }
        assert_eq!(kinds("e4(d4)").len(), 4);
        assert_eq!(kinds("e4(1.d4)").len(), 4);
    }

    #[test]
    fn tags_are_read_as_they_are_written() {
        for (text, value) in [
            ("[A \"x\"]", "x"),
            (" [ A  \"x\" ] ", "x"),
            ("[A \"x \\\"y\\\" \\\\z\"]", "x \"y\" \\z"),
            ("[A \"the \"big\" one\"]", "the \"big\" one"),
            ("[A \"C:\\\"]", "C:\\"),
            ("[A \"x]y\"]", "x]y"),
            ("[A \"x\"", "x"),
            ("[A \"x]", "x"),
            ("[A x]", "x"),
            ("[A \"\"]", ""),
        ] {
            assert_eq!(kinds(text), [tag("A", value)], "{text}");
        }
        assert_eq!(kinds("[A \"x\"][B \"y\"]"), [tag("A", "x"), tag("B", "y")]);
        assert_eq!(
            kinds("e4 [%clk 1:00] [] [#]"),
            [
                turn("e4"),
                Kind::Comment("[%clk 1:00]".into()),
                Kind::Nag(7)
            ]
        );
    }

    #[test]
    fn comments_that_never_end_leave_the_next_game() {
        let text = "e4 {open\nwords\n[Event \"b\"]\nd4 {open";
        assert_eq!(
            kinds(text),
            [
                turn("e4"),
                Kind::Comment("open words".into()),
                Kind::Unclosed,
                tag("Event", "b"),
                turn("d4"),
                Kind::Comment("open".into()),
                Kind::Unclosed
            ]
        );
        assert_eq!(
            kinds("{a\n%b ; (\n}\n% escaped {\ne4"),
            [Kind::Comment("a %b ; (".into()), turn("e4")]
        );
    }

    #[test]
    fn everything_else_is_words() {
        assert_eq!(
            kinds("Hello <br> world"),
            [Kind::Word("Hello".into()), Kind::Word("world".into())]
        );
        assert_eq!(
            kinds("$999 $"),
            [Kind::WrongNag("$999".into()), Kind::WrongNag("$".into())]
        );
        for text in [
            "\0", "\u{feff}", "", "}", "]", "..", "1.", "\"", "+", "e.p.",
        ] {
            assert!(kinds(text).is_empty(), "{text:?}");
        }
        for text in [
            "O-O",
            "0-0-0",
            "o-o",
            "OO",
            "P@e4",
            "@e4",
            "--",
            "Z0",
            "@@@@",
            "O\u{2013}O",
        ] {
            assert!(matches!(&kinds(text)[..], [Kind::Turn(_)]), "{text}");
        }
    }
}
