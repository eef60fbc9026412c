//! Pieces with their squares as Popeye's input language lists them: colour, attributes, walks.

use super::error::{ProblemError, quoted};
use super::option_values::squares_of;
use super::pieces::PieceText;
use super::vocabulary;
use super::words::{Meaning, Words, look_up};
use crate::base::{Color, Square};

/// Pieces of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    /// Whose pieces.
    pub color: Color,
    pub piece: PieceText,
    /// Where they stand.
    pub squares: Vec<Square>,
}

/// The meaning of a word before a list of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Side(Color),
    /// An effect of the hops.
    Effect(char),
    /// A colour that is not supported.
    ForeignColour,
    /// An attribute that is not supported.
    Foreign,
}

const WORDS: [(&str, Before); 7] = [
    ("White", Before::Side(Color::White)),
    ("Black", Before::Side(Color::Black)),
    ("Neutral", Before::ForeignColour),
    ("TotalInvisible", Before::ForeignColour),
    ("HurdleColourChanging", Before::Effect('A')),
    ("EinsteinHurdle", Before::Effect('E')),
    ("CirceHurdle", Before::Effect('C')),
];

fn meaning(word: &str) -> Meaning<Before> {
    let foreign = vocabulary::ATTRIBUTES.iter();
    let foreign = foreign.map(|name| (*name, Before::Foreign));
    look_up(word, WORDS.into_iter().chain(foreign))
}

/// Reads colours, attributes and pieces up to a word that is none of them.
///
/// # Errors
/// What is not supported, or no piece.
pub(super) fn read(words: &mut Words<'_>) -> Result<Vec<Pieces>, ProblemError> {
    let mut pieces = Vec::new();
    let mut color = None;
    let mut effects = String::new();
    while let Some(word) = words.peek() {
        // Pieces end with a digit, so they are never confused with attributes.
        if let Some((walk, squares)) = take_apart(word.text) {
            let Some(color) = color else {
                let reason = format!(
                    "{} before a colour (expected White or Black)",
                    quoted(word.text)
                );
                return Err(words.error(word, reason));
            };
            words.next();
            let piece = piece(walk, &effects).map_err(|reason| words.error(word, reason))?;
            pieces.push(Pieces {
                color,
                piece,
                squares,
            });
            continue;
        }
        match meaning(word.text) {
            Meaning::One(_, Before::Side(side)) => {
                color = Some(side);
                effects.clear();
            }
            Meaning::One(name, Before::ForeignColour) => {
                let reason = format!("Popeye's colour {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(name, Before::Foreign) if color.is_some() => {
                let reason = format!("Popeye's attribute {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(name, Before::Effect(effect)) if color.is_some() => {
                if effects.contains(effect) {
                    let reason = format!("{name} twice (expected each attribute once)");
                    return Err(words.error(word, reason));
                }
                effects.push(effect);
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

fn piece(walk: &str, effects: &str) -> Result<PieceText, String> {
    match PieceText::of_walk(walk)? {
        piece if effects.is_empty() => Ok(piece),
        PieceText::Walk(walk, _) if walk.hops() => Ok(PieceText::Walk(walk, effects.to_owned())),
        _ => Err(format!(
            "the walk {walk} never hops, so it cannot change a hurdle (attributes go with walks that hop)"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<String, String> {
        let mut words = Words::of_argument(text);
        let pieces = read(&mut words).map_err(|error| error.to_string())?;
        let pieces = pieces.iter().map(|pieces| {
            let piece = match &pieces.piece {
                PieceText::Letter(letter) => letter.clone(),
                PieceText::Walk(walk, effects) => format!("{}:{effects}", walk.letters),
            };
            let squares: String = pieces.squares.iter().map(Square::to_string).collect();
            format!("{}{piece}{squares}", pieces.color.letter())
        });
        let rest = words.peek().map(|word| format!("|{}", word.text));
        Ok(pieces.chain(rest).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn pieces_are_listed() {
        for (text, found) in [
            ("White Kc1d2 Sa1 black PAa7b6", "wKc1d2 wNa1 bpa:a7b6"),
            (
                "white circe hurdle gd4 rhE5 black gb1",
                "wg:CAd4 wrh:CAe5 bg:b1",
            ),
            ("White Einst gh5 Option", "wg:Eh5 |Option"),
            ("", ""),
        ] {
            // Attributes may be abbreviated as long as they are unique.
            let text = text.replace("circe", "CirceHurdle");
            assert_eq!(told(&text), Ok(found.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (text, found) in [
            ("Neutral Ka1", "Popeye's colour Neutral is not supported"),
            (
                "White Royal ga1",
                "Popeye's attribute Royal is not supported",
            ),
            ("White Hurdle Ka1", "the walk K never hops"),
            ("White Hurdle Hurdle ga1", "HurdleColourChanging twice"),
            ("White eqa1", "Popeye's walk eq is not supported"),
            ("White xya1", "'xy' is no walk"),
            ("Ka1", "'Ka1' before a colour"),
        ] {
            let error = told(text).expect_err(text);
            assert!(error.contains(found), "{text}: {error}");
        }
    }
}
