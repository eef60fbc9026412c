//! Twins: what a further position of a problem changes.
//!
//! ```text
//! twin   = ["zero "] ["+"] letter ")" change {"," change}
//! change = ["+"] ("w"|"b") MAN squares | "-" squares | square "-" square | square "<->" square | MAN "=>" MAN
//!        | stipulation | "condition" NAMES | "none" | "rotate" 90|180|270 | "mirror" SQUARES | "shift" square square | "polish"
//! ```
//!
//! Popeye's words for the same are read as well.

use super::men::{Letters, ManText};
use super::options::squares_of;
use super::stipulation::Stipulation;
use crate::base::{Color, Square};
use std::fmt;

/// How a board is mirrored: which squares change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// `a1<->h1`: left and right.
    Files,
    /// `a1<->a8`: up and down.
    Ranks,
    /// `a1<->h8`: on the diagonal from a8 to h1.
    Falling,
    /// `a8<->h1`: on the diagonal from a1 to h8.
    Rising,
}

impl Mirror {
    /// All of them with their texts.
    pub(super) const TEXTS: [(&'static str, Self); 4] = [
        ("a1<->h1", Self::Files),
        ("a1<->a8", Self::Ranks),
        ("a1<->h8", Self::Falling),
        ("a8<->h1", Self::Rising),
    ];
}

/// One change of a twin. Men are named by their letters in FENs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Men are put on squares.
    Put {
        /// Whose men.
        color: Color,
        /// Their letter, upper case.
        letter: String,
        /// Where.
        squares: Vec<Square>,
    },
    /// Men are removed.
    Remove(Vec<Square>),
    /// A man stands elsewhere.
    Move(Square, Square),
    /// Two men change places.
    Exchange(Square, Square),
    /// All men of a letter, both colours, are others.
    Substitute(String, String),
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Other conditions in the place of all.
    Conditions(Vec<String>),
    /// The board is turned to the left by so many quarters.
    Rotate(u8),
    /// The board is mirrored.
    Mirror(Mirror),
    /// All men are shifted as from the first square to the second.
    Shift(Square, Square),
    /// All men change colour.
    Polish,
}

/// A change as it was read, its men perhaps still without letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RawChange {
    /// Men are put on squares.
    Put(Color, ManText, Vec<Square>),
    /// All men of a kind are others.
    Substitute(ManText, ManText),
    /// Everything in which no man is named.
    Plain(Change),
}

impl RawChange {
    /// The men that are named.
    pub fn men(&self) -> Vec<&ManText> {
        match self {
            Self::Put(_, man, _) => vec![man],
            Self::Substitute(from, to) => vec![from, to],
            Self::Plain(_) => Vec::new(),
        }
    }

    /// The change with letters for its men.
    pub fn with(self, letters: &mut Letters) -> Result<Change, String> {
        Ok(match self {
            Self::Put(color, man, squares) => Change::Put {
                color,
                letter: letters.of(&man)?,
                squares,
            },
            Self::Substitute(from, to) => Change::Substitute(letters.of(&from)?, letters.of(&to)?),
            Self::Plain(change) => change,
        })
    }
}

/// A further position of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// What it is called: `b`.
    pub label: String,
    /// Whether it changes the twin before it instead of the diagram.
    pub continued: bool,
    /// What it changes.
    pub changes: Vec<Change>,
}

impl Twin {
    /// The twin in the notation of this project: `b) bBe3`.
    pub fn heading(&self) -> String {
        let plus = if self.continued { "+" } else { "" };
        let changes: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        format!("{plus}{}) {}", self.label, changes.join(", "))
    }
}

/// Reads a word of this project's own notation of changes; `None` if it is none.
pub(super) fn own_change(word: &str) -> Option<RawChange> {
    if let Some((from, to)) = word.split_once("<->") {
        return Some(RawChange::Plain(Change::Exchange(one(from)?, one(to)?)));
    }
    if let Some((from, to)) = word.split_once("=>") {
        return Some(RawChange::Substitute(letter(from)?, letter(to)?));
    }
    if let Some(rest) = word.strip_prefix('-') {
        let (_, squares) = man_and_squares(rest)?;
        return Some(RawChange::Plain(Change::Remove(squares)));
    }
    if let Some((from, to)) = word.split_once('-') {
        return Some(RawChange::Plain(Change::Move(one(from)?, one(to)?)));
    }
    let (man, squares) = man_and_squares(word.strip_prefix('+').unwrap_or(word))?;
    let mut man = man.chars();
    let color = match man.next()? {
        'w' => Color::White,
        'b' => Color::Black,
        _ => return None,
    };
    let letter = letter(man.as_str())?;
    Some(RawChange::Put(color, letter, squares))
}

/// A letter of a man.
fn letter(text: &str) -> Option<ManText> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let valid = matches!(plain.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    valid.then(|| ManText::Letter(text.to_ascii_uppercase()))
}

/// Takes `bQb8` apart: who it is, which may be nobody, and at least one square.
fn man_and_squares(text: &str) -> Option<(&str, Vec<Square>)> {
    if !text.is_ascii() {
        return None;
    }
    (0..text.len()).find_map(|at| {
        let (man, squares) = text.split_at(at);
        let squares = squares_of(squares).filter(|_| man.len() <= 3)?;
        Some((man, squares))
    })
}

/// One square, a man before it read over.
fn one(text: &str) -> Option<Square> {
    match man_and_squares(text)? {
        (man, squares) if squares.len() == 1 && man.len() <= 3 => squares.first().copied(),
        _ => None,
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<String>();
        match self {
            Self::Put {
                color,
                letter,
                squares,
            } => write!(f, "{}{letter}{}", color.letter(), list(squares)),
            Self::Remove(squares) => write!(f, "-{}", list(squares)),
            Self::Move(from, to) => write!(f, "{from}-{to}"),
            Self::Exchange(a, b) => write!(f, "{a}<->{b}"),
            Self::Substitute(from, to) => write!(f, "{from}=>{to}"),
            Self::Stipulation(stipulation) => write!(f, "{stipulation}"),
            Self::Conditions(names) if names.is_empty() => f.write_str("none"),
            Self::Conditions(names) => write!(f, "condition {}", names.join(" ")),
            Self::Rotate(quarters) => write!(f, "rotate {}", u32::from(*quarters) * 90),
            Self::Mirror(mirror) => {
                let named = Mirror::TEXTS.iter().find(|(_, other)| other == mirror);
                write!(f, "mirror {}", named.map_or("", |(text, _)| text))
            }
            Self::Shift(from, to) => write!(f, "shift {from} {to}"),
            Self::Polish => f.write_str("polish"),
        }
    }
}
