//! Reading PGN: tags, and the texts of moves as they stand there. What they mean depends on who wrote them.

/// A game as a file tells it.
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

/// The results that end a game's moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The games of a file. Nothing is an error: what is no tag, comment, number, variation or result is a move.
pub fn games(text: &str) -> Vec<Written> {
    let mut games = Vec::new();
    let mut game = Written::default();
    let mut depth = 0_u32;
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            break;
        };
        let (token, behind) = split(rest, first);
        rest = behind;
        match first {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '{' | ';' | '$' | '%' => {}
            _ if depth > 0 => {}
            '[' => {
                if !game.moves.is_empty() {
                    finish(&mut games, &mut game, "*");
                }
                game.tags.extend(tag(token));
            }
            _ => {
                if let Some(result) = RESULTS.into_iter().find(|result| *result == token) {
                    finish(&mut games, &mut game, result);
                } else {
                    game.moves.extend(without_number(token).map(str::to_owned));
                }
            }
        }
    }
    if game != Written::default() {
        finish(&mut games, &mut game, "*");
    }
    games
}

fn finish(games: &mut Vec<Written>, game: &mut Written, result: &'static str) {
    game.result = result;
    games.push(std::mem::take(game));
}

/// A token, told by its first character, and the text behind it.
fn split(text: &str, first: char) -> (&str, &str) {
    let end = match first {
        '{' => text.find('}').map(|at| at + 1),
        ';' | '%' | '[' => text.find('\n'),
        '(' | ')' => Some(1),
        _ => text.find(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';')),
    };
    text.split_at(end.unwrap_or(text.len()))
}

/// The name and the value of a line `[Name "value"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.split_once('"')?;
    let value = value.rsplit_once('"')?.0;
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some((name.trim().to_owned(), value))
}

/// A word without the number in front of it, as in `1.e4`; `None` if it is a number alone.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = digits.trim_start_matches('.');
    let numbered = bare.len() < digits.len() || digits.is_empty();
    Some(if numbered { bare } else { word }).filter(|bare| !bare.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_everything_else() {
        let text = "[Event \"a \\\"b\\\"\"]\n[Variant \"ag\"]\n\n{a (comment) 1. e4}\n1. Aaa4 -- {+0.1/8} 2. \
                    a3h5-a3t 2... e5 $1 (2... d5 (3. c4) {x}) 3.f4 ; to the end\n; f5\n1-0\n\n[Event \"c\"]\n\n*\n1. d4";
        let games = games(text);
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
    fn broken_files_do_no_harm() {
        for text in ["", "{", "[", "(", ")", "[Event", "1.", ";", "é", "*"] {
            assert!(
                games(text).iter().all(|game| game.moves.len() <= 1),
                "{text}"
            );
        }
    }
}
