//! "Passed pawns must be pushed", doubled and isolated ones are weak.

use super::mobility::pawn_guards;
use super::weights::{DOUBLED_PAWN, ISOLATED_PAWN, PASSED_GUARDED, PASSED_PAWN};
use crate::base::{Bitboard, Color, Phased};
use crate::position::Position;

/// All squares ahead of some squares, seen from a side.
fn front(mut squares: Bitboard, color: Color) -> Bitboard {
    let step = |set: Bitboard| match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    };
    let mut fill = Bitboard::EMPTY;
    while squares.any() {
        squares = step(squares);
        fill |= squares;
    }
    fill
}

/// The pawn structure, White minus Black.
pub fn structure(pos: &Position) -> Phased {
    let Some(pawn) = pos.atlas().pawn else {
        return Phased::ZERO;
    };
    let mut sum = Phased::ZERO;
    for us in Color::ALL {
        let ours = pos.pieces(us, pawn);
        let theirs = pos.pieces(!us, pawn);
        let their_front = front(theirs, !us);
        let stoppers = their_front | their_front.east() | their_front.west();
        let behind_own = front(ours, !us);
        let files = front(ours, Color::White) | front(ours, Color::Black) | ours;
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let mut side = DOUBLED_PAWN * doubled + ISOLATED_PAWN * isolated;
        let passed = ours & !stoppers & !behind_own;
        let guards = pawn_guards(pos, us);
        for square in passed {
            let rank = match us {
                Color::White => square.rank(),
                Color::Black => pos.atlas().ranks - 1 - square.rank(),
            };
            side += PASSED_PAWN * i32::from(rank.saturating_sub(1));
        }
        side += PASSED_GUARDED * (passed & guards).count() as i32;
        match us {
            Color::White => sum += side,
            Color::Black => sum -= side,
        }
    }
    sum
}
