//! Circe: a captured piece other than a king is reborn on its home square, if that is free after the
//! capture. Source: P. Monréal and J.-P. Boyer, "Circe" (1968).

use super::Condition;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Stage};

/// A captured piece is reborn on its home square.
pub const CIRCE: Circe = Circe;

/// The condition.
pub struct Circe;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Circe"],
    on_capture: Footprint::Anywhere,
    victims_return: true,
    needs: &[Need::Homes],
    is_bounded: true,
    ..ConditionSpec::new(
        "circe",
        Stage::VictimRebirth,
        "a captured piece is reborn on its home square, or leaves the game if that is occupied",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k1n1/8/8/3N4/8/8/8/4K3"),
        },
    )
};

impl Condition for Circe {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let Some((square, piece)) = moved.victim else {
            return Ok(());
        };
        let home = draft.pos.variant().rules.homes.of(piece, square);
        if !draft.pos.is_royal(piece.piece_type()) && draft.at(home).is_none() {
            draft.rebear(home, piece);
            draft.taken = None;
        }
        Ok(())
    }
}
