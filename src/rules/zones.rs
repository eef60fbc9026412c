//! Promotion by zone: men that have a promoted form must take it when they move onto a square of their
//! zone or from one.

use super::interface::GenType;
use super::pieces::push_all;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::Position;

/// Where a man of this piece type promotes when it goes there from this square.
#[inline(always)]
fn promoting(pos: &Position, piece_type: PieceType, from: Square) -> Option<(PieceType, Bitboard)> {
    let promoted = pos.variant().rules.promoted[piece_type.index()]?;
    let zone = pos.variant().rules.zones.promotion[pos.side_to_move().index()];
    let leaves = zone.contains(from);
    Some((promoted, if leaves { Bitboard::ALL } else { zone }))
}

/// Adds the moves of the men on `origins`, pawns that go by ranks aside; promotions are noisy.
#[inline(always)]
pub fn piece_moves(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let (occupied, enemies, vacant) = (pos.occupied(), pos.by_color(!us), pos.vacant());
    for piece_type in variant.rules.all_types() {
        if variant.rules.rank_pawn == Some(piece_type) {
            continue;
        }
        let tables = variant.moves_of(Piece::new(us, piece_type));
        let shoots = variant.rules.shooters.contains(piece_type);
        for from in pos.pieces(us, piece_type) & origins {
            let reached = tables.quiet.targets(from, occupied);
            let hits = if tables.same {
                reached
            } else {
                tables.capture.targets(from, occupied)
            };
            let (quiet, captures) = (reached & vacant, hits & enemies);
            let (_, zone) = promoting(pos, piece_type, from).unzip();
            let zone = zone.unwrap_or(Bitboard::EMPTY);
            if gen_type.noisy() {
                let promoted = variant.rules.promoted[piece_type.index()];
                let moves = if shoots { quiet } else { quiet | captures };
                if let Some(promoted) = promoted {
                    for to in moves & zone {
                        list.push(Move::promotion(from, to, promoted));
                    }
                }
                if shoots {
                    // A man that shoots stays where it is, and what it is.
                    push_all(from, captures, MoveKind::Shot, list);
                } else {
                    push_all(from, captures & !zone, MoveKind::Normal, list);
                }
            }
            if gen_type.quiet() {
                push_all(from, quiet & !zone, MoveKind::Normal, list);
            }
        }
    }
}
