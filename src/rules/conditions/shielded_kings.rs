//! Shielded kings: a king cannot capture, and so does not check, an enemy king that a piece of the enemy king's side observes.
//! Kings may therefore stand next to each other. Source: the condition `ShieldedKings` of Popeye.

use super::Condition;
use super::madrasi::{is_observed, observed_by_pieces};
use crate::base::{Color, Piece, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// A king does not attack an enemy king that the enemy's pieces observe.
pub const SHIELDED_KINGS: ShieldedKings = ShieldedKings;

/// The condition `shielded-kings`.
pub struct ShieldedKings;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ShieldedKings"],
    limits_captures: true,
    ..ConditionSpec::new(
        "shielded-kings",
        Stage::MoverType,
        "a king does not attack an enemy king that a piece of its own side observes",
        Example {
            fen: "8/8/8/3k4/8/3K4/8/3R4 w - - 0 1",
            mv: "d3d4",
            after: Some("8/8/8/3k4/3K4/8/8/3R4"),
        },
    )
};

impl Condition for ShieldedKings {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let royal = |piece: &Piece| pos.is_royal(piece.piece_type());
        let (captor, target) = (pos.at(from).filter(royal), pos.at(to).filter(royal));
        captor.is_none()
            || target.is_none_or(|target| !is_observed(pos, to, target.color()))
    }
}

/// Whether a king is shielded from enemy kings by the pieces of its side as they move, transmuted kings aside.
pub(super) fn shields(pos: &Position, king: Square, color: Color) -> bool {
    super::has(pos, &SPEC) && {
        let types = pos.variant().rules.all_types();
        let mut observed = types.map(|one| observed_by_pieces(pos, one, color));
        observed.any(|squares| squares.contains(king))
    }
}
