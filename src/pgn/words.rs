//! PGN tokens: tags, comments, brackets, annotations and words.

/// A token, with the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The line, from 1.
    pub line: usize,
    /// What it is.
    pub kind: Kind,
}

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{...}`, or `;` and the rest of a line; runs of blanks become one.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$n`, or signs like `!?` behind a turn.
    Nag(u8),
    /// The result, which ends the game.
    Result(String),
    /// The text of a turn or leg.
    Turn(String),
}

/// The signs of annotations 1 to 6.
pub const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// How games end.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Splits a text into tokens. Move numbers are dropped.
///
/// # Errors
/// The line that cannot be understood, and why.
pub fn words(text: &str) -> Result<Vec<Word>, (usize, String)> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut line = 1;
    loop {
        let trimmed = rest.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        line += rest[..rest.len() - trimmed.len()].matches('\n').count();
        let Some(first) = trimmed.chars().next() else {
            return Ok(words);
        };
        let (kinds, length) = piece(trimmed, first).map_err(|reason| (line, reason))?;
        words.extend(kinds.into_iter().map(|kind| Word { line, kind }));
        line += trimmed[..length].matches('\n').count();
        rest = &trimmed[length..];
    }
}

/// The first token of a text, and its length in bytes.
fn piece(text: &str, first: char) -> Result<(Vec<Kind>, usize), String> {
    match first {
        '[' => tag(text),
        '{' => {
            let end = text
                .find('}')
                .ok_or("a comment has no end (expected a closing brace)")?;
            Ok((vec![Kind::Comment(one_line(&text[1..end]))], end + 1))
        }
        ';' | '%' => {
            let end = text.find('\n').unwrap_or(text.len());
            let comment = (first == ';').then(|| Kind::Comment(one_line(&text[1..end])));
            Ok((comment.into_iter().collect(), end))
        }
        '(' => Ok((vec![Kind::Open], 1)),
        ')' => Ok((vec![Kind::Close], 1)),
        _ => {
            let end = text
                .find([' ', '\t', '\r', '\n', '{', ';', ')'])
                .unwrap_or(text.len());
            // Effects in round brackets right after a turn belong to it: `Ad4-f6(e5=w)`.
            let end = match text[..end].find('(') {
                Some(open) => text[open..].find(')').map_or(end, |close| open + close + 1),
                None => end,
            };
            let end = text[end..]
                .find(|c: char| !"+#!?,".contains(c))
                .map_or(text.len(), |more| end + more);
            Ok((of_word(&text[..end])?, end))
        }
    }
}

/// A tag.
fn tag(text: &str) -> Result<(Vec<Kind>, usize), String> {
    let wrong = || "a tag is expected to look like [Name \"value\"]".to_owned();
    let open = text.find('"').ok_or_else(wrong)?;
    let name = text[1..open].trim();
    if name.is_empty() || name.contains(']') {
        return Err(wrong());
    }
    let mut value = String::new();
    let mut characters = text[open + 1..].char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => value.extend(characters.next().map(|(_, c)| c)),
            '"' => {
                let behind = open + 1 + at + 1;
                let close = text[behind..].find(']').ok_or_else(wrong)?;
                return Ok((vec![Kind::Tag(name.to_owned(), value)], behind + close + 1));
            }
            c => value.push(c),
        }
    }
    Err(wrong())
}

/// The tokens in a word between blanks: a number, an annotation, a result, or a turn with its number and signs.
fn of_word(word: &str) -> Result<Vec<Kind>, String> {
    if RESULTS.contains(&word) {
        return Ok(vec![Kind::Result(word.to_owned())]);
    }
    if let Some(number) = word.strip_prefix('$') {
        let nag = number
            .parse()
            .map_err(|_| format!("'{word}' is no annotation (expected $0 to $255)"))?;
        return Ok(vec![Kind::Nag(nag)]);
    }
    if let Some(index) = SIGNS.iter().position(|sign| *sign == word) {
        return Ok(vec![Kind::Nag(index as u8 + 1)]);
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = match digits.strip_prefix('.') {
        Some(behind) => behind.trim_start_matches('.'),
        None if digits.is_empty() => digits,
        None => word,
    };
    let behind = behind.trim_start_matches("...");
    if behind.is_empty() {
        return Ok(Vec::new());
    }
    let turn = behind.trim_end_matches(['!', '?']);
    let mut kinds = vec![Kind::Turn(turn.to_owned())];
    let signs = &behind[turn.len()..];
    if let Some(index) = SIGNS.iter().position(|sign| *sign == signs) {
        kinds.push(Kind::Nag(index as u8 + 1));
    }
    Ok(kinds)
}

/// A text with single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
