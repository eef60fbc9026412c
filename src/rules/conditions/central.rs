//! Central chess: a piece can move, capture and check only if its king observes it, or another piece of its side that can
//! move by this rule observes it. Kings can always move. Source: the condition `CentralChess` of Popeye.

use super::Condition;
use super::madrasi::targets;
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// A piece moves only if a chain of observations links it to its king.
pub const CENTRAL: Central = Central;

/// The condition `central`.
pub struct Central;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["CentralChess"],
    immobilises: true,
    moving_costs: true,
    ..ConditionSpec::new(
        "central",
        Stage::MoverType,
        "a piece can move, capture and check only if its king guards it, or a chain of pieces that begins with its king",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Central {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        pos.by_color(color) & !linked(pos, color)
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        pos.at(from)
            .is_some_and(|piece| linked(pos, piece.color()).contains(from))
    }
}

/// The pieces of a side that a chain of observations links to their king, kings included.
fn linked(pos: &Position, color: Color) -> Bitboard {
    let own = pos.by_color(color);
    let mut linked = pos.royals(color);
    let mut open = linked;
    while let Some(from) = open.first() {
        open &= !Bitboard::from(from);
        let guarded = targets(pos, from) & own & !linked;
        linked |= guarded;
        open |= guarded;
    }
    linked
}
