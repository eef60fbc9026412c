//! The text of two movements together.

use super::{BetzaError, effect, expand, named, parser};
use parser::Term;

/// A text for the moves of both texts: their terms in order, without those that add nothing to the others.
///
/// ```
/// # use katydid::betza::joined;
/// assert_eq!(joined("KisO2", "N").unwrap(), "KisO2N");
/// assert_eq!(joined("R", "Q").unwrap(), "Q");
/// assert_eq!(joined("N", "N").unwrap(), "N");
/// ```
///
/// # Errors
/// The error of [`parse`](super::parse) for a text that cannot be read.
pub fn joined(one: &str, other: &str) -> Result<String, BetzaError> {
    let mut terms = Vec::new();
    let mut castles = false;
    for text in [one, other].map(named::text_of) {
        super::parse(text)?;
        if text == named::NOTHING {
            continue;
        }
        let mut start = 0;
        for term in parser::terms(text)? {
            let (atom, moves) = match &term {
                Term::Castling { atom_token, .. } => (atom_token, None),
                Term::Moves(moves) => (&moves.atom_token, Some(moves)),
            };
            let end = end_of_term(text, atom.column - 1);
            let written = &text[start..end];
            start = end;
            let paths = match moves {
                Some(moves) => expand::paths(moves)?,
                None if castles => continue,
                None => Vec::new(),
            };
            castles |= moves.is_none();
            terms.push((written, paths, atom.clone()));
        }
    }
    for straight in [false, true] {
        if straight {
            let paths = terms.iter_mut().flat_map(|(_, paths, _)| paths);
            paths.for_each(expand::straighten);
        }
        loop {
            // Castling has no paths and stays.
            let moves = (0..terms.len()).filter(|number| !terms[*number].1.is_empty());
            let moves: Vec<usize> = moves.collect();
            let ways = moves.iter().map(|number| &terms[*number]);
            let ways: Vec<_> = ways
                .map(|(_, paths, atom)| (paths.clone(), atom.clone()))
                .collect();
            match effect::redundant(&ways) {
                Some((number, _)) => drop(terms.remove(moves[number])),
                None => break,
            }
        }
    }
    let mut text = String::new();
    for (written, ..) in &terms {
        // `N` behind `gN` comes first: `gNN` would be a rider.
        let last = text.chars().last().filter(char::is_ascii_uppercase);
        if last.is_some() && last == written.chars().next() {
            text.insert_str(0, written);
        } else {
            text.push_str(written);
        }
    }
    match text.as_str() {
        "" => Ok(named::NOTHING.to_owned()),
        _ => Ok(text),
    }
}

/// The end of the term whose atom stands at `atom` in a text: behind the letter of a leaper written twice, and behind the range.
fn end_of_term(text: &str, atom: usize) -> usize {
    let letters = text.as_bytes();
    let doubled = letters.get(atom + 1) == Some(&letters[atom]);
    let behind = atom + 1 + usize::from(doubled);
    let digits = letters[behind..].iter();
    behind + digits.take_while(|letter| letter.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::joined;

    #[test]
    fn joined_texts_can_be_read_and_have_the_moves_of_both() {
        for (one, other, text) in [
            ("N", "N", "N"),
            ("B", "Q", "Q"),
            ("R", "Q", "Q"),
            ("Q", "Q", "Q"),
            ("KisO2", "Q", "isO2Q"),
            ("ifmnDfmWfcFfceF", "Q", "ifmnDfceFQ"),
            ("ifmnDfmWfcFfceF", "N", "ifmnDfmWfcFfceFN"),
            ("R", "R", "R"),
            ("K", "W", "K"),
            ("WN", "NZ", "WNZ"),
            ("gN", "N", "NgN"),
            ("NN", "N", "NN"),
            ("ffNNbsN", "W", "ffNNbsNW"),
            ("R3", "W", "R3"),
            ("-", "N", "N"),
            ("grasshopper", "-", "gQ"),
            ("-", "-", "-"),
            ("caK", "K", "KcaK"),
        ] {
            let found = joined(one, other).expect(one);
            assert_eq!(found, text, "{one} and {other}");
            let movement = parse(&found).expect(text);
            let mut both = parse(one).expect(one);
            both.join(parse(other).expect(other));
            assert!(movement.paths.iter().all(|path| {
                both.paths
                    .iter()
                    .any(|other| other.last == path.last && other.travel == path.travel)
            }));
        }
        assert!(joined("N", "x").is_err());
    }
}
