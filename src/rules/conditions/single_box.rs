//! Single box, type 1: a side may not have more pieces of a type than one set of chess pieces contains. A move that leads to
//! more of them is illegal, even the capture of a king. Source: the condition `SingleBox` of Popeye with
//! `Type1`.

use super::Condition;
use crate::base::Color;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A side may not have more pieces of a type than one set of chess pieces contains.
pub const SINGLE_BOX: SingleBox = SingleBox;

/// The condition `single-box`.
pub struct SingleBox;

/// The pieces of one side in a set of chess pieces.
const BOX: [(&str, usize); 6] = [("K", 1), ("Q", 1), ("R", 2), ("B", 2), ("N", 2), ("P", 8)];

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["SingleBox Type1"],
    vetoes: MoveKinds::ALL,
    vetoes_checks: true,
    ..ConditionSpec::new(
        "single-box",
        Stage::Aftermath,
        "no side may have more pieces of a kind than one set of chess pieces has: a pawn promotes only to what is missing",
        Example {
            fen: "8/P3k3/8/8/8/8/8/Q3K3 w - - 0 1",
            mv: "a7a8q",
            after: None,
        },
    )
};

impl Condition for SingleBox {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, _: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let next = draft.position();
        let kinds = BOX.into_iter().filter_map(|(letter, most)| {
            Some((next.variant().type_of_letter(letter)?, most))
        });
        for (kind, most) in kinds {
            let has_more = |color| next.pieces(color, kind).into_iter().count() > most;
            if Color::ALL.into_iter().any(has_more) {
                return Err(Veto);
            }
        }
        Ok(())
    }
}
