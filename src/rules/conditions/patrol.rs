//! Patrol: a man, kings included, can capture and check only while a man of its own side observes it, by
//! the ordinary capturing movement. Source: F. Galvin, "Patrol chess" (1970s), as Popeye plays it.

use super::Condition;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Stage};

/// Only observed men capture.
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
            .is_some_and(|man| pos.is_attacked(from, man.color()))
    }
}
