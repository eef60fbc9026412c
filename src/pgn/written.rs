//! Games of a PGN file as tags and move texts, uninterpreted: the notation depends on the program that wrote them.

use super::PgnError;
use super::words::{Kind, RESULTS, words};

/// The result of a game that has none.
const UNKNOWN: &str = "*";

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves, without numbers, comments, variations and annotations.
    pub moves: Vec<String>,
    /// The result behind the moves: `1-0`, `0-1`, `1/2-1/2` or `*`, also where there is none.
    pub result: &'static str,
}

impl Written {
    /// The value of a tag; `None` if there is no such tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The games of a file: main lines alone.
///
/// # Errors
/// [`PgnError`] for the first text that is not PGN. The moves are not interpreted.
pub fn games(text: &str) -> Result<Vec<Written>, PgnError> {
    let words = words(text).map_err(|(line, reason)| PgnError { line, reason })?;
    let mut games = Vec::new();
    let mut game = Written::default();
    let mut depth = 0_u32;
    for word in words {
        match word.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Comment(_) | Kind::Nag(_) => {}
            _ if depth > 0 => {}
            Kind::Tag(name, value) => {
                if !game.moves.is_empty() {
                    finish(&mut games, &mut game, UNKNOWN);
                }
                game.tags.push((name, value));
            }
            Kind::Turn(text) => game.moves.push(text),
            Kind::Result(result) => {
                let known = RESULTS.into_iter().find(|known| *known == result);
                finish(&mut games, &mut game, known.unwrap_or(UNKNOWN));
            }
        }
    }
    if game != Written::default() {
        finish(&mut games, &mut game, UNKNOWN);
    }
    Ok(games)
}

fn finish(games: &mut Vec<Written>, game: &mut Written, result: &'static str) {
    game.result = result;
    games.push(std::mem::take(game));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_everything_else() {
        let text = "[Event \"a \\\"b\\\"\"]\n[Variant \"ag\"]\n\n{a (comment) 1. e4}\n1. Aaa4 -- {+0.1/8} 2. \
                    a3h5-a3t 2... e5 $1 (2... d5 (3. c4) {x}) 3.f4 ; to the end\n; f5\n1-0\n\n[Event \"c\"]\n\n*\n1. d4";
        let games = games(text).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("Event"), Some("a \"b\""));
        assert_eq!(games[0].tag("Variant"), Some("ag"));
        assert_eq!(games[0].moves, ["Aaa4", "--", "a3h5-a3t", "e5", "f4"]);
        assert_eq!(games[0].result, "1-0");
        assert_eq!((games[1].moves.len(), games[1].result), (0, "*"));
        assert_eq!(
            (&games[2].moves[..], games[2].result),
            (&["d4".to_owned()][..], "*")
        );
    }

    #[test]
    fn what_is_no_pgn_is_told_with_its_line() {
        for text in ["{", "\n[Event", "\n[Event \"a\" 1. e4"] {
            let error = games(text).unwrap_err();
            assert_eq!(error.line, text.lines().count(), "{error}");
        }
        for text in ["", "(", ")", "1.", ";", "é", "*"] {
            let games = games(text).unwrap();
            assert!(games.iter().all(|game| game.moves.len() <= 1), "{text}");
        }
    }
}
