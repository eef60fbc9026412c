//! Linked kings: when one of them moves, the other has to move in the same turn if it can.

use crate::base::{Bitboard, Kind, Move, Piece, Square};
use crate::position::{Position, State};

/// The state after a move on the board: the turn is over, or a linked king is owed a move.
#[inline(always)]
pub fn state_after(pos: &Position, mv: Move, progress: bool) -> State {
    let state = pos.state();
    if let Some(owed) = owed_after(pos, mv) {
        return State {
            owed: Some(owed),
            progress,
            ..*state
        };
    }
    State {
        owed: None,
        progress: false,
        ..state.turned(progress || state.progress)
    }
}

/// The linked king that has to move after this move.
#[inline(always)]
pub fn owed_after(pos: &Position, mv: Move) -> Option<Kind> {
    let atlas = pos.atlas();
    let us = pos.turn();
    let mover = pos.at(mv.from())?;
    if pos.state().owed.is_some() || !atlas.linked.contains(mover.kind()) {
        return None;
    }
    if (pos.royals(!us) & !Bitboard::from(mv.to())).is_empty() {
        // The last enemy king has just been captured: the game is over.
        return None;
    }
    let is_other = |kind: &Kind| *kind != mover.kind() && pos.pieces(us, *kind).any();
    let other = atlas.linked.iter().find(is_other)?;
    let can_move = |from: Square| any_move(pos, mv, from);
    pos.pieces(us, other)
        .into_iter()
        .any(can_move)
        .then_some(other)
}

/// Whether the man on `from` could move after the given move of another man of its side.
fn any_move(pos: &Position, mv: Move, from: Square) -> bool {
    let Some(man) = pos.at(from) else {
        return false;
    };
    let (left, entered) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let men = pos.men() & !left | entered;
    let ours = pos.side(man.color()) & !left | entered;
    let gait = pos.atlas().gait(Piece::new(man.color(), man.kind()));
    let quiet = gait.quiet.targets(from, men) & pos.atlas().board.squares() & !men;
    quiet.any() || (gait.capture.targets(from, men) & men & !ours).any()
}

/// Whether the side to move has more than one linked king.
#[inline(always)]
pub fn has_several(pos: &Position) -> bool {
    (pos.of_kinds(pos.atlas().linked) & pos.side(pos.turn())).many()
}
