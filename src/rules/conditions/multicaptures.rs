//! Multicaptures: a piece can be captured only if two or more enemy pieces could capture it, and a king is in check
//! only if two or more pieces attack it. Source: the condition `MultiCaptures` of Popeye.

use super::Condition;
use crate::base::{Bitboard, Color, Piece, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// A piece can be captured only if two enemy pieces attack it.
pub const MULTICAPTURES: Multicaptures = Multicaptures;

/// The condition `multicaptures`.
pub struct Multicaptures;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["MultiCaptures"],
    limits_captures: true,
    ..ConditionSpec::new(
        "multicaptures",
        Stage::MoverType,
        "a piece can be captured, and a king is in check, only where two or more enemy pieces attack it",
        Example {
            fen: "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Multicaptures {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let by = pos.at(from).map(Piece::color);
        by.is_some_and(|by| {
            let attackers = pos.attackers_now(to, by);
            attackers.many() || pos.at(to).is_none() && en_passant_captors(pos, to, by).many()
        })
    }
}

/// The pieces of a side that could capture the pawn that has passed a square.
fn en_passant_captors(pos: &Position, passed: Square, by: Color) -> Bitboard {
    let stands = super::captured_en_passant(pos, passed, !by);
    let others = stands.map_or(Bitboard::EMPTY, |square| pos.attackers_now(square, by));
    super::en_passant_takers(pos, passed, by) | others
}
