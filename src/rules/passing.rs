//! Passes: turns in which nothing moves, in games that allow them.

use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::variant::Pass;

/// Adds a pass on the square of the first king (or else piece) of the side to move, if `origins` has it. Legality is tested later.
pub fn add(pos: &Position, origins: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    if pos.variant().rules.passes[us.index()] == Pass::Never {
        return;
    }
    let named = pos.royals(us).first().or_else(|| pos.by_color(us).first());
    if let Some(square) = named.filter(|square| origins.contains(*square)) {
        list.push(Move::pass(square));
    }
}
