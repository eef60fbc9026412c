//! What is wrong with a FEN.

/// The reason why a text is not a FEN of the variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A field cannot be understood.
    #[error("FEN {field}: found '{found}', expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The text found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A side has another number of kings than one, in a game in which each side has one.
    #[error("FEN: {side} has {kings} kings (expected exactly one)")]
    Kings {
        /// The side.
        side: &'static str,
        /// The number of its kings.
        kings: u32,
    },
    /// The FEN is well written, but its position cannot occur in the game for another reason.
    #[error("FEN: {0}")]
    Position(String),
}

/// The error of a field; long texts are cut.
pub(super) fn field_error(
    field: &'static str,
    found: &str,
    expected: impl Into<String>,
) -> FenError {
    let found = found
        .chars()
        .take(60)
        .flat_map(char::escape_debug)
        .collect();
    FenError::Field {
        field,
        found,
        expected: expected.into(),
    }
}

impl From<FenError> for String {
    fn from(error: FenError) -> Self {
        error.to_string()
    }
}
