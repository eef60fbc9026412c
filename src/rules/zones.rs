//! Promotion by zone: pieces that have a promoted form must take it when they move onto a square of their
//! zone or from one.

use super::arena::Arena;
use super::interface::GenType;
use super::pieces::push_all;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::Position;

/// What this piece is promoted to, and where it promotes when it goes there from this square.
#[inline(always)]
pub fn promoting(pos: &Position, piece: Piece, from: Square) -> Option<(PieceType, Bitboard)> {
    let promoted = pos.variant().rules.promoted[piece.piece_type().index()]?;
    let zone = pos.variant().rules.zones.promotion[piece.color().index()];
    let leaves = zone.contains(from);
    Some((promoted, if leaves { Bitboard::ALL } else { zone }))
}

/// Adds the moves of the pieces on `origins`, pawns that go by ranks aside; promotions are noisy. With
/// `SHOTS`, pieces that shoot capture without moving, and so without promoting.
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
        let shoots = SHOTS && variant.rules.shooters.contains(piece_type);
        for from in pos.by_type(piece_type) & pos.by_color(us) & origins {
            let reached = tables.quiet.targets(from, occupied);
            let hits = if tables.same {
                reached
            } else {
                tables.capture.targets(from, occupied)
            };
            let quiet = reached & vacant;
            let (hits, shots) = if shoots {
                (Bitboard::EMPTY, hits & enemies)
            } else {
                (hits & enemies, Bitboard::EMPTY)
            };
            let mut plain = quiet;
            if let Some((promoted, zone)) = promoting(pos, Piece::new(us, piece_type), from) {
                plain = quiet & !zone;
                if gen_type.noisy() {
                    for to in (quiet | hits) & zone {
                        list.push(Move::promotion(from, to, promoted));
                    }
                    push_all(from, hits & !zone, MoveKind::Normal, list);
                }
            } else if gen_type.noisy() {
                push_all(from, hits, MoveKind::Normal, list);
            }
            if SHOTS && gen_type.noisy() {
                push_all(from, shots, MoveKind::Shot, list);
            }
            if gen_type.quiet() {
                push_all(from, plain, MoveKind::Normal, list);
            }
        }
    }
}
