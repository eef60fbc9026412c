//! Castling moves, and the rights to them.

use crate::base::{Bitboard, Move, MoveKind, MoveList, Square};
use crate::position::{Position, Rights};
use crate::variant::RuleSet;

/// Adds castling moves whose squares are free; the legality test checks attacks.
pub fn castling(pos: &Position, origins: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    if !pos.state().rights.has_any(Rights::both(us)) {
        return;
    }
    // In games of two boards king and rook start on board A and arrive on board B.
    let (first, second) = (pos.occupied() & !pos.board_b(), pos.board_b());
    for kingside in [true, false] {
        let Some(way) = pos.variant().rules.castling.way(us, kingside) else {
            continue;
        };
        let arrivals = || Bitboard::from(way.king.1) | way.rook.1.into();
        if pos.state().rights.has(Rights::wing(us, kingside))
            && !first.intersects(way.clear)
            && origins.contains(way.king.0)
            && (second.is_empty() || !second.intersects(arrivals()))
        {
            let mv = Move::new(way.king.0, way.king.1, MoveKind::Castle);
            list.push(mv.with_detail(u16::from(kingside)));
        }
    }
}

/// The rights that are lost when the content of a square changes.
#[inline(always)]
pub const fn rights_of_square(rules: &RuleSet, square: Square) -> Rights {
    Rights::of_bits(rules.castling.lost[square.index()])
}
