//! Errors in problem texts and positions.

use crate::variant::Place;
use std::fmt;

/// A refused problem or position. Displays as `problem 2, line 7, column 3: ...`; unknown parts are left out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ProblemError {
    /// The number of the problem in its file, from 1.
    pub problem: Option<usize>,
    /// The place in the file.
    pub place: Option<Place>,
    /// The message: what was found and what was expected.
    pub reason: String,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem.map(|number| format!("problem {number}"));
        let place = self
            .place
            .map(|at| format!("line {}, column {}", at.line, at.column));
        let before: Vec<String> = problem.into_iter().chain(place).collect();
        if !before.is_empty() {
            write!(f, "{}: ", before.join(", "))?;
        }
        f.write_str(&self.reason)
    }
}

impl ProblemError {
    /// An error without a place.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            problem: None,
            place: None,
            reason: reason.into(),
        }
    }

    /// Sets the place of the error, unless it already has one.
    #[must_use]
    pub fn at(mut self, place: Option<Place>) -> Self {
        self.place = self.place.or(place);
        self
    }

    /// Sets the number of the problem in its file.
    #[must_use]
    pub const fn in_problem(mut self, number: usize) -> Self {
        self.problem = Some(number);
        self
    }
}

/// A text for quoting in a message: printable, and truncated if long.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    format!("'{shown}'")
}
