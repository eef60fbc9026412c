//! The games of a text, one by one: their tags and tokens, not yet interpreted.

use super::lexer::{Kind, Lexer, Token};
use super::signs::result_of_tag;
use crate::rules::is_null;
use std::io::{BufRead, Result};

/// The maximum number of tokens of a game; the rest is left out, so that memory is bounded.
const MOST_TOKENS: usize = 200_000;

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    /// The line of the tag in the text, from 1.
    pub line: usize,
    pub name: String,
    pub value: String,
}

/// A game of a text, not yet interpreted: its moves may be in any notation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RawGame {
    /// The number of the game in the text, from 1.
    pub number: usize,
    pub(super) tags: Vec<Tag>,
    pub(super) tokens: Vec<Token>,
    /// The line of the first token beyond the maximum, if there are more.
    pub(super) cut: Option<usize>,
}

impl RawGame {
    /// The value of a tag; `None` if there is no such tag. Names are not case sensitive. If a tag occurs twice, the first value that is
    /// not empty or `?` counts.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tag_and_line(name).map(|(value, _)| value)
    }

    /// Sets a tag, which replaces the one in the text.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let line = self.line();
        self.tags.retain(|tag| !tag.name.eq_ignore_ascii_case(name));
        self.tags.push(Tag {
            line,
            name: name.to_owned(),
            value: value.to_owned(),
        });
    }

    /// The value of a tag, and its line.
    pub(super) fn tag_and_line(&self, name: &str) -> Option<(&str, usize)> {
        let named = |tag: &&Tag| tag.name.eq_ignore_ascii_case(name);
        let says = |tag: &&Tag| !matches!(tag.value.trim(), "" | "?");
        let mut tags = self.tags.iter().filter(named);
        let first = tags.clone().find(says).or_else(|| tags.next());
        first.map(|tag| (tag.value.as_str(), tag.line))
    }

    /// The moves of the main line, without numbers, comments and annotations.
    pub fn moves(&self) -> Vec<&str> {
        let mut depth = 0_usize;
        let mut moves = Vec::new();
        for token in &self.tokens {
            match &token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Turn(text) if depth == 0 => moves.push(text.as_str()),
                _ => {}
            }
        }
        moves
    }

    /// The result after the moves, or else the result of the tag: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> &'static str {
        let tag = || self.tag("Result").and_then(result_of_tag);
        let decided = self.last_result().filter(|result| *result != "*");
        decided.or_else(tag).unwrap_or("*")
    }

    /// The result after the moves, if there is one.
    pub(super) fn last_result(&self) -> Option<&'static str> {
        let mut tokens = self.tokens.iter().rev();
        let last = tokens.find(|token| !matches!(token.kind, Kind::Comment(_) | Kind::Nag(_)))?;
        match last.kind {
            Kind::Result(result) => Some(result),
            _ => None,
        }
    }

    /// Whether the game has at least two moves, and an empty line lies between the last move and `line`.
    fn ends_before(&self, line: usize) -> bool {
        let last = self.tokens.last().map_or(line, |token| token.line);
        let moves = self.tokens.iter();
        let moves = moves.filter(|token| matches!(token.kind, Kind::Turn(_)));
        last + 1 < line && moves.count() > 1
    }

    /// The first line of the game.
    pub(super) fn line(&self) -> usize {
        let first = self.tags.first().map(|tag| tag.line);
        let first = first.or_else(|| self.tokens.first().map(|token| token.line));
        first.unwrap_or(1)
    }
}

/// An iterator over the games of a reader. It holds one game at a time.
///
/// ```
/// use katydid::pgn::Games;
/// let text = "[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. d4 *\n";
/// let games: Vec<_> = Games::new(text.as_bytes()).unwrap().map(Result::unwrap).collect();
/// assert_eq!((games[0].moves(), games[0].result()), (vec!["e4", "e5"], "1-0"));
/// assert_eq!(games[1].tag("white"), Some("b"));
/// ```
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// The number of games read so far.
    count: usize,
    /// The line number of the last result that was read.
    last: Option<usize>,
}

