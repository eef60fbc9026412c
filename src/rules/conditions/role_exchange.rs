//! Role exchange: instead of a move White may exchange the sides, in check too. The board is turned by half, all pieces change colour, and it is
//! Black's turn: with what were White's pieces, and so against what were his own. Kings that change squares lose their castling rights. White is
//! not to give away an attack on a king, so that he cannot exchange while his pieces attack one. What a problem asks for (mate, stalemate) is
//! judged by White's other moves. `exchanges` limits how often he can exchange in a game: one number, since Black never can. Source: W. Erben's
//! problems with the condition `RoleExchange` of Popeye.

use super::Condition;
use crate::base::{Bitboard, Piece, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Remembered, Stage};

/// White may exchange the sides instead of a move.
pub const ROLE_EXCHANGE: RoleExchange = RoleExchange;

/// The condition `role-exchange`.
pub struct RoleExchange;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["RoleExchange"],
    on_quiet: Footprint::Anywhere,
    moving_costs: true,
    exchanges_roles: true,
    remembers: Some(Remembered::Exchanges),
    has_limit: true,
    // Whether the cells of the grid turn with the board is not said; Popeye finds other solutions.
    excludes: &["grid"],
    ..ConditionSpec::new(
        "role-exchange",
        Stage::Aftermath,
        "instead of a move White may exchange the sides (`0000`), as often as `exchanges` allows: the board is turned by half, and all pieces change colour",
        Example {
            fen: "1K6/8/1k6/2r5/8/8/8/8 w - - 0 1",
            mv: "0000",
            after: Some("8/8/8/8/5R2/6K1/8/6k1"),
        },
    )
};

impl Condition for RoleExchange {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if !moved.mv.is_pass() {
            return Ok(());
        }
        let rules = &draft.pos.variant().rules;
        if let Some(most) = rules.exchanges {
            if draft.memory.exchanges >= most {
                return Err(Veto);
            }
            draft.memory.exchanges += 1;
        }
        let (files, ranks) = (rules.files, rules.ranks);
        let opposite =
            |square: Square| Square::at(files - 1 - square.file(), ranks - 1 - square.rank());
        let occupied = draft.occupied();
        let turned: Bitboard = occupied.into_iter().map(opposite).collect();
        let before = draft.clone();
        for square in occupied | turned {
            let piece = before.at(opposite(square));
            draft.set(square, piece.map(Piece::flipped));
        }
        moved.at = opposite(moved.at);
        Ok(())
    }
}
