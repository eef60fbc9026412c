//! The errors of contradictions.

use crate::variant::definition::Text;
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// Returns an error at a text value in the file.
pub(super) fn refuse(source: &Source, at: &Text, message: &str) -> Result<(), LoadError> {
    Err(source.error(at, 1, message))
}

/// Returns an error about the keys that the message names.
pub(super) fn refuse_keys(source: &Source, message: &str) -> Result<(), LoadError> {
    Err(source.error_in_file(message))
}
