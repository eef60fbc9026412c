//! Facing kings: a move may not leave the two kings on one file with nothing between them. Source: the rules of Xiangqi.

use super::Condition;
use crate::base::{Bitboard, Color, Square};
use crate::board::between;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// The two kings may not stand on one file with nothing between them.
pub const FACING_KINGS: FacingKings = FacingKings;

/// The condition `facing-kings`.
pub struct FacingKings;

static SPEC: ConditionSpec = ConditionSpec {
    vetoes: MoveKinds::ALL,
    ..ConditionSpec::new(
        "facing-kings",
        Stage::Aftermath,
        "a move is illegal if it leaves kings of both sides on one file with nothing between them",
        Example {
            fen: "4k3/8/8/8/8/4N3/8/4K3 w - - 0 1",
            mv: "e3c4",
            after: None,
        },
    )
};

impl Condition for FacingKings {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, _: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let [white, black] = Color::ALL.map(|color| kings(draft, color));
        let occupied = draft.occupied();
        let faces = |one: Square, other: Square| {
            one.file() == other.file()
                && draft.is_on_board_b(one) == draft.is_on_board_b(other)
                && !between(one, other).intersects(occupied)
        };
        let meets = |king: Square| black.into_iter().any(|other| faces(king, other));
        if white.into_iter().any(meets) {
            return Err(Veto);
        }
        Ok(())
    }
}

/// The kings of a side in the draft.
fn kings(draft: &Draft<'_>, color: Color) -> Bitboard {
    let royals = draft.pos.variant().rules.royals;
    let squares = draft.pos.royals(color) | draft.touched();
    let is_king = |square: &Square| {
        let piece = draft.at(*square);
        piece.is_some_and(|piece| piece.color() == color && royals.contains(piece.piece_type()))
    };
    squares.into_iter().filter(is_king).collect()
}
