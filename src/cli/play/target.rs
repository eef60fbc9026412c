//! The target square of a piece in a leg.

use katydid::base::{Move, MoveKind, Square};
use katydid::rules::displaced;

/// The square to which a leg moves the piece on `from`.
pub fn target_of(leg: Move, from: Square) -> Option<Square> {
    if leg.kind() != MoveKind::Displacement {
        return Some(leg.to());
    }
    displaced(leg)
        .into_iter()
        .find(|piece| piece.from == from)?
        .to
}
