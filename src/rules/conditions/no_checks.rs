//! No checks: a move that gives check is illegal, even if it mates. Source: the rules of Racing Kings
//! (V. R. Parton, 1961).

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// Moves that give check are illegal.
pub const NO_CHECKS: NoChecks = NoChecks;

/// The condition `no-checks`.
pub struct NoChecks;

static SPEC: ConditionSpec = ConditionSpec {
    vetoes: MoveKinds::ALL,
    forbids_checks: true,
    ..ConditionSpec::new(
        "no-checks",
        Stage::Aftermath,
        "a move that gives check is illegal, even if it mates",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "a1a8",
            after: None,
        },
    )
};

impl Condition for NoChecks {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Result<(), Veto> {
        let next = outlook.after(draft, moved.mv);
        if outlook.in_check(&next, !draft.pos.side_to_move()) {
            return Err(Veto);
        }
        Ok(())
    }
}
