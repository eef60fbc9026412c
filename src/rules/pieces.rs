//! Moves of all pieces except the usual pawns of `pawns.rs`.

use super::arena::Arena;
use super::interface::GenType;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;

/// Adds the moves of the pieces on `origins`, except those of usual pawns. With `SHOTS`, pieces that shoot
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
        let pieces = pos.pieces(us, piece_type) & origins;
        match gen_type {
            GenType::Noisy => {
                let pieces = tables.capture.reaching(enemies, pieces, occupied);
                tables
                    .capture
                    .each_targets(pieces, occupied, |from, targets| {
                        push_all(from, targets & enemies, capture, list);
                    });
            }
            GenType::Quiet => tables
                .quiet
                .each_targets(pieces, occupied, |from, targets| {
                    push_all(from, targets & vacant, MoveKind::Normal, list);
                }),
            GenType::All => {
                for from in pieces {
                    let [quiets, captures] = tables.targets(from, occupied);
                    push_all(from, captures & enemies, capture, list);
                    push_all(from, quiets & vacant, MoveKind::Normal, list);
                }
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
