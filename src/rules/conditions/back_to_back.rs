//! Back to back: a piece, kings and pawns included, that has an enemy piece directly behind it moves, captures and checks
//! like that enemy, and not by its own movement. All else is as in Annan chess. Source: the condition `BackToBack` of Popeye.

use super::Condition;
use super::{Borrowed, by_faced_types};
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Possible, Stage};

/// Pieces move like the enemy piece behind them.
pub const BACK_TO_BACK: BackToBack = BackToBack;

/// The condition `back-to-back`.
pub struct BackToBack;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["BackToBack"],
    lends_movement: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "back-to-back",
        Stage::MoverType,
        "a piece that has an enemy piece directly behind it moves, captures and checks as that one does, and only so",
        Example {
            fen: "4k3/8/8/8/8/3R4/3n4/4K3 w - - 0 1",
            mv: "d3f4",
            after: Some("4k3/8/8/8/5R2/8/3n4/4K3"),
        },
    )
};

impl Condition for BackToBack {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        by_faced_types(pos, color, |enemies: Bitboard| enemies.ahead(color))
    }
}
