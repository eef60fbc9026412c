//! Superguards: a piece, kings included, that a piece of its own side observes cannot be captured; an observed king
//! is not in check. Source: the condition `SuperGuards` of Popeye.

use super::Condition;
use super::madrasi::is_observed;
use super::captured;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Pieces that their own side observes cannot be captured.
pub const SUPERGUARDS: Superguards = Superguards;

/// The condition `superguards`.
pub struct Superguards;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["SuperGuards"],
    limits_captures: true,
    ..ConditionSpec::new(
        "superguards",
        Stage::MoverType,
        "a piece, kings included, that a piece of its own side observes cannot be captured; a guarded king is not in check",
        Example {
            fen: "r3k3/8/8/p7/8/8/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Superguards {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        captured(pos, from, to).is_none_or(|(square, side)| !is_observed(pos, square, side))
    }
}
