//! Coordinate texts of single legs.

use crate::base::{Move, MoveKind};
use crate::variant::Atlas;

/// The coordinate text of a leg: `e2e4`, `a7a8g`, `c3c4+`, `e1g1`, `P@e4`.
///
/// A promotion to a promoted form (`+R`) is written with the sign alone, since the man says the rest.
pub fn move_text(atlas: &Atlas, mv: Move) -> String {
    match (mv.sort(), mv.kind()) {
        (MoveKind::Drop, Some(kind)) => format!("{}@{}", atlas.letter_of(kind), mv.to()),
        (_, Some(kind)) => {
            let letter = atlas.letter_of(kind);
            let suffix = if letter.starts_with('+') {
                "+".to_owned()
            } else {
                letter.to_ascii_lowercase()
            };
            format!("{}{}{suffix}", mv.from(), mv.to())
        }
        _ => format!("{}{}", mv.from(), mv.to()),
    }
}
