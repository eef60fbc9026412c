//! Turns in which nothing moves, where the game allows them.

use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::variant::Pass;

/// Adds the pass of the side to move, if its piece that names the pass stands on `origins`. Whether it is legal is tested later.
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
