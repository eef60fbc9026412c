//! Patrol: a piece, kings included, can capture and check only while a piece of its own side observes it, by
//! the ordinary capturing movement. Source: F. Galvin, "Patrol chess" (1970s), as Popeye plays it.

use super::Condition;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Stage};

/// Only observed pieces capture.
pub const PATROL: Patrol = Patrol;

/// The condition.
pub struct Patrol;

static SPEC: ConditionSpec = ConditionSpec {
    limits_captures: true,
    ..ConditionSpec::new("patrol", Stage::MoverType)
};

impl Condition for Patrol {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from)
            .is_some_and(|piece| pos.is_attacked(from, piece.color()))
    }
}
