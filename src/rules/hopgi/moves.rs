//! Generating moves and drops, and counting turns without listing them all.

use super::{RoyalCapture, link};
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, PieceType, PieceTypeSet, Square};
use crate::position::Position;
use crate::rules::{GenType, Rules};

/// The men that may move now: all of them, or in the middle of a turn the king that is owed a move.
#[inline(always)]
fn movers(pos: &Position) -> Bitboard {
    match pos.state().owed {
        Some(king) => pos.pieces(pos.side_to_move(), king),
        None => pos.by_color(pos.side_to_move()),
    }
}

/// Where a man of this piece type promotes when it goes there from this square.
#[inline(always)]
fn promoting(pos: &Position, piece_type: PieceType, from: Square) -> Option<(PieceType, Bitboard)> {
    let promoted = pos.variant().rules.promoted[piece_type.index()]?;
    let zone = pos.variant().rules.zones.promotion[pos.side_to_move().index()];
    let leaves = zone.contains(from);
    Some((promoted, if leaves { Bitboard::ALL } else { zone }))
}

/// Adds the moves of the men on `origins`; captures of kings come first. Promotions are noisy.
#[inline(always)]
pub fn board_moves(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let (occupied, enemies, vacant) = (pos.occupied(), pos.by_color(!us), pos.vacant());
    let movers = movers(pos) & origins;
    let first = list.len();
    for index in 0..variant.rules.piece_types {
        let piece_type = PieceType::new(index);
        let tables = variant.moves_of(Piece::new(us, piece_type));
        for from in pos.by_type(piece_type) & movers {
            let reached = tables.quiet.targets(from, occupied);
            let hits = if tables.same {
                reached
            } else {
                tables.capture.targets(from, occupied)
            };
            let (quiet, captures) = (reached & vacant, hits & enemies);
            let mut plain = quiet;
            if let Some((promoted, zone)) = promoting(pos, piece_type, from) {
                plain = quiet & !zone;
                if gen_type.noisy() {
                    for to in (quiet | captures) & zone {
                        list.push(Move::promotion(from, to, promoted));
                    }
                    push_all(from, captures & !zone, list);
                }
            } else if gen_type.noisy() {
                push_all(from, captures, list);
            }
            if gen_type.quiet() {
                push_all(from, plain, list);
            }
        }
    }
    if gen_type.noisy() {
        kings_first(pos, &mut list[first..]);
    }
}

#[inline(always)]
fn push_all(from: Square, targets: Bitboard, list: &mut MoveList) {
    for to in targets {
        list.push(Move::new(from, to, MoveKind::Normal));
    }
}

/// Puts the captures of kings in front.
#[inline(always)]
fn kings_first(pos: &Position, moves: &mut [Move]) {
    let kings = pos.royals(!pos.side_to_move());
    let mut front = 0;
    for index in 0..moves.len() {
        if kings.contains(moves[index].to()) {
            moves.swap(front, index);
            front += 1;
        }
    }
}

/// Adds all drops.
#[inline(always)]
pub fn drops(pos: &Position, list: &mut MoveList) {
    for (piece_type, _) in pos.hand(pos.side_to_move()).iter() {
        for to in pos.vacant() {
            list.push(Move::drop(piece_type, to));
        }
    }
}

/// The number of turns. Only moves of linked kings can have a second leg; all else is counted as sets.
pub fn count_turns(pos: &Position) -> u64 {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let (occupied, enemies, vacant) = (pos.occupied(), pos.by_color(!us), pos.vacant());
    let linked = if pos.state().owed.is_some() || !link::has_several(pos) {
        PieceTypeSet::EMPTY
    } else {
        variant.rules.linked
    };
    let movers = movers(pos);
    let mut total = 0;
    for index in 0..variant.rules.piece_types {
        let piece_type = PieceType::new(index);
        if linked.contains(piece_type) {
            continue;
        }
        let tables = variant.moves_of(Piece::new(us, piece_type));
        for from in pos.by_type(piece_type) & movers {
            let quiet = tables.quiet.targets(from, occupied);
            let hits = if tables.same {
                quiet
            } else {
                tables.capture.targets(from, occupied)
            };
            total += u64::from((quiet & vacant).count() + (hits & enemies).count());
        }
    }
    if pos.state().owed.is_none() {
        let piece_types = pos.hand(us).iter().count() as u64;
        total += piece_types * u64::from(vacant.count());
    }
    if linked.is_empty() {
        return total;
    }
    let mut list = MoveList::new();
    board_moves(pos, GenType::All, pos.by_types(linked), &mut list);
    for mv in &list {
        total += match link::owed_after(pos, *mv) {
            Some(_) => count_turns(&RoyalCapture::play(pos, *mv)),
            None => 1,
        };
    }
    total
}
