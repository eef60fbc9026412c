//! Double Tibet: a piece other than a king that captures a piece of another type changes colour. Source: the
//! condition `DoubleTibet` of Popeye.

use super::Condition;
use super::tibet::turn;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Possible, Stage};

/// A piece that captures another type changes colour.
pub const DOUBLE_TIBET: DoubleTibet = DoubleTibet;

/// The condition `double-tibet`.
pub struct DoubleTibet;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["DoubleTibet"],
    on_capture: Footprint::Anywhere,
    excludes: &["tibet"],
    makes_possible: &[Possible::OtherColours],
    ..ConditionSpec::new(
        "double-tibet",
        Stage::MoverColour,
        "a piece other than a king that captures a piece of another type changes colour",
        Example {
            fen: "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
            mv: "d1d5",
            after: Some("4k3/8/8/3r4/8/8/8/4K3"),
        },
    )
};

impl Condition for DoubleTibet {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        turn(draft, moved);
        Ok(())
    }
}
