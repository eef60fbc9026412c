//! Circe: a captured piece other than a king is reborn on its home square, if that is free after the
//! capture. Source: P. Monréal and J.-P. Boyer, "Circe" (1968).

use super::Condition;
use crate::base::{Piece, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, RuleSet, Stage};

/// A captured piece is reborn on its home square.
pub const CIRCE: Circe = Circe;

/// The condition `circe`.
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
        return_victim(draft, moved, |rules, piece, square| rules.homes.of(piece, square));
        Ok(())
    }
}

/// Puts the captured piece on a home square that depends on the piece and the square of the capture, unless it is a
/// king, has been reborn already, or the square is occupied.
pub(super) fn return_victim(
    draft: &mut Draft<'_>,
    moved: &Moved,
    home: impl FnOnce(&RuleSet, Piece, Square) -> Square,
) {
    let Some((square, piece)) = moved.victim.filter(|_| draft.taken.is_some()) else {
        return;
    };
    let home = home(&draft.pos.variant().rules, piece, square);
    if !draft.pos.is_royal(piece.piece_type()) && draft.at(home).is_none() {
        draft.rebear(home, piece);
        draft.taken = None;
    }
}
