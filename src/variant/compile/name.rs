//! Checks the name of a variant.

use crate::variant::definition::Text;
use crate::variant::error::LoadError;
use crate::variant::source::Source;

pub(super) fn check_name(name: &Text, source: &Source) -> Result<(), LoadError> {
    let text = name.as_ref();
    // Names of games with armies contain a colon. The catalogue makes these names itself, and refuses colons in files.
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-:".contains(c);
    match text.chars().position(|c| !allowed(c)) {
        Some(at) => Err(source.error(
            name,
            at + 1,
            format!("the name '{text}' has another character than a-z, 0-9 and '-'"),
        )),
        None if text.is_empty() || text.len() > 40 && !text.contains(':') => {
            Err(source.error(name, 0, "the name has to have 1 to 40 characters"))
        }
        None => Ok(()),
    }
}
