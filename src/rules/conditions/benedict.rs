//! Benedict: there are no captures; a piece converts the enemy pieces, except royal ones, that it attacks from its arrival square. In
//! castling both king and rook convert. Source: W. D. Troyka, "Benedict Chess" (2002).

use super::Condition;
use super::madrasi::targets;
use crate::base::Square;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Possible, Stage};

/// Pieces convert the enemy pieces that they attack, instead of capturing.
pub const BENEDICT: Benedict = Benedict;

/// The condition `benedict`.
pub struct Benedict;

static SPEC: ConditionSpec = ConditionSpec {
    on_quiet: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE,
    forbids: MoveKinds::CAPTURE,
    makes_possible: &[Possible::OtherColours],
    ..ConditionSpec::new(
        "benedict",
        Stage::Aftermath,
        "there are no captures; the enemy pieces that a piece attacks where it arrives change colour, royal ones aside",
        Example {
            fen: "4k3/2p1p3/8/8/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/2P1P3/8/3N4/8/8/8/4K3"),
        },
    )
};

impl Condition for Benedict {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        convert(draft, moved.at);
        Ok(())
    }

    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        let castling = &draft.pos.variant().rules.castling;
        let us = draft.pos.side_to_move();
        let ways = [true, false].map(|kingside| castling.way(us, kingside));
        let way = ways.into_iter().flatten().find(|way| way.rook.1 == rook);
        if let Some(king) = way.map(|way| way.king.1) {
            convert(draft, king);
        }
        convert(draft, rook);
    }

    fn judge(&self, _: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        if moved.captures { Err(Veto) } else { Ok(()) }
    }
}

/// Changes the colour of the enemy pieces that the piece on `from` attacks.
fn convert(draft: &mut Draft<'_>, from: Square) {
    let next = draft.position();
    let Some(piece) = next.at(from) else {
        return;
    };
    for square in targets(&next, from) & next.by_color(!piece.color()) {
        if let Some(attacked) = next.at(square).filter(|one| !next.is_royal(one.piece_type())) {
            draft.change(square, attacked.flipped());
        }
    }
}
