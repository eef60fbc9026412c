//! Exclusive chess: a move that mates is illegal if its side has another move that mates. The answers that decide whether
//! a move mates obey the same rule. Source: the condition `ExclusiveChess` of Popeye.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A mating move is legal only if it is the only mating move.
pub const EXCLUSIVE: Exclusive = Exclusive;

/// The condition `exclusive`.
pub struct Exclusive;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ExclusiveChess"],
    vetoes: MoveKinds::ALL,
    excludes: &["no-checks"],
    compares: true,
    ..ConditionSpec::new(
        "exclusive",
        Stage::Aftermath,
        "a move that mates is illegal if there is another move that mates",
        Example {
            fen: "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1",
            mv: "a1a8",
            after: None,
        },
    )
};

impl Condition for Exclusive {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Result<(), Veto> {
        let (pos, mv) = (draft.pos, moved.mv);
        let next = outlook.after(draft, mv);
        let enemy = !pos.side_to_move();
        let mates = next.side_to_move() == enemy
            && outlook.in_check(&next, enemy)
            && !outlook.has_answer(&next);
        if mates && outlook.has_move(pos, &|other| other != mv && outlook.mates(pos, other)) {
            Err(Veto)
        } else {
            Ok(())
        }
    }
}
