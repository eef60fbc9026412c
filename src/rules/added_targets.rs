//! Moves to squares that conditions add to the movement of a piece (Danger Circe). They pass over nothing and do not promote.

use super::arena::Arena;
use super::conditions;
use super::interface::GenType;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Square};
use crate::position::Position;

/// Adds the moves of the pieces on `movers` to squares that conditions add, unless the list has them from index `begin` on.
#[cold]
pub fn add_moves(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    movers: Bitboard,
    begin: usize,
    list: &mut MoveList,
) {
    let mut open = Bitboard::EMPTY;
    if gen_type.noisy() {
        open |= arena.enemies;
    }
    if gen_type.quiet() {
        open |= arena.vacant;
    }
    for from in movers & pos.by_color(pos.side_to_move()) {
        for to in conditions::added_targets(pos, from) & open {
            let mv = Move::new(from, to, MoveKind::Normal);
            // Like hops, moves beyond the limit of a list are left out.
            if !list[begin..].contains(&mv) && !list.is_full() {
                list.push(mv);
            }
        }
    }
}

/// The pieces of a side that could capture on a square because conditions add it to their movement.
#[cold]
pub fn attackers(pos: &Position, to: Square, by: Color) -> Bitboard {
    let goes_there = |from: &Square| conditions::added_targets(pos, *from).contains(to);
    let pieces = pos.by_color(by) & pos.same_board(to);
    pieces.into_iter().filter(goes_there).collect()
}
