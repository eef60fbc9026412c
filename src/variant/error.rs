//! Errors in variant files, with file, line and column.

use std::fmt;
use std::path::PathBuf;

/// A place in a text as line and column, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text. An offset beyond the end means the end of the text.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Self { line, column }
    }

    /// The place that is `characters` columns further right.
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

/// The reason why a variant cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file or folder cannot be read.
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
        /// The name of the file.
        file: String,
        /// The place of the error in the file.
        place: Place,
        /// The message: what was found and what was expected.
        message: String,
    },
    /// There is no variant with this name.
    #[error("unknown variant '{name}' ({expected})")]
    Unknown {
        /// The name that was not found.
        name: String,
        /// What was expected: the names that are like it, or else all names.
        expected: String,
    },
    /// A game cannot be made with the given armies.
    #[error("variant '{name}': {reason}")]
    Armies {
        /// The name of the game, with its armies.
        name: String,
        /// The reason.
        reason: String,
    },
}
