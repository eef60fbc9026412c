//! The safety of kings in games of two boards: a move has to be legal on the board on which it is made, and after its pieces have gone over
//! to the other board.

use super::{castling, consequence, danger};
use crate::base::{Bitboard, Move, MoveKind, Piece};
use crate::position::Position;
use crate::rules::check_info::CheckInfo;
use crate::rules::draft::Draft;

/// Whether a move could expose a king of its own side: the mover leaves its board and appears on the other one.
pub fn needs_draft(pos: &Position, check_info: &CheckInfo, mv: Move, piece: Piece) -> bool {
    let rules = &pos.variant().rules;
    let (from, to) = (mv.from(), mv.to());
    let king = pos.royals(pos.side_to_move());
    let special = !rules.has_plain_boards || rules.royals.contains(piece.piece_type());
    // A capture empties two squares of this board: the victim leaves the game, the captor goes over to the other board.
    let captures_there = pos.occupied().contains(to) && king.intersects(pos.same_board(from));
    special || captures_there || check_info.leave.contains(from) || check_info.enter.contains(to)
}

/// Whether a move keeps the kings of its side safe on both boards.
pub fn is_safe(pos: &Position, mv: Move) -> bool {
    let simple = matches!(mv.kind(), MoveKind::Normal | MoveKind::MultiStep);
    if simple && pos.variant().rules.has_plain_boards {
        let safe = is_safe_at_sight(pos, mv);
        debug_assert_eq!(safe, is_safe_by_draft(pos, mv), "{mv:?} {}", pos.fen());
        return safe;
    }
    is_safe_by_draft(pos, mv)
}

/// [`is_safe`] for moves that are neither castling nor en passant nor promotions, in games of
/// [plain boards](crate::variant::RuleSet::has_plain_boards).
fn is_safe_at_sight(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let (here, occupied) = (pos.same_board(mv.from()), pos.occupied());
    let kings = pos.royals(us);
    let (staying, moving) = (kings & !from, kings.intersects(from));
    let king_at_end = if moving { to } else { Bitboard::EMPTY };
    let safe = |kings: Bitboard, board: Bitboard, occupied: Bitboard| {
        let enemies = pos.by_color(!us) & board & !to;
        let mut kings = kings.into_iter();
        !kings.any(|king| pos.attackers(king, !us, occupied, enemies).any())
    };
    let left = occupied & here & !from;
    // The mover stands on its own board first and then on the other one, which leaves the arrival square here empty.
    safe(staying & here | king_at_end, here, left | to)
        && safe(staying & here, here, left & !to)
        && safe(staying & !here | king_at_end, !here, occupied & !here | to)
}

/// [`is_safe`], judged by the changes that the move makes.
fn is_safe_by_draft(pos: &Position, mv: Move) -> bool {
    let Some(mut draft) = consequence::draft_before_crossing(pos, mv) else {
        return false;
    };
    if mv.kind() != MoveKind::Drop && exposes_on_own_board(pos, mv, &draft) {
        return false;
    }
    draft.cross();
    if mv.kind() == MoveKind::Castle {
        castling::is_legal(pos, mv, &draft)
    } else {
        !danger::exposes(pos, draft.edits(), &draft.memory)
    }
}

/// Whether a move leaves a royal piece of its side attacked on the board on which the move is made. `draft` is the move
/// before its pieces go over to the other board.
fn exposes_on_own_board(pos: &Position, mv: Move, draft: &Draft<'_>) -> bool {
    let us = pos.side_to_move();
    let on_board_b = pos.board_b().contains(mv.from());
    let next = draft.position();
    next.royals(us)
        .into_iter()
        .filter(|king| next.board_b().contains(*king) == on_board_b)
        .any(|king| danger::is_attacked(&next, king, !us))
}
