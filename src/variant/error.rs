//! Errors of variant files, with their place.

use std::fmt;
use std::path::PathBuf;

/// A place in a text, counted from 1 in lines and characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text; offsets beyond the end give the end.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Self { line, column }
    }

    /// The place `characters` characters further right.
    #[must_use]
    pub const fn right(self, characters: usize) -> Self {
        Self {
            line: self.line,
            column: self.column + characters,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The error of a variant that cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file or folder cannot be read.
    #[error("{}: cannot be read: {reason}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        reason: String,
    },
    /// The text is not a valid variant file.
    #[error("{file}:{place}: {message}")]
    Invalid {
        /// The file's name, as given.
        file: String,
        /// Where in the file.
        place: Place,
        /// The text found and the text expected.
        message: String,
    },
    /// There is no variant of this name.
    #[error("unknown variant '{name}' (expected one of: {known})")]
    Unknown {
        /// The name that was not found.
        name: String,
        /// The known names, separated by blanks.
        known: String,
    },
    /// There is no game with these armies.
    #[error("variant '{name}': {reason}")]
    Armies {
        /// The name of the game.
        name: String,
        /// The reason.
        reason: String,
    },
}
