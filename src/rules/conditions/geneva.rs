//! Geneva chess: a piece other than a king can capture only if its own home square, which depends on the piece's departure
//! square, is free after the capture and is not that departure square. A king is in check only from pieces that
//! this rule would allow to capture it. Source: the condition `GenevaChess` of Popeye.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Need, Stage};

/// A piece can capture only if its home square is free.
pub const GENEVA: Geneva = Geneva;

/// The condition `geneva`.
pub struct Geneva;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["GenevaChess"],
    vetoes: MoveKinds::CAPTURE,
    vetoes_checks: true,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "geneva",
        Stage::Aftermath,
        "a piece other than a king can capture and check only if its own home square is free and it does not stand there",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K1N1 w - - 0 1",
            mv: "c3d5",
            after: None,
        },
    )
};

impl Condition for Geneva {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        if !moved.captures || draft.pos.is_royal(moved.piece.piece_type()) {
            return Ok(());
        }
        let from = moved.mv.from();
        let home = draft.pos.variant().rules.homes.of(moved.piece, from);
        if home != from && draft.at(home).is_none() {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}
