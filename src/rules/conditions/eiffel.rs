//! Eiffel chess: a piece that an enemy piece of one certain type observes can neither move nor capture nor check: a
//! pawn observed by a queen, a queen by a rook, a rook by a bishop, a bishop by a knight, a knight by a pawn.
//! Observation is as in Madrasi. Source: the condition `EiffelChess` of Popeye.

use super::Condition;
use super::madrasi::{is_free, paralysed};
use crate::base::{Bitboard, Color, PieceType, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// A piece is paralysed by an enemy piece of one certain type that observes it.
pub const EIFFEL: Eiffel = Eiffel;

/// The condition `eiffel`.
pub struct Eiffel;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["EiffelChess"],
    immobilises: true,
    moving_costs: true,
    ..ConditionSpec::new(
        "eiffel",
        Stage::MoverType,
        "a pawn attacked by a queen can neither move, capture nor check, nor a queen by a rook, a rook by a bishop, a bishop by a knight, a knight by a pawn",
        Example {
            fen: "4k3/8/8/8/8/2b5/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Eiffel {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        paralysed(pos, color, |piece_type| paralyser(pos, piece_type))
    }

    fn allows_capture(&self, pos: &Position, from: Square, _: Square) -> bool {
        is_free(pos, from, |piece_type| paralyser(pos, piece_type))
    }
}

/// The type that paralyses `piece_type`: the next lower rung of the ladder; for the lowest rung the highest.
fn paralyser(pos: &Position, piece_type: PieceType) -> Option<PieceType> {
    if pos.is_royal(piece_type) {
        return None;
    }
    let ladder = &pos.variant().rules.ladder;
    let lower = ladder.moved(piece_type, false);
    if lower != piece_type {
        return Some(lower);
    }
    let mut top = piece_type;
    loop {
        let higher = ladder.moved(top, true);
        if higher == top {
            return (top != piece_type).then_some(top);
        }
        top = higher;
    }
}
