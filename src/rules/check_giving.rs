//! A quick test whether a move can give check, without playing it.

use super::check_info::CheckInfo;
use crate::base::{Bitboard, Move, MoveKind, Piece};
use crate::position::Position;

/// Whether a pseudo-legal leg that changes only its own squares could attack a king of the other side: it opens a line,
/// provides a hurdle, or attacks from its arrival square. `watch` is the check info of the other side, as if that side
/// were to move. True in doubt.
#[inline]
pub fn by_plain_leg(pos: &Position, watch: &CheckInfo, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    if watch.in_check {
        return true;
    }
    let arrives = |occupied: Bitboard| {
        let piece = match (mv.piece_type(), mv.kind()) {
            (Some(piece_type), MoveKind::Drop) => Some(Piece::new(pos.side_to_move(), piece_type)),
            (Some(piece_type), _) => pos.at(from).map(|piece| piece.with_type(piece_type)),
            (None, _) => pos.at(from),
        };
        piece.is_some_and(|piece| {
            let capture = &pos.variant().moves_of(piece).capture;
            let kings = pos.royals(!pos.side_to_move());
            capture.targets(to, occupied | to.into()).intersects(kings)
        })
    };
    match mv.kind() {
        MoveKind::Castle | MoveKind::EnPassant | MoveKind::Displacement => true,
        MoveKind::Shot => watch.leave.contains(to),
        MoveKind::Drop => watch.enter.contains(to) || arrives(pos.occupied()),
        MoveKind::Normal | MoveKind::MultiStep | MoveKind::Promotion => {
            watch.leave.contains(from)
                || watch.enter.contains(to)
                || arrives(pos.occupied() & !Bitboard::from(from))
        }
    }
}
