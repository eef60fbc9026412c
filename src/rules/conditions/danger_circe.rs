//! Danger Circe: a piece, kings included, that an enemy piece attacks by its movement may also go to its home square at once, as if it were captured and
//! reborn there; it captures an enemy piece on that square. It gives check so, too. An attacker that is pinned attacks; one that could only capture
//! from its home square does not. A king or rook that comes home does not regain the right to castle. Source: the condition `DangerCirce` of Popeye.

use super::Condition;
use crate::base::{Bitboard, Square};
use crate::position::Position;
use crate::rules::relay;
use crate::variant::{ConditionSpec, Example, Need, Stage};

/// Attacked pieces may go home.
pub const DANGER_CIRCE: DangerCirce = DangerCirce;

/// The condition `danger-circe`.
pub struct DangerCirce;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["DangerCirce"],
    adds_targets: true,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "danger-circe",
        Stage::MoverType,
        "a piece that is attacked may also go to its home square at once, capturing there",
        Example {
            fen: "4k2r/8/8/8/7N/8/8/4K3 w - - 0 1",
            mv: "h4g1",
            after: Some("4k2r/8/8/8/8/8/8/4K1N1"),
        },
    )
};

impl Condition for DangerCirce {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn added_targets(&self, pos: &Position, from: Square) -> Bitboard {
        let Some(piece) = pos.at(from) else {
            return Bitboard::EMPTY;
        };
        let enemy = !piece.color();
        let attackers = relay::attackers(pos, from, enemy, pos.attackers_now(from, enemy));
        if attackers.any() {
            pos.variant().rules.homes.of(piece, from).into()
        } else {
            Bitboard::EMPTY
        }
    }
}
