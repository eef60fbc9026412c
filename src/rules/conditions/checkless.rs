//! Checkless chess: a move that gives check is illegal, unless it mates. The same rule decides whether it mates: an answer
//! that gives check is legal only if that answer mates. Source: the condition `ChecklessChess` of Popeye.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A move that gives check without mating is illegal.
pub const CHECKLESS: Checkless = Checkless;

/// The condition `checkless`.
pub struct Checkless;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ChecklessChess"],
    vetoes: MoveKinds::ALL,
    forbids_checks: true,
    excludes: &["no-checks"],
    ..ConditionSpec::new(
        "checkless",
        Stage::Aftermath,
        "a move that gives check is illegal unless it mates",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "a1a8",
            after: None,
        },
    )
};

impl Condition for Checkless {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Result<(), Veto> {
        let next = outlook.after(draft, moved.mv);
        let enemy = !draft.pos.side_to_move();
        let is_checked = outlook.in_check(&next, enemy);
        // There is no mate in the middle of a turn.
        if is_checked && (next.side_to_move() != enemy || outlook.has_answer(&next)) {
            return Err(Veto);
        }
        Ok(())
    }
}
