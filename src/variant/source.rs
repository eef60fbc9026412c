//! The files that a definition was merged from, for errors that name the place.

use super::error::{LoadError, Place};
use crate::base::with_present_spelling;
use std::sync::Arc;
use toml::Spanned;

/// The files of one game: its own and those that it inherits from.
///
/// The places of a merged definition count through all of these texts, as if they stood one behind the other.
#[derive(Clone, Debug)]
pub struct Source {
    files: Arc<[File]>,
    /// The index of the game's own file; its fitted weights stand before it, what it inherits behind it.
    own: usize,
    /// Where the own file names what it inherits from; 0 if it does not.
    inherits: usize,
    /// Whether some pieces of the file were left out, so that a key may be without use.
    partial: bool,
}

/// One of the files.
#[derive(Debug)]
struct File {
    name: String,
    text: String,
    /// Where its text begins, counted through all texts. The first begins at 1: 0 is no place.
    start: usize,
}

impl Source {
    /// A source of these names and texts, the game's own file having this index.
    pub(super) fn new<'a>(files: impl Iterator<Item = (&'a str, &'a str)>, own: usize) -> Self {
        let mut next = 1;
        let files = files.map(|(name, text)| {
            let start = next;
            next += text.len() + 1;
            File {
                name: name.to_owned(),
                text: text.to_owned(),
                start,
            }
        });
        Self {
            files: files.collect(),
            own,
            inherits: 0,
            partial: false,
        }
    }

    /// What pieces are checked against that stand in no file.
    pub(super) fn without_file(name: &str) -> Self {
        Self::new(std::iter::once((name, "")), 0)
    }

    /// The same source, whose own file names at this place what it inherits from.
    pub(super) fn inheriting_at(self, inherits: usize) -> Self {
        Self { inherits, ..self }
    }

    /// The same source for a game that has only some of the pieces of its file: that a key has no use is no error there.
    pub(super) fn partial(&self) -> Self {
        Self {
            partial: true,
            ..self.clone()
        }
    }

    /// Where the text of a file begins, counted through all texts.
    pub(super) fn start_of(&self, file: usize) -> usize {
        self.files[file].start
    }

    /// The index of the file of a place.
    fn file_at(&self, at: usize) -> Option<usize> {
        self.files
            .partition_point(|file| file.start <= at)
            .checked_sub(1)
    }

    /// Whether a value stands in the game's own file and all pieces of that file are there.
    pub fn is_own<T>(&self, value: &Spanned<T>) -> bool {
        !self.partial && self.file_at(value.span().start) == Some(self.own)
    }

    /// Whether a value stands in a file that the game inherits from.
    pub fn is_inherited<T>(&self, value: &Spanned<T>) -> bool {
        self.file_at(value.span().start) > Some(self.own)
    }

    /// An error at a column of a text, counted from 1 behind the quotation mark; column 0 is the mark itself.
    pub fn error<T>(
        &self,
        at: &Spanned<T>,
        column: usize,
        message: impl Into<String>,
    ) -> LoadError {
        self.error_at(at.span().start, column, message.into())
    }

    /// The same at a place counted through all texts. What is inherited is an error of the own file, at the name of what it
    /// inherits from.
    fn error_at(&self, at: usize, column: usize, message: String) -> LoadError {
        let Some(index) = self.file_at(at) else {
            return self.error_in_file(message);
        };
        let file = &self.files[index];
        let quote = usize::from(column > 0);
        let place = Place::of(&file.text, at - file.start).right(quote + column.saturating_sub(1));
        if index <= self.own {
            return file.invalid(place, message);
        }
        let line = file.text.lines().nth(place.line - 1).unwrap_or_default();
        let line: String = line.trim().chars().take(60).collect();
        let inherited = format!("{message}; inherited: `{line}` ({}:{place})", file.name);
        match self.inherits {
            0 => self.error_in_file(inherited),
            inherits => self.error_at(inherits, 1, inherited),
        }
    }

    /// An error about the own file as a whole.
    pub fn error_in_file(&self, message: impl Into<String>) -> LoadError {
        self.files[self.own].invalid(Place { line: 1, column: 1 }, message.into())
    }

    /// The error of values that are of another type than their keys take, or of keys that do not exist.
    pub(super) fn refused(&self, error: &toml::de::Error) -> LoadError {
        let at = error.span().map_or(0, |span| span.start);
        self.error_at(at, 0, plain(error.message()))
    }

    /// An error about something that a game must have.
    pub fn missing(&self, what: &str) -> LoadError {
        self.error_in_file(format!("{what} is missing, here and in what is inherited"))
    }
}

impl File {
    fn invalid(&self, place: Place, message: String) -> LoadError {
        LoadError::Invalid {
            file: self.name.clone(),
            place,
            message,
        }
    }
}

/// A message of the deserialiser in the words of variant files.
fn plain(message: &str) -> String {
    let message = message.trim().replace('\n', "; ");
    with_present_spelling(&message)
        .replacen("unknown field", "unknown key", 1)
        .replacen("unknown variant", "unknown value", 1)
}

/// An error at a byte of a file that stands alone.
pub(super) fn error_in_text(file: &str, text: &str, at: usize, message: String) -> LoadError {
    LoadError::Invalid {
        file: file.to_owned(),
        place: Place::of(text, at),
        message,
    }
}

/// The error of a text that is no TOML.
pub(super) fn no_toml(file: &str, text: &str, error: &toml::de::Error) -> LoadError {
    let at = error.span().map_or(0, |span| span.start);
    error_in_text(file, text, at, plain(error.message()))
}
