//! Makpong: a king in check may not leave it by a move, unless it captures the only piece that gives check. Source: the rules of pychess.org.

use super::Condition;
use crate::base::{Bitboard, MoveKind};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A king in check moves only to capture what gives check.
pub const MAKPONG: Makpong = Makpong;

/// The condition `makpong`.
pub struct Makpong;

static SPEC: ConditionSpec = ConditionSpec {
    vetoes: MoveKinds::MOVES,
    ..ConditionSpec::new(
        "makpong",
        Stage::Aftermath,
        "a king in check may not move, unless it captures the only piece that gives check",
        Example {
            fen: "4k3/8/8/8/8/8/8/r3K2R w - - 0 1",
            mv: "e1e2",
            after: None,
        },
    )
};

impl Condition for Makpong {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let pos = draft.pos;
        let from = moved.mv.from();
        let mover = pos.at(from).filter(|_| moved.mv.kind() != MoveKind::Drop);
        let Some(king) = mover.filter(|mover| pos.is_royal(mover.piece_type())) else {
            return Ok(());
        };
        let checkers = pos.attackers_now(from, !king.color());
        if checkers.any() && checkers != Bitboard::from(moved.mv.to()) {
            return Err(Veto);
        }
        Ok(())
    }
}
