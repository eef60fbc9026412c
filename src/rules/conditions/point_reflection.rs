//! Point reflection: if two pieces, of either side, stand on squares that mirror each other through the middle of the
//! board, each moves, captures and checks like the other piece. Source: the condition `PointReflection` of
//! Popeye.

use super::Condition;
use super::Borrowed;
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Possible, Stage};

/// Pieces that mirror each other through the middle of the board exchange their movements.
pub const POINT_REFLECTION: PointReflection = PointReflection;

/// The condition `point-reflection`.
pub struct PointReflection;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["PointReflection"],
    lends_movement: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "point-reflection",
        Stage::MoverType,
        "two pieces that stand opposite to each other through the middle of the board exchange their movements",
        Example {
            fen: "4k3/6n1/8/8/8/8/1R6/4K3 w - - 0 1",
            mv: "b2c4",
            after: Some("4k3/6n1/8/8/2R5/8/8/4K3"),
        },
    )
};

impl Condition for PointReflection {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let opposite = |from: Square| {
            let rules = &pos.variant().rules;
            Square::at(rules.files - 1 - from.file(), rules.ranks - 1 - from.rank())
        };
        let types = pos.variant().rules.all_types();
        let own = pos.by_color(color);
        types
            .map(|giver| {
                let gives = |from: &Square| {
                    let other = pos.at(opposite(*from));
                    other.is_some_and(|other| other.piece_type() == giver)
                };
                (giver, own.into_iter().filter(gives).collect::<Bitboard>())
            })
            .filter(|(_, receivers)| receivers.any())
            .collect()
    }
}
