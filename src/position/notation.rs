//! Coordinate texts of single legs.

use crate::base::{Move, MoveKind};
use crate::variant::Variant;

/// The coordinate text of a leg: `e2e4`, `a7a8g`, `c3c4+`, `e1g1`, `P@e4`.
///
/// A promotion to a promoted form (`+R`) is written with the sign alone, since the man says the rest.
pub fn move_text(variant: &Variant, mv: Move) -> String {
    match (mv.kind(), mv.piece_type()) {
        (MoveKind::Drop, Some(piece_type)) => {
            format!("{}@{}", variant.letter_of(piece_type), mv.to())
        }
        (_, Some(piece_type)) => {
            let letter = variant.letter_of(piece_type);
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
