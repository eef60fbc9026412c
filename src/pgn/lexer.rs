//! PGN tokens. Every text has some: what is no PGN comes as a word.

use super::lines::{Line, Lines};
use super::signs::{annotation, named_draw, result, without_signs};
use crate::rules::{is_null, with_ascii_signs};
use std::collections::VecDeque;
use std::io::{BufRead, Result};

/// Longer comments are cut. In bytes.
const LONGEST_COMMENT: usize = 1 << 20;

/// A token, with the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The line, from 1.
    pub line: usize,
    /// Whether nothing stands before it on its line.
    pub is_first: bool,
    /// What it is.
    pub kind: Kind,
}

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{...}`, or `;` and the rest of a line.
    Comment(String),
    /// A comment without an end; its text comes before this.
    Unclosed,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$n`, or a sign like `!?` or `+=`.
    Nag(u8),
    /// `$n` with a number that is no annotation.
    WrongNag(String),
    /// The result.
    Result(&'static str),
    /// What looks like a turn or leg.
    Turn(String),
    /// Anything else.
    Word(String),
}

/// Splits a text into tokens. Move numbers and words without meaning are left out.
pub(super) struct Lexer<'a> {
    lines: Lines<'a>,
    /// The line and text of a comment that is open.
    comment: Option<(Token, String)>,
    ready: VecDeque<Token>,
}

impl<'a> Lexer<'a> {
    /// The tokens of a reader.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(reader: impl BufRead + 'a) -> Result<Self> {
        Ok(Self {
            lines: Lines::new(reader)?,
            comment: None,
            ready: VecDeque::new(),
        })
    }

    /// The next token without taking it; `None` at the end.
    ///
    /// # Errors
    /// What the system says.
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
    /// What the system says.
    pub fn next(&mut self) -> Result<Option<Token>> {
        self.peek()?;
        Ok(self.ready.pop_front())
    }

    /// Adds a comment, and that it has no end.
    fn close(&mut self, (token, text): (Token, String), is_open: bool) {
        let unclosed = is_open.then(|| Token {
            kind: Kind::Unclosed,
            ..token.clone()
        });
        self.ready.push_back(Token {
            kind: Kind::Comment(one_line(&text)),
            ..token
        });
        self.ready.extend(unclosed);
    }

    /// Adds the tokens of a line.
    fn read(&mut self, line: &Line) {
        let mut rest = line.text.as_str();
        if let Some((token, mut text)) = self.comment.take() {
            if is_event(rest) {
                // Tags do not stand in comments: the end of this one is missing.
                self.close((token, text), true);
            } else {
                let end = rest.find('}');
                let part = &rest[..end.unwrap_or(rest.len())];
                if text.len() + part.len() < LONGEST_COMMENT {
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
            let token = |kind, is_first| Token {
                line: line.number,
                is_first,
                kind,
            };
            if first == '{' {
                let end = rest.find('}');
                let text = rest[1..end.unwrap_or(rest.len())].to_owned();
                let open = (token(Kind::Open, is_first), text);
                is_first = false;
                let Some(end) = end else {
                    self.comment = Some(open);
                    return;
                };
                self.close(open, false);
                rest = &rest[end + 1..];
                continue;
            }
            let (kinds, length) = tokens(rest, first);
            for kind in kinds {
                self.ready.push_back(token(kind, is_first));
                is_first = false;
            }
            rest = &rest[length..];
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}')
}

/// Whether a line is the tag that games begin with.
fn is_event(line: &str) -> bool {
    let line = line.trim();
    let begins = line
        .get(..7)
        .is_some_and(|begin| begin.eq_ignore_ascii_case("[event "));
    begins && line.ends_with(']') && line.contains('"')
}

/// The tokens at the beginning of a text (more than one for a turn with its signs, or none), and its length in bytes.
fn tokens(text: &str, first: char) -> (Vec<Kind>, usize) {
    match first {
        '[' => bracket(text),
        ';' => (vec![Kind::Comment(one_line(&text[1..]))], text.len()),
        '(' => (vec![Kind::Open], 1),
        ')' => (vec![Kind::Close], 1),
        '$' => nag(text),
        // Reserved by the standard; mark-up of pages looks so.
        '<' => (Vec::new(), text.find('>').map_or(1, |end| end + 1)),
        '}' | ']' | '>' | '"' => (Vec::new(), 1),
        _ => match result(text) {
            Some((result, length)) => (vec![Kind::Result(result)], length),
            None => number(text).map_or_else(|| word(text), |length| (Vec::new(), length)),
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

/// The length of a move number with its dots, or of dots alone.
fn number(text: &str) -> Option<usize> {
    let dots = |c| matches!(c, '.' | '\u{2026}');
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - behind.len();
    // A pawn whose rank is given (`2f4`, where boards have two levels): the reader tries both.
    if is_null(&text[..digits]) || digits == 1 && is_square(behind) {
        return None;
    }
    let next = behind.chars().next();
    if behind.len() < text.len() && !next.is_some_and(|c| "-/:".contains(c) || c == '\u{2013}') {
        return Some(text.len() - behind.trim_start_matches(dots).len());
    }
    let rest = text.trim_start_matches(dots);
    (rest.len() < text.len()).then(|| text.len() - rest.len())
}

/// What begins with `[`: a tag, a command that stands outside a comment, the sign of an only move, or a mark that is dropped.
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

/// A tag. Its value may hold quotes that are not escaped; the quotes, and the last bracket, may be missing.
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
    // The end is not as it should be: a backslash before the quote, or one of the two signs is missing.
    let close = quoted.rfind(']');
    let (value, rest) = close.map_or((quoted, ""), |close| {
        (&quoted[..close], &quoted[close + 1..])
    });
    let value = value.trim_end();
    found(value.strip_suffix('"').unwrap_or(value).to_owned(), rest)
}

/// The value before the first quote with a bracket behind it that is not escaped, and what stands behind the bracket.
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
    if let Some(meaning) = annotation(&whole) {
        return (meaning.into_iter().map(Kind::Nag).collect(), length);
    }
    if let Some(result) = named_draw(&whole) {
        return (vec![Kind::Result(result)], length);
    }
    let (rest, nags) = without_signs(&whole);
    let kind = if is_null(rest) || looks_like_a_turn(rest) {
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
            // Signs of judgement end a word, but for further signs.
            _ if judged && c.is_ascii_alphanumeric() => break,
            '!' | '?' => judged = true,
            // A capture in old notation, or the result.
            '*' if at == 0 || !is_square(behind) => break,
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

/// The length of what stands in brackets right behind a move and belongs to it: effects (`e5=w`, `-e5`, `+bNg8`), a promotion (`Q`),
/// `e.p.`; no variation.
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

/// Whether a word can be meant as a turn: it names a square, a castling move, a drop or a null move.
fn looks_like_a_turn(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
    let castling = word.trim_end_matches(['+', '#']);
    let castling = castling.len() > 1 && castling.chars().all(|c| "O0o-".contains(c));
    castling || word.contains('@') || bytes.windows(2).any(square)
}

/// A text with single blanks.
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
