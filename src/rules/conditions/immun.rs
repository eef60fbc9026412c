//! Immune chess: a piece other than a king can be captured only if its home square is free after the capture. Source:
//! K. Wenda, "Immunschach", as Popeye plays `ImmunChess`.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Need, Stage};

/// Pieces whose home is occupied are safe.
pub const IMMUN: Immun = Immun;

/// The condition.
pub struct Immun;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ImmunChess"],
    vetoes: MoveKinds::CAPTURE,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "immun",
        Stage::Aftermath,
        "a piece other than a king can be captured only if its home square is free after the capture",
        Example {
            fen: "4k1n1/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: None,
        },
    )
};

impl Condition for Immun {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let Some((square, piece)) = moved.victim else {
            return Ok(());
        };
        let home = draft.pos.variant().rules.homes.of(piece, square);
        if draft.pos.is_royal(piece.piece_type()) || draft.at(home).is_none() {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}
