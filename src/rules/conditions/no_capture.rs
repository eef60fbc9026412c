//! No capture: there are no captures, en passant included. Checks are as in chess: a king may not stand where a piece could
//! take it. Source: the condition `NoCapture` of Popeye.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// Captures are illegal.
pub const NO_CAPTURE: NoCapture = NoCapture;

/// The condition `no-capture`.
pub struct NoCapture;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["NoCapture"],
    vetoes: MoveKinds::CAPTURE,
    forbids: MoveKinds::CAPTURE,
    ..ConditionSpec::new(
        "no-capture",
        Stage::Aftermath,
        "there are no captures; a check is a check all the same",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: None,
        },
    )
};

impl Condition for NoCapture {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, _: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        if moved.captures { Err(Veto) } else { Ok(()) }
    }
}
