//! Face to face: a piece, kings and pawns included, that has an enemy piece directly in front of it moves, captures
//! and checks like that enemy, and not by its own movement. All else is as in Annan chess. Source: the condition
//! `FaceToFace` of Popeye.

use super::Condition;
use super::{Borrowed, by_faced_types};
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Possible, Stage};

/// Pieces move like the enemy piece in front of them.
pub const FACE_TO_FACE: FaceToFace = FaceToFace;

/// The condition `face-to-face`.
pub struct FaceToFace;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["FaceToFace"],
    lends_movement: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "face-to-face",
        Stage::MoverType,
        "a piece that has an enemy piece directly in front of it moves, captures and checks as that one does, and only so",
        Example {
            fen: "4k3/8/8/8/8/3n4/3R4/7K w - - 0 1",
            mv: "d2f3",
            after: Some("4k3/8/8/8/8/3n1R2/8/7K"),
        },
    )
};

impl Condition for FaceToFace {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        by_faced_types(pos, color, |enemies: Bitboard| enemies.ahead(!color))
    }
}
