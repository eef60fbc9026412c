//! Parses the text in which a player declares pieces: letter, movement and effects of each piece.
//!
//! ```text
//! pieces      = piece { "," piece }                        no blanks; the order means nothing
//! piece      = letter "=" movement [ ":" effects { ":" flag } ]
//! letter   = A-Z but K Q R B N P, each once
//! movement = a Betza text or the name of a movement
//! effects  = letters A, C, E in the order in which they act, or "-" for none
//! flag     = "enemy" | "friend" | "rex"
//! ```
//!
//! ```
//! use katydid::variant::DeclaredPieces;
//! let pieces = DeclaredPieces::parse("X=moose:A,V=NN,Y=kangaroo:CE:enemy").unwrap();
//! assert_eq!(pieces.text(), "X=moose:A,V=NN,Y=kangaroo:CE:enemy");
//! let error = DeclaredPieces::parse("X=mose:A").unwrap_err();
//! assert!(error.to_string().starts_with("Pieces: X: "));
//! ```

use super::compile;
use super::declared::{DeclaredPieces, RESERVED};
use super::definition::{EffectTarget, PieceDefinition, Rex, unplaced};
use crate::betza;

/// The error in a text that declares pieces.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Pieces: {0}")]
pub struct PiecesError(String);

/// The letters that cannot be declared, and a text for errors about the letters that can.
#[derive(Clone, Copy)]
struct Fixed {
    letters: &'static str,
    expected: &'static str,
}

impl DeclaredPieces {
    /// Parses the declaration of pieces for play. An empty text declares no piece.
    ///
    /// # Errors
    /// [`PiecesError`], which names the first fault and what was expected.
    pub fn parse(text: &str) -> Result<Self, PiecesError> {
        Self::parse_but(
            text,
            Fixed {
                letters: RESERVED,
                expected: "expected one of A-Z without K Q R B N P",
            },
        )
    }

    /// Parses the declaration of pieces for a chess problem, in which Q, R, B and N can also be declared.
    ///
    /// # Errors
    /// [`PiecesError`], which names the first fault and what was expected.
    pub fn parse_for_problem(text: &str) -> Result<Self, PiecesError> {
        Self::parse_but(
            text,
            Fixed {
                letters: "KP",
                expected: "expected one of A-Z without K and P: kings are what is mated, and pawns \
                           move and promote by rules of their own",
            },
        )
    }

    fn parse_but(text: &str, fixed: Fixed) -> Result<Self, PiecesError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let mut declared = Self {
            text: parts.join(","),
            pieces: Vec::new(),
        };
        if declared.text.is_empty() {
            return Ok(declared);
        }
        for one in parts {
            let piece = piece(one, fixed).map_err(PiecesError)?;
            let letter = piece.letter.as_ref();
            if declared.of_letter(letter).is_some() {
                return Err(PiecesError(format!(
                    "{letter} twice (expected each letter once)"
                )));
            }
            declared.pieces.push(piece);
        }
        Ok(declared)
    }
}

/// Quotes a text for a message: at most 40 characters, escaped.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    format!("'{shown}'")
}

/// Parses the declaration of one piece.
fn piece(text: &str, fixed: Fixed) -> Result<PieceDefinition, String> {
    let Some((letter, rest)) = text.split_once('=') else {
        let expected = "expected LETTER=MOVEMENT[:EFFECTS[:FLAG]], as in X=moose:A";
        return Err(format!("{} is no declaration ({expected})", quoted(text)));
    };
    let valid = matches!(letter.as_bytes(), [b'A'..=b'Z']) && !fixed.letters.contains(letter);
    if !valid {
        let expected = fixed.expected;
        return Err(format!(
            "{} is no letter to declare ({expected})",
            quoted(letter)
        ));
    }
    let of_letter = |message: String| format!("{letter}: {message}");
    let mut parts = rest.split(':');
    let movement = parts.next().unwrap_or_default();
    let parsed = betza::parse(movement)
        .map_err(|error| of_letter(format!("movement {}: {error}", quoted(movement))))?;
    if parsed.needs.castling.is_some() {
        return Err(of_letter("castling of a piece that is no king".to_owned()));
    }
    if parsed.needs.chain.is_some() {
        let message =
            "c or d before `a`, d, t or u (expected a movement without; variant files have them)";
        return Err(of_letter(message.to_owned()));
    }
    let effects = parts.next();
    let effect = effects
        .filter(|effects| *effects != "-")
        .map(|effects| check_effects(effects).map(|()| unplaced(effects)))
        .transpose()
        .map_err(of_letter)?;
    let mut piece = PieceDefinition {
        name: Some(name(letter, movement)),
        movement: Some(unplaced(movement)),
        effect,
        ..PieceDefinition::of_letter(unplaced(letter))
    };
    for flag in parts {
        set_flag(&mut piece, flag).map_err(of_letter)?;
    }
    if piece.effect.is_none() {
        // Flags without effects are ignored.
        (piece.target, piece.rex) = (None, None);
    }
    compile::check_piece(&piece).map_err(of_letter)?;
    Ok(piece)
}

