//! Errors of movement texts, and the limits of such texts.

use thiserror::Error;

/// The longest text that is accepted, in characters.
pub const MAX_TEXT: usize = 1000;

/// The most legs of a term, the last one included.
pub const MAX_LEGS: usize = 32;

/// The most paths of a term.
pub const MAX_PATHS: usize = 4096;

/// An error in a movement text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: found {}, expected {expected}", shown(.token))]
pub struct BetzaError {
    /// The column in characters, from 1; one past the text if it ends too early.
    pub column: usize,
    /// The offending letter, letter group or number; empty at the end of the text.
    pub token: String,
    /// What could stand there instead.
    pub expected: &'static str,
}

/// A token as the error message shows it.
fn shown(token: &str) -> String {
    if token.is_empty() {
        "the end of the text".to_owned()
    } else {
        format!("'{}'", token.escape_debug())
    }
}
