//! Provocation chess: a piece, kings included, can capture and check only while an enemy piece observes it, by the
//! ordinary capturing movement. Source: the condition `ProvocationChess` of Popeye.

use super::Condition;
use super::madrasi::is_observed;
use crate::base::Square;
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// Only pieces that the enemy observes can capture.
pub const PROVOCATION: Provocation = Provocation;

/// The condition `provocation`.
pub struct Provocation;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ProvocationChess"],
    limits_captures: true,
    ..ConditionSpec::new(
        "provocation",
        Stage::MoverType,
        "a piece, kings included, captures and checks only while an enemy piece observes it",
        Example {
            fen: "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Provocation {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from)
            .is_some_and(|piece| is_observed(pos, from, !piece.color()))
    }
}
