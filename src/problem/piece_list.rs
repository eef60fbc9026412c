//! Parser of piece lists in Popeye's input language: colour, attributes, walks with squares.

use super::diagram::Owner;
use super::error::{ProblemError, quoted};
use super::languages::Language;
use super::option_values::squares_of;
use super::pieces::{HALF_NEUTRAL, PieceText};
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::base::{Color, Square};

/// Pieces of one colour and type, with their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    /// To whom they belong.
    pub owner: Owner,
    pub piece: PieceText,
    /// The squares.
    pub squares: Vec<Square>,
}

/// The meaning of a word before a list of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Side(Owner),
    /// An attribute for an effect on hurdles, by the letter of the effect (A, C or E).
    Effect(char),
    /// The attribute of chameleons.
    Chameleon,
    /// An attribute for a flag of a declaration (`royal`).
    Flag(&'static str),
    /// A colour that is not supported.
    ForeignColour,
    /// An attribute that is not supported.
    Foreign,
}

const WORDS: [(&str, Before); 11] = [
    ("White", Before::Side(Owner::Side(Color::White))),
    ("Black", Before::Side(Owner::Side(Color::Black))),
    ("Neutral", Before::Side(Owner::Neutral)),
    ("TotalInvisible", Before::ForeignColour),
    ("HurdleColourChanging", Before::Effect('A')),
    ("EinsteinHurdle", Before::Effect('E')),
    ("CirceHurdle", Before::Effect('C')),
    ("Chameleon", Before::Chameleon),
    ("Royal", Before::Flag("royal")),
    ("Uncapturable", Before::Flag("iron")),
    ("HalfNeutral", Before::Flag(HALF_NEUTRAL)),
];

fn meaning(word: Word<'_>) -> Meaning<Before> {
    let foreign = vocabulary::ATTRIBUTES.iter();
    let foreign = foreign.map(|name| (*name, Before::Foreign));
    look_up(word, WORDS.into_iter().chain(foreign))
}

/// Reads colours, attributes and pieces up to the first other word.
///
/// # Errors
/// If a colour, attribute or piece is not supported, or there is no piece.
pub(super) fn read(words: &mut Words<'_>) -> Result<Vec<Pieces>, ProblemError> {
    let mut pieces = Vec::new();
    let mut owner = None;
    let mut effects = String::new();
    let mut flags = Vec::new();
    while let Some(word) = words.peek() {
        // Pieces end with a digit, so they are never confused with attributes.
        if let Some((walk, squares)) = take_apart(word.text) {
            let Some(owner) = owner else {
                let reason = format!(
                    "{} before a colour (expected White, Black or Neutral)",
                    quoted(word.text)
                );
                return Err(words.error(word, reason));
            };
            words.next();
            let piece = piece(word.language, walk, &effects, &flags)
                .map_err(|reason| words.error(word, reason))?;
            pieces.push(Pieces {
                owner,
                piece,
                squares,
            });
            // As in Popeye, `Royal` applies to the next piece only.
            flags.retain(|flag| *flag != "royal");
            continue;
        }
        match meaning(word) {
            Meaning::One(_, Before::Side(side)) => {
                owner = Some(side);
                effects.clear();
                flags.clear();
            }
            Meaning::One(name, Before::ForeignColour) => {
                let reason = format!("Popeye's colour {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(name, Before::Foreign) if owner.is_some() => {
                let reason = format!("Popeye's attribute {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(name, Before::Chameleon) if owner.is_some() => {
                let Some(Owner::Side(side)) = owner else {
                    let reason = format!("{name} of a neutral piece is not supported");
                    return Err(words.error(word, reason));
                };
                owner = Some(Owner::Chameleon(side));
            }
            Meaning::One(name, Before::Effect(effect)) if owner.is_some() => {
                if effects.contains(effect) {
                    let reason = format!("{name} twice (expected each attribute once)");
                    return Err(words.error(word, reason));
                }
                effects.push(effect);
            }
            Meaning::One(name, Before::Flag(flag)) if owner.is_some() => {
                if flags.contains(&flag) {
                    let reason = format!("{name} twice (expected each attribute once)");
                    return Err(words.error(word, reason));
                }
                flags.push(flag);
            }
            _ => break,
        }
        words.next();
    }
    Ok(pieces)
}

/// Splits `lib3c4` into walk and squares: with an odd number of characters the walk has one letter, with an even number two.
fn take_apart(text: &str) -> Option<(&str, Vec<Square>)> {
    if !text.is_ascii() || !text.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let letters = if text.len().is_multiple_of(2) { 2 } else { 1 };
    let (walk, squares) = text.split_at_checked(letters)?;
    Some((walk, squares_of(squares)?))
}

fn piece(
    language: Language,
    walk: &str,
    effects: &str,
    flags: &[&str],
) -> Result<PieceText, String> {
    let plain = PieceText::of_walk(language, walk)?;
    if flags.contains(&HALF_NEUTRAL) && plain == PieceText::Letter("K".to_owned()) {
        return Err("a half-neutral king is not supported (expected another piece)".to_owned());
    }
    if !flags.is_empty() {
        let effects = if effects.is_empty() { "-" } else { effects };
        return plain
            .flagged(&format!("{effects}:{}", flags.join(":")))
            .ok_or_else(|| {
                format!(
                    "the walk {walk} takes no attribute (expected one of a piece that is no pawn)"
                )
            });
    }
    match plain {
        piece if effects.is_empty() => Ok(piece),
        PieceText::Walk(walk, _) if walk.hops() => Ok(PieceText::Walk(walk, effects.to_owned())),
        _ => Err(format!(
            "the walk {walk} never hops, so it cannot change a hurdle (attributes go with walks that hop)"
        )),
    }
}