impl<'a> Games<'a> {
    /// The games of a reader.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn new(reader: impl BufRead + 'a) -> Result<Self> {
        Ok(Self {
            lexer: Lexer::new(reader)?,
            count: 0,
            last: None,
        })
    }

    /// The next game.
    fn game(&mut self) -> Result<Option<RawGame>> {
        let mut game = RawGame::default();
        // The state of reading: open brackets, whether there was a turn, the line of the last tag.
        let (mut depth, mut begun) = (0_usize, false);
        let mut last_tag = 0;
        while let Some(token) = self.lexer.peek()? {
            match &token.kind {
                Kind::Tag(name, _) => {
                    let again = name.eq_ignore_ascii_case("Event")
                        && token.line > last_tag + 1
                        && game.tag("Event").is_some();
                    if begun || again {
                        break;
                    }
                    last_tag = token.line;
                    if let Some(Token {
                        line,
                        kind: Kind::Tag(name, value),
                        ..
                    }) = self.lexer.next()?
                    {
                        game.tags.push(Tag { line, name, value });
                    }
                    continue;
                }
                // Prose between games is skipped; after tags the words may be a game in an unknown spelling.
                Kind::Word(_) if !begun && token.is_first && !is_dotted(token) => {
                    let first = self.skip_prose(&game)?;
                    if let Some(first) = first.filter(|_| !game.tags.is_empty()) {
                        add(&mut game, first);
                    }
                    continue;
                }
                // Two dashes may be a separator of games, not a null move.
                Kind::Turn(text)
                    if !begun
                        && game.tags.is_empty()
                        && token.number.is_none()
                        && is_null(text) =>
                {
                    self.lexer.next()?;
                    continue;
                }
                // Without tags and results, a first move number begins a new game.
                Kind::Turn(_)
                    if begun
                        && depth == 0
                        && token.is_first
                        && is_first_move(token)
                        && game.ends_before(token.line) =>
                {
                    break;
                }
                Kind::Result(_) if depth == 0 => {
                    if self.ends(&mut game, begun)? {
                        break;
                    }
                    continue;
                }
                _ => {}
            }
            let Some(token) = self.lexer.next()? else {
                break;
            };
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Turn(_) => begun = true,
                Kind::Word(_) if is_dotted(&token) => begun = true,
                _ => {}
            }
            let line = token.line;
            let is_result = matches!(token.kind, Kind::Result(_));
            add(&mut game, token);
            // A result in a variation ends the game if an empty line follows: the bracket is missing.
            let next = self.lexer.peek()?.filter(|_| is_result);
            if next.is_some_and(|next| next.line > line + 1) {
                break;
            }
        }
        if !begun && game.tags.is_empty() && game.last_result().is_none() {
            return Ok(None);
        }
        self.count += 1;
        game.number = self.count;
        Ok(Some(game))
    }

    /// Skips a word and everything after it, up to the next line, a tag or the first move of a game, and returns the word. A
    /// single word between tags and moves is skipped alone.
    fn skip_prose(&mut self, game: &RawGame) -> Result<Option<Token>> {
        let begins = |token: &Token| {
            let numbered = token.number.is_some() && game.tag("FEN").is_some();
            matches!(token.kind, Kind::Turn(_)) && (numbered || is_first_move(token))
        };
        let first = self.lexer.next()?;
        let line = first.as_ref().map(|token| token.line);
        let is_move =
            |token: &Token| matches!(token.kind, Kind::Turn(_) | Kind::Nag(_) | Kind::Result(_));
        let on_line = |token: &Token| Some(token.line) == line;
        let moves_follow = self
            .lexer
            .peek()?
            .is_some_and(|next| on_line(next) && matches!(next.kind, Kind::Turn(_)))
            && self.lexer.rest_of_line().all(is_move);
        if moves_follow && !game.tags.is_empty() {
            return Ok(first);
        }
        while let Some(token) = self.lexer.peek()? {
            if !on_line(token) || matches!(token.kind, Kind::Tag(..)) || begins(token) {
                break;
            }
            self.lexer.next()?;
        }
        Ok(first)
    }

    /// Takes a result that ends the game, and the comments after it on its line. Returns `false` if the result belongs to no game:
    /// a second result, or one in prose.
    fn ends(&mut self, game: &mut RawGame, begun: bool) -> Result<bool> {
        let Some(result) = self.lexer.next()? else {
            return Ok(true);
        };
        let line = result.line;
        let follows = self.last.is_some_and(|last| line <= last + 1);
        self.last = Some(line);
        if !begun && game.tags.is_empty() && (follows || !result.is_first) {
            return Ok(false);
        }
        add(game, result.clone());
        while let Some(Token {
            line: next,
            kind: Kind::Comment(_) | Kind::Nag(_),
            ..
        }) = self.lexer.peek()?
        {
            if *next != line {
                break;
            }
            if let Some(token) = self.lexer.next()? {
                add(game, token);
            }
        }
        if self.take_variations(game, line)? {
            add(game, result);
        }
        Ok(true)
    }

    /// Takes variations after the result on its line, without further results. Returns whether there are any.
    fn take_variations(&mut self, game: &mut RawGame, line: usize) -> Result<bool> {
        let (mut depth, mut found) = (0_usize, false);
        while let Some(token) = self.lexer.peek()? {
            match token.kind {
                _ if token.line != line => break,
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Result(_) if depth == 0 && found => {
                    self.lexer.next()?;
                    continue;
                }
                _ if depth == 0 => break,
                _ => {}
            }
            found = true;
            if let Some(token) = self.lexer.next()? {
                add(game, token);
            }
        }
        Ok(found)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<RawGame>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game().transpose()
    }
}

