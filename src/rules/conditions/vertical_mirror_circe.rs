//! Vertical mirror Circe: Circe with the home square mirrored across the line between the files d and e. A white rook
//! captured on a dark square is reborn on h1, a white queen on e1, a pawn captured on the b-file on the g-file. Source: the
//! condition `VerticalMirrorCirce` of Popeye.

use super::Condition;
use super::circe::return_victim;
use crate::base::Square;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Stage};

/// A captured piece is reborn on its home square, mirrored to the other wing.
pub const VERTICAL_MIRROR_CIRCE: VerticalMirrorCirce = VerticalMirrorCirce;

/// The condition `vertical-mirror-circe`.
pub struct VerticalMirrorCirce;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["VerticalMirrorCirce", "Circe VerticalMirror"],
    on_capture: Footprint::Anywhere,
    victims_return: true,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "vertical-mirror-circe",
        Stage::VictimRebirth,
        "circe, with the home square on the other wing: reflected in the line between the files d and e",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("1n2k3/8/8/3N4/8/8/8/4K3"),
        },
    )
};

impl Condition for VerticalMirrorCirce {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        return_victim(draft, moved, false, |rules, piece, square| {
            let home = rules.homes.of(piece, square);
            Square::at(rules.files - 1 - home.file(), home.rank())
        });
        Ok(())
    }
}
