//! Lortap: a piece, kings included, can capture and check only while no piece of its own side observes it, by the
//! ordinary capturing movement. Source: the condition `Lortap` of Popeye, the reverse of Patrol.

use super::Condition;
use super::madrasi::is_observed;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Only pieces that their own side does not observe can capture.
pub const LORTAP: Lortap = Lortap;

/// The condition `lortap`.
pub struct Lortap;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Lortap"],
    limits_captures: true,
    ..ConditionSpec::new(
        "lortap",
        Stage::MoverType,
        "a piece, kings included, captures and checks only while no piece of its own side observes it",
        Example {
            fen: "4k3/8/8/p7/8/8/8/R3K2R w - - 0 1",
            mv: "a1a5",
            after: Some("4k3/8/8/R7/8/8/8/4K2R"),
        },
    )
};

impl Condition for Lortap {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from)
            .is_some_and(|piece| !is_observed(pos, from, piece.color()))
    }
}
