//! Annan chess: a piece that has a piece of its own side directly behind it moves, captures and checks like that piece, and
//! not by its own movement. Kings and pawns lend and borrow movement, too. The borrower keeps its type: a pawn promotes by any
//! move to its last rank and may go back to its first rank, and no other piece promotes by a pawn's step. A piece that moves
//! like a pawn can step twice from the second rank and capture en passant, but only pawns are captured en passant. A borrower
//! lends its own movement, not the borrowed one. Source: Kathy Annan's shogi variant, as Popeye plays `AnnanChess`, type A.

use super::{Borrowed, Condition};
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Possible, Stage};

/// Pieces move like the piece behind them.
pub const ANNAN: Annan = Annan;

/// The condition `annan`.
pub struct Annan;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["AnnanChess", "AnnanChess TypeA"],
    lends_movement: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "annan",
        Stage::MoverType,
        "a piece that has a piece of its own side directly behind it moves, captures and checks as that one does, and \
         only so",
        Example {
            fen: "4k3/8/8/8/8/3N4/3R4/4K3 w - - 0 1",
            mv: "d3d7",
            after: Some("4k3/3N4/8/8/8/8/3R4/4K3"),
        },
    )
};

impl Condition for Annan {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let own = pos.by_color(color);
        let ahead = |pieces: Bitboard, board: Bitboard| (pieces & board).ahead(color) & board;
        let types = pos.variant().rules.all_types();
        types
            .map(|piece_type| {
                let givers = pos.pieces(color, piece_type);
                let second = pos.board_b();
                let before = ahead(givers, second) | ahead(givers, !second);
                (piece_type, before & own & !givers)
            })
            .filter(|(_, receivers)| receivers.any())
            .collect()
    }
}
