//! Influencer: when a piece other than a king has moved, each enemy piece other than a king that stands next to the mover
//! becomes a pawn, or on a first or last rank a piece of the mover's type. A pawn that appears so on its last rank promotes at
//! once, as the mover's side chooses. A piece that is of the type already stays what it is, also where promoted pawns are marked. A rook
//! that castles is a mover, too.
//! Source: the condition `Influencer` of Popeye.

use super::Condition;
use crate::base::{Piece, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Possible, Stage};

/// A piece that has moved changes the enemy pieces next to it.
pub const INFLUENCER: Influencer = Influencer;

/// The condition `influencer`.
pub struct Influencer;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Influencer"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    promotes: true,
    needs: &[Need::Pawns],
    makes_possible: &[Possible::MorePieces, Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "influencer",
        Stage::Aftermath,
        "enemy pieces next to where a piece arrives become pawns, on their first or last rank pieces of the type that moved; kings neither do that nor suffer it",
        Example {
            fen: "4k3/8/8/1n6/8/8/8/R3K3 w - - 0 1",
            mv: "a1a4",
            after: Some("4k3/8/8/1p6/R7/8/8/4K3"),
        },
    )
};

impl Condition for Influencer {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if !moved.is_gone {
            influence(draft, moved.at);
        }
        Ok(())
    }

    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        influence(draft, rook);
    }
}

/// Lets the piece on `at` change the enemy pieces next to it.
fn influence(draft: &mut Draft<'_>, at: Square) {
    let pos = draft.pos;
    let rules = &pos.variant().rules;
    let is_royal = |one: Piece| pos.is_royal(one.piece_type());
    let (Some(mover), Some(pawn)) = (draft.at(at).filter(|one| !is_royal(*one)), rules.pawn) else {
        return;
    };
    let ends = rules.first_rank_of(mover.color()) | rules.last_rank_of(mover.color());
    let beside = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    for square in beside.filter_map(|(files, ranks)| rules.board.offset(at, files, ranks)) {
        let enemy = draft.at(square);
        let enemy = enemy.filter(|one| one.color() != mover.color() && !is_royal(*one));
        if let Some(enemy) = enemy {
            let into = if ends.contains(square) {
                mover.piece_type()
            } else {
                pawn
            };
            // A promoted pawn of that type already stays one.
            if enemy.piece_type() != into {
                draft.change(square, enemy.with_type(into));
            }
        }
    }
}
