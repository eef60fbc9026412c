//! Circe: a captured piece other than a king is reborn on its home square, if that is free after the
//! capture. Source: P. Monréal and J.-P. Boyer, "Circe" (1968).

use super::Condition;
use crate::rules::draft::{Draft, Impossible, Moved};
use crate::variant::{ConditionSpec, Footprint, Need, Stage};

/// A captured piece is reborn on its home square.
pub const CIRCE: Circe = Circe;

/// The condition.
pub struct Circe;

static SPEC: ConditionSpec = ConditionSpec {
    on_capture: Footprint::Anywhere,
    needs: &[Need::Homes],
    ..ConditionSpec::new("circe", Stage::VictimRebirth)
};

impl Condition for Circe {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Impossible> {
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
