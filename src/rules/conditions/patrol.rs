//! Patrol: a piece, kings included, can capture and check only while a piece of its own side observes it, by
//! the ordinary capturing movement. Source: F. Galvin, "Patrol chess" (1970s), as Popeye plays it.

use super::Condition;
use super::madrasi::is_observed;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Only pieces that their own side observes can capture.
pub const PATROL: Patrol = Patrol;

/// The condition `patrol`.
pub struct Patrol;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Patrouille"],
    limits_captures: true,
    ..ConditionSpec::new(
        "patrol",
        Stage::MoverType,
        "a piece, kings included, captures and checks only while a piece of its own side observes it",
        Example {
            fen: "4k3/8/8/p7/8/8/8/R5K1 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Patrol {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from)
            .is_some_and(|piece| is_observed(pos, from, piece.color()))
    }
}
