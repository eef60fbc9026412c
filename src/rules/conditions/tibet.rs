//! Tibet: a black piece other than a king that captures a piece of another type turns white. Source: the condition
//! `Tibet` of Popeye.

use super::Condition;
use crate::base::{Color, Piece};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Possible, Stage};

/// A black piece that captures another type turns white.
pub const TIBET: Tibet = Tibet;

/// The condition `tibet`.
pub struct Tibet;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Tibet"],
    on_capture: Footprint::Anywhere,
    makes_possible: &[Possible::OtherColours],
    ..ConditionSpec::new(
        "tibet",
        Stage::MoverColour,
        "a black piece other than a king that captures a piece of another type turns white",
        Example {
            fen: "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
            mv: "d1d5",
            after: Some("4k3/8/8/3R4/8/8/8/4K3"),
        },
    )
};

impl Condition for Tibet {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if moved.piece.color() == Color::Black {
            turn(draft, moved);
        }
        Ok(())
    }
}

/// Changes the captor's colour, unless the captor is a king or of the captured piece's type.
pub(super) fn turn(draft: &mut Draft<'_>, moved: &mut Moved) {
    let other = |(_, victim): (_, Piece)| victim.piece_type() != moved.piece.piece_type();
    if moved.victim.is_some_and(other) && !draft.pos.is_royal(moved.piece.piece_type()) {
        moved.become_piece(draft, moved.piece.flipped());
    }
}
