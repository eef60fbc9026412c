//! Horizontal mirror Circe, also called mirror Circe: Circe with the home square that the same piece type of the other side has.
//! A white queen is reborn on d8, a white knight captured on a dark square on b8, a white pawn on the seventh rank of the
//! file of the capture. Source: the condition `MirrorCirce` of Popeye.

use super::Condition;
use super::circe::return_victim;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Stage};

/// A captured piece is reborn on the home square that the other side's pieces of its type have.
pub const HORIZONTAL_MIRROR_CIRCE: HorizontalMirrorCirce = HorizontalMirrorCirce;

/// The condition `horizontal-mirror-circe`.
pub struct HorizontalMirrorCirce;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["MirrorCirce", "Circe Mirror"],
    on_capture: Footprint::Anywhere,
    victims_return: true,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "horizontal-mirror-circe",
        Stage::VictimRebirth,
        "circe, with the home square of a like piece of the other side",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3N4/8/8/8/1n2K3"),
        },
    )
};

impl Condition for HorizontalMirrorCirce {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        return_victim(draft, moved, false, |rules, piece, square| {
            rules.homes.of(piece.flipped(), square)
        });
        Ok(())
    }
}
