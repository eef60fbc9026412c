//! Tokens of problem texts, separated by white space, and the look-up of words that may be abbreviated to any unique prefix.

use super::error::{ProblemError, quoted};
use super::languages::Language;
use crate::variant::Place;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'a> {
    /// The word as it was written.
    pub text: &'a str,
    /// The byte offset of the word in the text.
    start: usize,
    /// The line of the word, from 1, and the byte offset of the line's start.
    line: (usize, usize),
    /// The language of the text.
    pub language: Language,
}

impl<'a> Word<'a> {
    /// The word at the same place with another text: its unabbreviated form.
    pub const fn named(self, text: &'a str) -> Self {
        Self { text, ..self }
    }

    /// The same word, read in another language.
    pub const fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Whether this is the unabbreviated spelling of `english` in the word's language.
    pub fn spells(self, english: &'static str) -> bool {
        let mut spellings = self.language.spellings(english);
        spellings.any(|spelling| spelling.eq_ignore_ascii_case(self.text))
    }
}

/// The words of a text, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    at: usize,
    /// The line at `at`, from 1, and the byte offset of its start.
    line: (usize, usize),
    /// Whether the text is a file: errors name line and column, and commas and semicolons separate words.
    placed: bool,
    pub language: Language,
}

impl<'a> Words<'a> {
    /// The words of a text from the command line.
    pub const fn of_argument(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: (1, 0),
            placed: false,
            language: Language::English,
        }
    }

    pub const fn of_file(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: (1, 0),
            placed: true,
            language: Language::English,
        }
    }

    /// The next word, not consumed.
    pub fn peek(&self) -> Option<Word<'a>> {
        let separates = |c: char| c.is_whitespace() || self.placed && matches!(c, ',' | ';');
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(separates).len());
        let text = self.text[start..].split(separates).next()?;
        (!text.is_empty()).then(|| Word {
            text,
            start,
            line: self.line_of(start),
            language: self.language,
        })
    }

    /// The line of the byte offset `byte`, at or after `at`.
    fn line_of(&self, byte: usize) -> (usize, usize) {
        let (line, begin) = self.line;
        let passed = &self.text[self.at..byte];
        let begin = passed.rfind('\n').map_or(begin, |last| self.at + last + 1);
        (line + passed.matches('\n').count(), begin)
    }

    pub fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.start + word.text.len();
        self.line = word.line;
        Some(word)
    }

    /// The rest of the line, trimmed.
    pub fn rest_of_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = rest.split('\n').next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// The line and column of a word; `None` unless the text is a file.
    pub fn place(&self, word: Word<'_>) -> Option<Place> {
        let (line, begin) = word.line;
        let before = self.text.get(begin..word.start).unwrap_or_default();
        self.placed.then(|| Place {
            line,
            column: before.chars().count() + 1,
        })
    }

    pub fn error(&self, word: Word<'_>, reason: impl Into<String>) -> ProblemError {
        ProblemError::new(reason).at(self.place(word))
    }

    pub fn error_at_end(&self, reason: impl Into<String>) -> ProblemError {
        let start = self.text.trim_end().len().max(self.at);
        let end = Word {
            text: "",
            start,
            line: self.line_of(start),
            language: self.language,
        };
        self.error(end, reason)
    }

    /// The unabbreviated word and its meaning. If it has none, `unknown` completes the error message after the quoted word.
    ///
    /// # Errors
    /// If the word has several meanings, or none.
    pub fn meant<T>(
        &self,
        word: Word<'_>,
        meaning: Meaning<T>,
        unknown: impl FnOnce() -> String,
    ) -> Result<(&'static str, T), ProblemError> {
        let expected = match meaning {
            Meaning::One(full, meaning) => return Ok((full, meaning)),
            Meaning::Several(names) => {
                format!("is not unique: {}", word.language.list(names))
            }
            Meaning::Unknown => unknown(),
        };
        Err(self.error(word, format!("{} {expected}", quoted(word.text))))
    }

    /// The next word, which has to follow `of`.
    pub fn required(&mut self, of: Word<'_>, expected: &str) -> Result<Word<'a>, ProblemError> {
        let missing = |words: &Self| {
            let reason = format!("nothing behind {} (expected {expected})", of.text);
            words.error(of, reason)
        };
        self.next().ok_or_else(|| missing(self))
    }
}

/// The result of looking up a word in a list of English words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning<T> {
    /// Found: the unabbreviated word and its meaning.
    One(&'static str, T),
    /// Ambiguous: several words have this prefix.
    Several(Vec<&'static str>),
    /// No word has this prefix.
    Unknown,
}

/// Looks a word up in a list of English words, by their spellings in the word's language: exactly or by a unique prefix. Letter case is ignored.
pub(super) fn look_up<T: Copy + PartialEq>(
    word: Word<'_>,
    list: impl IntoIterator<Item = (&'static str, T)>,
) -> Meaning<T> {
    let mut found: Vec<(&'static str, T)> = Vec::new();
    let text = word.text;
    for (full, meaning) in list {
        let mut begins = false;
        for spelling in word.language.spellings(full) {
            if spelling.eq_ignore_ascii_case(text) {
                return Meaning::One(full, meaning);
            }
            let beginning = spelling.get(..text.len());
            begins |= beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(text));
        }
        if begins {
            found.push((full, meaning));
        }
    }
    match found.as_slice() {
        [] => Meaning::Unknown,
        [(full, meaning)] => Meaning::One(full, *meaning),
        several => Meaning::Several(several.iter().map(|(full, _)| *full).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places() {
        let mut words = Words::of_file("ab  cd\n\t ef rest of it \r\nlast");
        let places: Vec<_> = std::iter::from_fn(|| {
            let word = words.next().filter(|word| word.text != "rest")?;
            words.place(word).map(|at| (word.text, at.line, at.column))
        })
        .collect();
        assert_eq!(places, [("ab", 1, 1), ("cd", 1, 5), ("ef", 2, 3)]);
        assert_eq!(words.rest_of_line(), "of it");
        assert_eq!(words.next().map(|word| word.text), Some("last"));
        assert_eq!(words.next(), None);
    }

    #[test]
    fn commas_and_semicolons_separate_the_words_of_files() {
        let texts = |mut words: Words<'static>| {
            let words = std::iter::from_fn(move || words.next().map(|word| word.text));
            words.collect::<Vec<_>>()
        };
        let text = "a1,b2;; c3 ;";
        assert_eq!(texts(Words::of_file(text)), ["a1", "b2", "c3"]);
        assert_eq!(texts(Words::of_argument(text)), ["a1,b2;;", "c3", ";"]);
    }

    #[test]
    fn unique_beginnings_are_enough() {
        let find = look_up;
        let look_up = |text, list| {
            let word = Words::of_argument(text).next().expect("a word");
            find(word, list)
        };
        let list = || [("Circe", 1), ("CirceAssassin", 2), ("Madrasi", 3)];
        assert_eq!(look_up("mad", list()), Meaning::One("Madrasi", 3));
        assert_eq!(look_up("CIRCE", list()), Meaning::One("Circe", 1));
        let several = Meaning::Several(vec!["Circe", "CirceAssassin"]);
        assert_eq!(look_up("cir", list()), several);
        assert_eq!(look_up("é", list()), Meaning::Unknown);
    }
}
