//! Generating moves and drops, and counting turns without listing them all.

use super::{Hopgi, link};
use crate::base::{Bitboard, Kind, KindSet, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::rules::{Rules, Want};

/// The men that may move now: all of them, or in the middle of a turn the king that is owed a move.
#[inline(always)]
fn movers(pos: &Position) -> Bitboard {
    match pos.state().owed {
        Some(king) => pos.pieces(pos.turn(), king),
        None => pos.side(pos.turn()),
    }
}

/// Where a man of this kind promotes when it goes there from this square.
#[inline(always)]
fn promoting(pos: &Position, kind: Kind, from: Square) -> Option<(Kind, Bitboard)> {
    let promoted = pos.atlas().promoted[kind.index()]?;
    let zone = pos.atlas().zones.promotion[pos.turn().index()];
    let leaves = zone.contains(from);
    Some((promoted, if leaves { Bitboard::ALL } else { zone }))
}

/// Adds the moves of the men on `origins`; captures of kings come first. Promotions are noisy.
#[inline(always)]
pub fn board_moves(pos: &Position, want: Want, origins: Bitboard, list: &mut MoveList) {
    let atlas = pos.atlas();
    let us = pos.turn();
    let (men, enemies, vacant) = (pos.men(), pos.side(!us), pos.vacant());
    let movers = movers(pos) & origins;
    let first = list.len();
    for index in 0..atlas.men.len() {
        let kind = Kind::new(index);
        let gait = atlas.gait(Piece::new(us, kind));
        for from in pos.kind(kind) & movers {
            let reached = gait.quiet.targets(from, men);
            let hits = if gait.same {
                reached
            } else {
                gait.capture.targets(from, men)
            };
            let (quiet, captures) = (reached & vacant, hits & enemies);
            let mut plain = quiet;
            if let Some((promoted, zone)) = promoting(pos, kind, from) {
                plain = quiet & !zone;
                if want.noisy() {
                    for to in (quiet | captures) & zone {
                        list.push(Move::promotion(from, to, promoted));
                    }
                    push_all(from, captures & !zone, list);
                }
            } else if want.noisy() {
                push_all(from, captures, list);
            }
            if want.quiet() {
                push_all(from, plain, list);
            }
        }
    }
    if want.noisy() {
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
    let kings = pos.royals(!pos.turn());
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
    for (kind, _) in pos.hand(pos.turn()).iter() {
        for to in pos.vacant() {
            list.push(Move::drop(kind, to));
        }
    }
}

/// The number of turns. Only moves of linked kings can have a second leg; all else is counted as sets.
pub fn count_turns(pos: &Position) -> u64 {
    let atlas = pos.atlas();
    let us = pos.turn();
    let (men, enemies, vacant) = (pos.men(), pos.side(!us), pos.vacant());
    let linked = if pos.state().owed.is_some() || !link::has_several(pos) {
        KindSet::EMPTY
    } else {
        atlas.linked
    };
    let movers = movers(pos);
    let mut total = 0;
    for index in 0..atlas.men.len() {
        let kind = Kind::new(index);
        if linked.contains(kind) {
            continue;
        }
        let gait = atlas.gait(Piece::new(us, kind));
        for from in pos.kind(kind) & movers {
            let quiet = gait.quiet.targets(from, men);
            let hits = if gait.same {
                quiet
            } else {
                gait.capture.targets(from, men)
            };
            total += u64::from((quiet & vacant).count() + (hits & enemies).count());
        }
    }
    if pos.state().owed.is_none() {
        let kinds = pos.hand(us).iter().count() as u64;
        total += kinds * u64::from(vacant.count());
    }
    if linked.is_empty() {
        return total;
    }
    let mut list = MoveList::new();
    board_moves(pos, Want::All, pos.of_kinds(linked), &mut list);
    for mv in &list {
        total += match link::owed_after(pos, *mv) {
            Some(_) => count_turns(&Hopgi::play(pos, *mv)),
            None => 1,
        };
    }
    total
}
