//! SAT: a king is in check if it has a flight: a square to which it could move, or on which it could capture a piece other than a king,
//! without being attacked there. An attack on its own square is no check. Source: the condition `SAT` of Popeye.

use super::Condition;
use crate::base::{Bitboard, Color, Square};
use crate::position::{Delta, Position};
use crate::variant::{ConditionSpec, Example, Stage};

/// A king that has a flight is in check.
pub const SAT: Sat = Sat;

/// The condition `sat`.
pub struct Sat;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["SAT"],
    defines_check: true,
    limits_captures: true,
    ..ConditionSpec::new(
        "sat",
        Stage::Aftermath,
        "a king is in check if it could move to a square that is not attacked, and only then",
        Example {
            fen: "7k/8/6Q1/8/8/8/PP6/KN6 w - - 0 1",
            mv: "b1c3",
            after: None,
        },
    )
};

impl Condition for Sat {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    /// An attacked king without flight is not in check, and is not captured either.
    fn allows_capture(&self, pos: &Position, _: Square, to: Square) -> bool {
        !pos.at(to)
            .is_some_and(|victim| pos.is_royal(victim.piece_type()))
    }

    fn in_check(
        &self,
        pos: &Position,
        king: Square,
        is_attacked: &dyn Fn(&Position, Square) -> bool,
    ) -> bool {
        let Some(piece) = pos.at(king) else {
            return false;
        };
        let us = piece.color();
        let occupied = pos.occupied() & pos.same_board(king);
        let tables = pos.variant().moves_of(piece);
        let takes = pos.capturable(!us) & pos.same_board(king) & !pos.royals(!us);
        let flights = tables.quiet.targets(king, occupied) & pos.vacant()
            | tables.capture.targets(king, occupied) & takes;
        flights.any() && !all_attacked(pos, king, us, flights, is_attacked)
    }
}

/// Whether the other side attacks all of `squares` when the king has left its own.
fn all_attacked(
    pos: &Position,
    king: Square,
    us: Color,
    squares: Bitboard,
    is_attacked: &dyn Fn(&Position, Square) -> bool,
) -> bool {
    debug_assert!(pos.by_color(us).contains(king), "no king on {king}");
    let mut gone = Delta::new(*pos.state());
    gone.edit(king, pos.at(king), None);
    let without = pos.after(&gone);
    squares
        .into_iter()
        .all(|square| is_attacked(&without, square))
}
