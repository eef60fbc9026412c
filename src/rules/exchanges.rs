//! Exchanges: turns in which an own piece and an enemy one of the same type change places, in games with a condition that allows them.

use super::conditions;
use crate::base::{Bitboard, Color, Move, MoveList};
use crate::position::Position;

/// Adds the exchanges of the pieces on `origins`. The pieces of the last exchange take no part in the next one, and kings only where the
/// condition includes them. Legality is tested later.
#[cold]
pub fn add(pos: &Position, origins: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    let mut ids = pos.variant().rules.conditions.ids().iter();
    let with_kings = ids.any(|id| conditions::spec(*id).exchanges_kings);
    let free = |color: Color| {
        let kings = pos.royals(color);
        let all = pos.by_color(color) & !pos.state().memory.exchanged;
        if with_kings { all } else { all & !kings }
    };
    for own in free(us) & origins {
        let Some(piece) = pos.at(own) else { continue };
        for enemy in free(!us) & pos.by_type(piece.piece_type()) {
            list.push(Move::exchange(own, enemy));
        }
    }
}
