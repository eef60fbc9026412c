//! Swapping kings: when a move gives check, the two kings change places at once. Source: the condition
//! `SwappingKings` of Popeye. Where a side has several kings none changes places: which would is not defined.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Stage};

/// A move that gives check makes the two kings change places.
pub const SWAPPING_KINGS: SwappingKings = SwappingKings;

/// The condition `swapping-kings`.
pub struct SwappingKings;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["SwappingKings"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    ..ConditionSpec::new(
        "swapping-kings",
        Stage::Aftermath,
        "when a move gives check, the two kings change places, if each side has one",
        Example {
            fen: "4k3/8/8/8/8/8/8/R5K1 w - - 0 1",
            mv: "a1a8",
            after: Some("R3K3/8/8/8/8/8/8/6k1"),
        },
    )
};

impl Condition for SwappingKings {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let next = draft.position();
        let side = draft.pos.side_to_move();
        let (Some(own), Some(enemy)) = (next.royals(side).only(), next.royals(!side).only())
        else {
            return Ok(());
        };
        if next.is_attacked(enemy, side) {
            draft.set(own, next.at(enemy));
            draft.set(enemy, next.at(own));
            draft.changed = true;
            if moved.at == own {
                moved.at = enemy;
            }
        }
        Ok(())
    }
}