/// Pieces that have names, by their movements; those of Betza's own names are found by these.
const KNOWN: [(&str, &str); 18] = [
    ("W", "Wazir"),
    ("F", "Ferz"),
    ("D", "Dabbaba"),
    ("N", "Knight"),
    ("A", "Alfil"),
    ("H", "Threeleaper"),
    ("C", "Camel"),
    ("Z", "Zebra"),
    ("WF", "Man"),
    ("B", "Bishop"),
    ("R", "Rook"),
    ("Q", "Queen"),
    ("BN", "Princess"),
    ("RN", "Empress"),
    ("QN", "Amazon"),
    ("NN", "Nightrider"),
    ("CC", "Camelrider"),
    ("ZZ", "Zebrarider"),
];

/// The name of a declared piece for people: that of its movement if it has one.
fn name(letter: &str, movement: &str) -> String {
    if let Some((_, name)) = KNOWN.iter().find(|(known, _)| *known == movement) {
        return (*name).to_owned();
    }
    let named = betza::names().any(|name| name == movement);
    match movement.get(..1).filter(|_| named) {
        Some(first) => format!("{}{}", first.to_ascii_uppercase(), &movement[1..]),
        None => format!("Piece {letter}"),
    }
}

fn check_effects(effects: &str) -> Result<(), String> {
    let wrong = |letter: char| !"ACE".contains(letter);
    let expected = "expected A, C and E in order, each at most once, or - for none";
    let repeated = |(at, letter): (usize, char)| effects[..at].contains(letter);
    if effects.is_empty() || effects.contains(wrong) || effects.char_indices().any(repeated) {
        return Err(format!("{} are no effects ({expected})", quoted(effects)));
    }
    Ok(())
}

fn set_flag(piece: &mut PieceDefinition, flag: &str) -> Result<(), String> {
    let again = match flag {
        "enemy" => piece.target.replace(EffectTarget::Enemy).is_some(),
        "friend" => piece.target.replace(EffectTarget::Friend).is_some(),
        "rex" => piece.rex.replace(Rex::Inclusive).is_some(),
        "royal" => std::mem::replace(&mut piece.royal, true),
        "iron" => std::mem::replace(&mut piece.iron, true),
        "half-neutral" => std::mem::replace(&mut piece.half_neutral, true),
        _ => {
            let expected = "expected enemy, friend, rex, royal, iron or half-neutral";
            return Err(format!("{} is no flag ({expected})", quoted(flag)));
        }
    };
    if again {
        let expected = "expected each flag once, and only one of enemy and friend";
        return Err(format!(
            "{} does not go with the flags before it ({expected})",
            quoted(flag)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_pieces_have_the_names_of_their_movements() {
        for (movement, expected) in [
            ("NN", "Nightrider"),
            ("moose", "Moose"),
            ("fWbF", "Piece V"),
        ] {
            assert_eq!(name("V", movement), expected);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, told) in [
            ("X", "'X' is no declaration"),
            ("", ""),
            ("K=moose", "'K' is no letter"),
            ("x=moose", "'x' is no letter"),
            ("X=moose,X=eagle", "X twice"),
            ("X=moose:B", "'B' are no effects"),
            ("X=moose:AA", "'AA' are no effects"),
            ("X=moose:", "'' are no effects"),
            ("X=moose:A:foe", "'foe' is no flag"),
            ("X=moose:A:enemy:friend", "'friend' does not go"),
            ("X=moose:A:rex:rex", "'rex' does not go"),
            ("X=NN:A", "never hops"),
            ("X=moose:-:foe", "'foe' is no flag"),
            ("X=moose:-:rex", ""),
            ("X=", "found the end of the text"),
            ("X=gafxQ", "found 'x'"),
            ("X=isO2", "castling"),
            ("X=moose, Y=eagle", ""),
        ] {
            match DeclaredPieces::parse(text) {
                Ok(_) => assert!(told.is_empty(), "{text} is read"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(
                        error.starts_with("Pieces: ") && error.contains(told),
                        "{text}: {error}"
                    );
                }
            }
        }
    }
}