/// Whether a token has the number of White's first move.
fn is_first_move(token: &Token) -> bool {
    token
        .number
        .is_some_and(|number| number.number == 1 && !number.is_blacks())
}

/// Whether a move number with its dot stands before a token.
fn is_dotted(token: &Token) -> bool {
    token.number.is_some_and(|number| number.dots > 0)
}

/// Adds a token to a game, unless the game is too long.
fn add(game: &mut RawGame, token: Token) {
    let is_result = matches!(token.kind, Kind::Result(_));
    if game.tokens.len() < MOST_TOKENS || is_result {
        game.tokens.push(token);
    } else {
        game.cut.get_or_insert(token.line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<RawGame> {
        let games = Games::new(text.as_bytes()).expect("no system");
        games.map(|game| game.expect("no system")).collect()
    }

    /// Number of tags, moves and result of each game.
    fn outline(text: &str) -> Vec<(usize, String, &'static str)> {
        let games = games(text).into_iter();
        games
            .map(|game| (game.tags.len(), game.moves().join(" "), game.result()))
            .collect()
    }

    #[test]
    fn moves_are_told_from_everything_else() {
        let text = "[Event \"a \\\"b\\\"\"]\n[Variant \"ag\"]\n\n{a (comment) 1. e4}\n1. Aaa4 -- {+0.1/8} 2. \
                    a3h5-a3t 2... e5 $1 (2... d5 (3. c4) {x}) 3.f4 ; to the end\n; f5\n1-0\n\n[Event \"c\"]\n\n*\n1. d4";
        let games = games(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("Event"), Some("a \"b\""));
        assert_eq!(games[0].moves(), ["Aaa4", "--", "a3h5-a3t", "e5", "f4"]);
        assert_eq!(games[0].result(), "1-0");
        assert_eq!((games[1].moves().len(), games[1].result()), (0, "*"));
        assert_eq!(
            (&games[2].moves()[..], games[2].result()),
            (&["d4"][..], "*")
        );
        assert_eq!(games[2].number, 3);
    }

    #[test]
    fn games_are_told_apart_with_and_without_tags_and_results() {
        let one = (1, "e4".to_owned(), "*");
        for text in [
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 *",
            "[Event \"a\"]\n1. e4\n[Event \"b\"]\n1. e4",
            "[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n1. e4",
            "[White \"a\"] 1. e4 * [White \"b\"] 1. e4 *",
            "Dear friends,\n\nhere is e4 and more:\n\n[Event \"a\"]\n\n1. e4 *\n\nI liked d4 better.\n[Event \"b\"]\n\n1. e4 *\n\nYours e4",
        ] {
            assert_eq!(outline(text), [one.clone(), one.clone()], "{text}");
        }
        assert_eq!(
            outline("1. e4 1-0 1. d4 0-1"),
            [(0, "e4".into(), "1-0"), (0, "d4".into(), "0-1")]
        );
        assert_eq!(
            outline("1. e4 (1. d4 1-0\n\n1. c4 *"),
            [(0, "e4".into(), "1-0"), (0, "c4".into(), "*")]
        );
        assert_eq!(
            outline("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *"),
            [(1, String::new(), "*"), (1, "e4".into(), "*")]
        );
    }

    #[test]
    fn rows_of_signs_and_first_numbers_divide_games() {
        let two = [(0, "e4 e5".to_owned(), "*"), (0, "d4 d5".to_owned(), "*")];
        for text in [
            "1. e4 e5\n\n1. d4 d5",
            "1. e4 e5 *\n\n--------\n\n1. d4 d5 *",
            "1. e4 e5 *\n--\n1. d4 d5 *",
            "1. e4 e5 *\n\n***\n\n1. d4 d5 *",
            "1. e4 e5 *\n\nGame 2: 1. d4 d5 *",
        ] {
            assert_eq!(outline(text), two, "{text}");
        }
    }

    #[test]
    fn words_between_tags_divide_nothing() {
        let text = "[Event \"x\"]\n{hello}\n[White \"y\"]\n\n1. e4 *";
        assert_eq!(outline(text), [(2, "e4".into(), "*")]);
        let told = "[Event \"x\"]\nhello e4 there 1-0\n[White \"y\"]\n\nhere it is:\n1. e4 *";
        assert_eq!(outline(told), [(2, "e4".into(), "*")]);
        let twice = "[Event \"x\"]\n[Event \"y\"]\n\n1. e4 *";
        assert_eq!(outline(twice), [(2, "e4".into(), "*")]);
        assert_eq!(games(twice)[0].tag("EVENT"), Some("x"));
    }

    #[test]
    fn results_stand_in_many_places() {
        for (text, result) in [
            ("[Result \"1-0\"]\n\n1. e4 e5", "1-0"),
            ("[Result \"1-0\"]\n\n1. e4 e5 *", "1-0"),
            ("[Result \"1/2\"]\n\n1. e4 e5", "1/2-1/2"),
            ("[Result \"?\"]\n\n1. e4 e5 0-1", "0-1"),
            ("1. e4 e5 1/2", "1/2-1/2"),
            ("1. e4 e5 \u{bd}-\u{bd} {agreed}", "1/2-1/2"),
            ("1. e4 e5 draw", "1/2-1/2"),
            ("1. e4 e5 (1... c5 1-0) *", "*"),
            ("1. e4 e5 (1... c5 1-0)", "*"),
            ("1. e4 e5 1-0 (1... c5) *", "1-0"),
        ] {
            assert_eq!(
                outline(text),
                [(outline(text)[0].0, "e4 e5".into(), result)],
                "{text}"
            );
        }
        assert_eq!(outline("1. e4 1-0 1-0\n1-0"), [(0, "e4".into(), "1-0")]);
        assert_eq!(outline("*"), [(0, String::new(), "*")]);
        for nothing in ["", "(", ")", "1.", ";", "{", "hello *", "{words}"] {
            assert!(games(nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn endless_games_are_cut() {
        let text = format!("1. e4 {} 1-0\n\n1. d4 *", "e5 ".repeat(MOST_TOKENS));
        let games = games(&text);
        assert_eq!(
            (games.len(), games[0].cut, games[0].result()),
            (2, Some(1), "1-0")
        );
        assert_eq!(games[0].tokens.len(), MOST_TOKENS + 1);
    }
}
