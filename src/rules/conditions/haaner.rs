//! Haaner Chess: a move makes walls of the squares that it empties: those from which pieces move, both in castling, and that of a
//! pawn captured en passant. Pieces that effects and other conditions move away leave nothing. Source: M. Haan, as Popeye plays
//! `HaanerChess`.

use super::Condition;
use crate::base::{Bitboard, Color, MoveKind, Piece, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Stage};

/// The squares that a move empties become walls.
pub const HAANER: Haaner = Haaner;

/// The condition `haaner`.
pub struct Haaner;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["HaanerChess"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    needs: &[Need::Walls],
    ..ConditionSpec::new(
        "haaner",
        Stage::Aftermath,
        "the square from which a piece moves becomes a wall, as do the rook's in castling and that of a pawn captured en passant",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "a1a5",
            after: Some("4k3/8/8/R7/8/8/8/*3K3"),
        },
    )
};

impl Condition for Haaner {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if moved.mv.kind() != MoveKind::Shot {
            let passer = moved.victim.filter(|_| moved.mv.kind() == MoveKind::EnPassant);
            let left = passer.map_or(Bitboard::EMPTY, |(square, _)| square.into());
            wall_up(draft, left | moved.mv.from().into());
        }
        Ok(())
    }

    fn after_castling(&self, draft: &mut Draft<'_>, _: Square) {
        let left = draft.touched();
        wall_up(draft, left);
    }
}

/// Makes walls of the squares among `left` that are empty.
fn wall_up(draft: &mut Draft<'_>, left: Bitboard) {
    let Some(wall) = draft.pos.variant().rules.wall else {
        return;
    };
    for square in left & !draft.occupied() {
        draft.set(square, Some(Piece::new(Color::White, wall)));
        draft.changed = true;
    }
}
