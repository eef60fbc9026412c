//! "Passed pawns must be pushed", doubled and isolated ones are weak.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square, Value};
use crate::position::Position;
use crate::variant::term;

/// All squares ahead of some squares, seen from a side.
pub fn front(squares: Bitboard, color: Color) -> Bitboard {
    // Each step doubles the distance that is filled: one rank, two, four, all.
    match color {
        Color::White => {
            let mut fill = squares.0 << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            Bitboard(fill | fill << 32)
        }
        Color::Black => {
            let mut fill = squares.0 >> 8;
            fill |= fill >> 8;
            fill |= fill >> 16;
            Bitboard(fill | fill >> 32)
        }
    }
}

/// The squares one step behind some squares, seen from a side.
const fn back(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => squares.south(),
        Color::Black => squares.north(),
    }
}

/// All squares of the files of some squares.
pub fn files(squares: Bitboard) -> Bitboard {
    front(squares, Color::White) | front(squares, Color::Black) | squares
}

/// The pawn structure, White minus Black.
pub fn structure<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    // Where pawns turn, files do not tell passed pawns; the square tables value how near a pawn is to promotion.
    let Some(pawn) = pos.variant().rules.straight_pawn() else {
        return T::default();
    };
    balance(|us| {
        let ours = pos.pieces(us, pawn);
        let theirs = pos.pieces(!us, pawn);
        let their_front = front(theirs, !us);
        let stoppers = their_front | their_front.east() | their_front.west();
        let behind_own = front(ours, !us);
        let files = files(ours);
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let guards = reach.by_pawns[us.index()];
        let beside = ours.east() | ours.west();
        // Pawns none of ours can ever protect where they would step next, which an enemy pawn attacks.
        let held_up = back(reach.by_pawns[(!us).index()], us) & ours;
        let backward = (held_up & neighbours & !front(beside, us) & !beside).count() as i32;
        let values = &pos.variant().values;
        let mut side = T::of(values, term::DOUBLED_PAWN, doubled);
        side += T::of(values, term::ISOLATED_PAWN, isolated);
        side += T::of(values, term::BACKWARD_PAWN, backward);
        side += T::of(values, term::PHALANX_PAWN, (ours & beside).count() as i32);
        side += T::of(values, term::SUPPORTED_PAWN, (ours & guards).count() as i32);
        let passed = ours & !stoppers & !behind_own;
        for square in passed {
            side += passer(pos, reach, us, square);
        }
        let guarded = (passed & guards).count() as i32;
        side += T::of(values, term::PASSED_GUARDED, guarded);
        side
    })
}

/// King steps between two squares.
fn distance(a: Square, b: Square) -> Value {
    Value::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// What one passed pawn is worth beyond its square.
fn passer<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, square: Square) -> T {
    let (rank, forward) = match us {
        Color::White => (square.rank(), 1),
        Color::Black => (pos.variant().rules.ranks - 1 - square.rank(), -1),
    };
    let way = Value::from(rank.saturating_sub(1));
    let values = &pos.variant().values;
    let mut worth = T::of(values, term::PASSED_PAWN, way * way);
    let board = pos.variant().rules.board.squares();
    let stop = square.offset(0, forward);
    let Some(stop) = stop.filter(|stop| board.contains(*stop)) else {
        return worth;
    };
    if pos.at(stop).is_none() && !reach.attacked[(!us).index()].contains(stop) {
        worth += T::of(values, term::PASSED_FREE, way * way);
    }
    let kings = [us, !us].map(|side| {
        let kings = pos.royals(side).into_iter();
        kings.map(|king| distance(king, stop)).min()
    });
    if let [Some(ours), Some(theirs)] = kings {
        let nearer = (theirs - ours).clamp(-4, 4);
        worth += T::of(values, term::PASSED_ESCORT, way * nearer);
    }
    worth
}
