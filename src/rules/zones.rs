//! Promotion of all pieces except usual pawns: on arriving in a zone, and in some games on leaving it, to one type or a choice of types.

use super::arena::Arena;
use super::interface::GenType;
use super::pieces::push_all;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::variant::Promotion;
use std::hint::cold_path;

/// The promotion rule of a piece and the squares on which the piece promotes when it comes from `from`; `None` if it never promotes.
#[inline(always)]
pub fn promoting(pos: &Position, piece: Piece, from: Square) -> Option<(&Promotion, Bitboard)> {
    let promotion = pos.variant().rules.promotion(piece);
    if promotion.into.is_empty() {
        return None;
    }
    let leaves = promotion.on_leaving && promotion.zone.contains(from);
    Some((
        promotion,
        if leaves {
            Bitboard::ALL
        } else {
            promotion.zone
        },
    ))
}

/// Adds the promotions of a move, one for each type that the piece can become.
#[inline(always)]
pub fn push_promotions(
    pos: &Position,
    promotion: &Promotion,
    from: Square,
    to: Square,
    list: &mut MoveList,
) {
    let rules = &pos.variant().rules;
    for into in &promotion.into {
        if let Some(limits) = &rules.promotion_limits {
            cold_path();
            let us = pos.side_to_move();
            let most = limits[us.index()][into.index()];
            if most.is_some_and(|most| pos.pieces(us, *into).count() >= u32::from(most)) {
                continue;
            }
        }
        list.push(Move::promotion(from, to, *into));
    }
}

/// Adds the moves of the pieces on `origins`, except those of usual pawns; promotions are noisy. With
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
            let [reached, hits] = tables.targets(from, occupied);
            let quiet = reached & vacant;
            let (hits, shots) = if shoots {
                (Bitboard::EMPTY, hits & enemies)
            } else {
                (hits & enemies, Bitboard::EMPTY)
            };
            let mut plain = quiet;
            if let Some((promotion, zone)) = promoting(pos, Piece::new(us, piece_type), from) {
                let must = zone & promotion.must;
                let promoting = promotion.promoting(quiet, hits) & zone;
                plain = quiet & !(promoting & must);
                if gen_type.noisy() {
                    for to in promoting {
                        push_promotions(pos, promotion, from, to, list);
                    }
                    push_all(from, hits & !must, MoveKind::Normal, list);
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
