//! Koeko (Kölner Kontaktschach): a piece that has moved has to stand next to another piece of either side, orthogonally or
//! diagonally. A piece checks only if it would also have such a neighbour after capturing the king. In castling king and
//! rook are neighbours. Source: the condition `KoeKo` of Popeye, with contact like a king's step.

use super::Condition;
use crate::base::Square;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A moved piece has to stand next to another piece.
pub const KOEKO: Koeko = Koeko;

/// The condition `koeko`.
pub struct Koeko;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["KoeKo"],
    vetoes: MoveKinds::MOVES,
    vetoes_checks: true,
    ..ConditionSpec::new(
        "koeko",
        Stage::Aftermath,
        "a piece that has moved must stand next to another piece of either side, and checks only if it would after \
         capturing the king",
        Example {
            fen: "4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1",
            mv: "a1a4",
            after: None,
        },
    )
};

impl Condition for Koeko {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let mut arrivals = moved.arrivals(&draft.pos.variant().rules).into_iter();
        if moved.is_gone || arrivals.all(|at| has_contact(draft, at)) {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}

/// Whether another piece of the same board stands next to a square.
fn has_contact(draft: &Draft<'_>, at: Square) -> bool {
    let board = &draft.pos.variant().rules.board;
    let touches = |to: Square| {
        let same_board = draft.is_on_board_b(to) == draft.is_on_board_b(at);
        to != at && draft.at(to).is_some() && same_board
    };
    (-1..=1)
        .flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)))
        .filter_map(|(files, ranks)| board.offset(at, files, ranks))
        .any(touches)
}
