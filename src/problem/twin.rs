//! Twins: the changes that lead to further positions of a problem.
//!
//! ```text
//! twin   = ["zero "] ["+"] letter ")" change {"," change}
//! change = ["+"] ("w"|"b"|"n") PIECE ["~"] squares | "-" squares | square "-" square | square "<->" square | PIECE "=>" PIECE
//!        | stipulation | "condition" NAMES | "none" | "rotate" 90|180|270 | "mirror" SQUARES | "shift" square square | "polish"
//! ```
//!
//! Popeye's words for these changes are accepted too.

use super::diagram::Owner;
use super::option_values::squares_of;
use super::pieces::{Letters, PieceText};
use super::stipulation::Stipulation;
use crate::base::Square;
use std::fmt;

/// The axis of a reflection, given by two corners that it exchanges.
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
    /// All reflections with their texts.
    pub(super) const TEXTS: [(&'static str, Self); 4] = [
        ("a1<->h1", Self::Files),
        ("a1<->a8", Self::Ranks),
        ("a1<->h8", Self::Falling),
        ("a8<->h1", Self::Rising),
    ];
}

/// One change of a twin. Pieces are named by their letters in FENs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Pieces of the type with this letter (upper case) are put on squares.
    Put(Owner, String, Vec<Square>),
    /// Pieces are removed.
    Remove(Vec<Square>),
    /// A piece is moved.
    Move(Square, Square),
    /// Two pieces change places.
    Exchange(Square, Square),
    /// All pieces of one type (by letter), of both colours, become pieces of another.
    Substitute(String, String),
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Conditions that replace all others.
    Conditions(Vec<String>),
    /// The board is rotated to the left by this many quarter turns.
    Rotate(u8),
    /// The board is mirrored.
    Mirror(Mirror),
    /// All pieces are shifted by the difference between the two squares.
    Shift(Square, Square),
    /// All pieces change colour.
    Polish,
}

/// A parsed change; its pieces may not have letters yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RawChange {
    /// Pieces are put on squares.
    Put(Owner, PieceText, Vec<Square>),
    /// All pieces of one type become pieces of another.
    Substitute(PieceText, PieceText),
    /// A change that names no piece.
    Plain(Change),
}

impl RawChange {
    pub fn pieces(&self) -> Vec<&PieceText> {
        match self {
            Self::Put(_, piece, _) => vec![piece],
            Self::Substitute(from, to) => vec![from, to],
            Self::Plain(_) => Vec::new(),
        }
    }

    /// To whom the pieces belong that are put on squares.
    pub const fn owner(&self) -> Option<Owner> {
        match self {
            Self::Put(owner, ..) => Some(*owner),
            _ => None,
        }
    }

    pub fn with(self, letters: &mut Letters) -> Result<Change, String> {
        Ok(match self {
            Self::Put(owner, piece, squares) => Change::Put(owner, letters.of(&piece)?, squares),
            Self::Substitute(from, to) => Change::Substitute(letters.of(&from)?, letters.of(&to)?),
            Self::Plain(change) => change,
        })
    }
}

/// A further position of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// The label, as in `b`.
    pub label: String,
    /// Whether the changes apply to the previous twin instead of the diagram.
    pub continued: bool,
    /// The changes.
    pub changes: Vec<Change>,
}

impl Twin {
    /// The twin in Katydid's notation: `b) bBe3`.
    pub fn heading(&self) -> String {
        let plus = if self.continued { "+" } else { "" };
        let changes: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        format!("{plus}{}) {}", self.label, changes.join(", "))
    }
}

/// Parses a change in Katydid's own notation; `None` if the word is not one.
pub(super) fn own_change(word: &str) -> Option<RawChange> {
    if let Some((from, to)) = word.split_once("<->") {
        return Some(RawChange::Plain(Change::Exchange(one(from)?, one(to)?)));
    }
    if let Some((from, to)) = word.split_once("=>") {
        return Some(RawChange::Substitute(letter(from)?, letter(to)?));
    }
    if let Some(rest) = word.strip_prefix('-') {
        let (_, squares) = piece_and_squares(rest)?;
        return Some(RawChange::Plain(Change::Remove(squares)));
    }
    if let Some((from, to)) = word.split_once('-') {
        return Some(RawChange::Plain(Change::Move(one(from)?, one(to)?)));
    }
    let (piece, squares) = piece_and_squares(word.strip_prefix('+').unwrap_or(word))?;
    let mut piece = piece.chars();
    let owner = Owner::of_letter(piece.next()?)?;
    let (owner, piece) = match (owner, piece.as_str().strip_suffix('~')) {
        (Owner::Side(color), Some(chameleon)) => (Owner::Chameleon(color), chameleon),
        _ => (owner, piece.as_str()),
    };
    let letter = letter(piece)?;
    Some(RawChange::Put(owner, letter, squares))
}

fn letter(text: &str) -> Option<PieceText> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let valid = matches!(plain.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    valid.then(|| PieceText::Letter(text.to_ascii_uppercase()))
}

/// Splits `bQb8` into colour and piece (which may be missing) and at least one square.
fn piece_and_squares(text: &str) -> Option<(&str, Vec<Square>)> {
    if !text.is_ascii() {
        return None;
    }
    (0..text.len()).find_map(|at| {
        let (piece, squares) = text.split_at(at);
        let squares = squares_of(squares).filter(|_| piece.len() <= 3)?;
        Some((piece, squares))
    })
}

/// Parses one square; a piece in front of the square is ignored.
fn one(text: &str) -> Option<Square> {
    match piece_and_squares(text)? {
        (piece, squares) if squares.len() == 1 && piece.len() <= 3 => squares.first().copied(),
        _ => None,
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<String>();
        match self {
            Self::Put(owner, letter, squares) => {
                let mark = if matches!(owner, Owner::Chameleon(_)) {
                    "~"
                } else {
                    ""
                };
                write!(f, "{}{letter}{mark}{}", owner.letter(), list(squares))
            }
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
