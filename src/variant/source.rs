//! The text of a variant file, for errors that name the place.

use super::definition::{Numbers, Text};
use super::error::{LoadError, Place};

/// A variant file as it was read.
pub struct Source<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The file's text.
    pub text: &'a str,
}

impl Source<'_> {
    /// Whether a text stands in this file, not in one that it inherits from.
    pub fn says(&self, text: &Text) -> bool {
        self.text
            .get(text.span())
            .is_some_and(|found| found.contains(text.as_ref().as_str()))
    }

    /// An error at a place in a text of the file; inherited texts are reported at the file's first line.
    pub fn error(&self, at: &Text, column: usize, message: impl Into<String>) -> LoadError {
        let ours = self.says(at);
        let quote = usize::from(column > 0);
        let place = if ours {
            Place::of(self.text, at.span().start).right(quote + column.saturating_sub(1))
        } else {
            Place { line: 1, column: 1 }
        };
        self.invalid(place, message)
    }

    /// An error in a list of numbers of the file; inherited lists are reported at the file's first line.
    pub fn error_in_list(&self, at: &Numbers, message: impl Into<String>) -> LoadError {
        let ours = self
            .text
            .get(at.span())
            .is_some_and(|text| text.starts_with('['));
        let start = if ours { at.span().start } else { 0 };
        self.invalid(Place::of(self.text, start), message)
    }

    /// An error about the file as a whole.
    pub fn error_in_file(&self, message: impl Into<String>) -> LoadError {
        self.invalid(Place { line: 1, column: 1 }, message)
    }

    fn invalid(&self, place: Place, message: impl Into<String>) -> LoadError {
        LoadError::Invalid {
            file: self.file.to_owned(),
            place,
            message: message.into(),
        }
    }

    /// An error about something the file has to say and does not.
    pub fn missing(&self, what: &str) -> LoadError {
        self.error_in_file(format!(
            "nothing says {what}, neither here nor in an inherited file"
        ))
    }
}
