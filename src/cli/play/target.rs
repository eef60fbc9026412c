//! Where a leg takes a piece.

use katydid::base::{Move, MoveKind, Square};
use katydid::rules::displaced;

/// Where a leg takes the piece of a square.
pub fn target_of(leg: Move, from: Square) -> Option<Square> {
    if leg.kind() != MoveKind::Displacement {
        return Some(leg.to());
    }
    displaced(leg)
        .into_iter()
        .find(|piece| piece.from == from)?
        .to
}
