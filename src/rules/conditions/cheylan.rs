//! Anticirce of type Cheylan: as anticirce, but a piece cannot capture on its own home square. Source: Y. Cheylan, as
//! Popeye plays `AntiCirce Cheylan`.

use super::Condition;
use super::anticirce::ANTICIRCE;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Need, Stage};

/// Anticirce without captures at home.
pub const CHEYLAN: Cheylan = Cheylan;

/// The condition `cheylan`.
pub struct Cheylan;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["AntiCirce Cheylan"],
    on_capture: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE,
    vetoes_by_act: true,
    excludes: &["anticirce"],
    vetoes_checks: true,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "cheylan",
        Stage::CaptorRebirth,
        "anticirce, and a piece cannot capture on its own home square",
        Example {
            fen: "4k3/8/8/8/8/8/3N4/1n2K3 w - - 0 1",
            mv: "d2b1",
            after: None,
        },
    )
};

impl Condition for Cheylan {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let home = |piece| draft.pos.variant().rules.homes.of(piece, moved.mv.to());
        if moved.captures && home(moved.piece) == moved.mv.to() {
            return Err(Veto);
        }
        ANTICIRCE.act(draft, moved)
    }
}
