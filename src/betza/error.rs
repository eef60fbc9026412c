//! What can be wrong with a movement text, and the limits of such texts.

use thiserror::Error;

/// Longest text that is read, in characters.
pub const MAX_TEXT: usize = 1000;

/// Most legs a term may have, the last one included.
pub const MAX_LEGS: usize = 32;

/// Most paths one term may expand to.
pub const MAX_PATHS: usize = 4096;

/// An error in a movement text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: found {}, expected {expected}", shown(.token))]
pub struct BetzaError {
    /// Where, in characters, from 1; one past the text when it ends too early.
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
