//! Moves of all men but pawns that go by ranks.

use super::arena::Arena;
use super::interface::GenType;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;

/// Adds the moves of the men on `origins`, pawns that go by ranks aside. With `SHOTS`, men that shoot
/// capture without moving.
#[inline(always)]
pub fn piece_moves<const SHOTS: bool>(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let Arena {
        occupied,
        vacant,
        enemies,
        ..
    } = *arena;
    for piece_type in variant.rules.all_types() {
        if variant.rules.rank_pawn == Some(piece_type) {
            continue;
        }
        let tables = variant.moves_of(Piece::new(us, piece_type));
        let capture = if SHOTS && variant.rules.shooters.contains(piece_type) {
            MoveKind::Shot
        } else {
            MoveKind::Normal
        };
        for from in pos.pieces(us, piece_type) & origins {
            if tables.same {
                let targets = tables.quiet.targets(from, occupied);
                if gen_type.noisy() {
                    push_all(from, targets & enemies, capture, list);
                }
                if gen_type.quiet() {
                    push_all(from, targets & vacant, MoveKind::Normal, list);
                }
                continue;
            }
            if gen_type.noisy() {
                let targets = tables.capture.targets(from, occupied) & enemies;
                push_all(from, targets, capture, list);
            }
            if gen_type.quiet() {
                let targets = tables.quiet.targets(from, occupied) & vacant;
                push_all(from, targets, MoveKind::Normal, list);
            }
        }
    }
}

/// Adds a move to each of the squares, all of the same kind.
#[inline(always)]
pub fn push_all(from: Square, targets: Bitboard, kind: MoveKind, list: &mut MoveList) {
    for to in targets {
        list.push(Move::new(from, to, kind));
    }
}
