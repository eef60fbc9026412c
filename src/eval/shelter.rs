//! Pawn shelter and pawn storm: scores pawns by their distance in files from each king, and by their ranks ahead of their own king.

use super::balance::balance;
use super::pawn_sets::{Pawns, files, front};
use super::tally::Tally;
use crate::base::Bitboard;
use crate::variant::{Term, Variant, term};

/// Weights of pawns, indexed by the files between them and their own king (0 = same file).
const HOME: [Term; 4] = [
    term::HOME_PAWN_0,
    term::HOME_PAWN_1,
    term::HOME_PAWN_2,
    term::HOME_PAWN_3,
];
/// Weights of pawns, indexed by the files between them and the enemy king (0 = same file).
const STORM: [Term; 4] = [
    term::STORM_PAWN_0,
    term::STORM_PAWN_1,
    term::STORM_PAWN_2,
    term::STORM_PAWN_3,
];
/// Weights of pawns one, two and three ranks ahead of their own king, on its file or a neighbouring file.
const COVER: [Term; 3] = [term::COVER_PAWN_1, term::COVER_PAWN_2, term::COVER_PAWN_3];

/// The shelter and storm score, White minus Black.
pub fn shelter<T: Tally>(variant: &Variant, pawns: &Pawns, royals: [Bitboard; 2]) -> T {
    let values = &variant.values;
    let distances = royals.map(by_files);
    balance(|us| {
        let ours = pawns.pieces[us.index()];
        let mut side = T::default();
        let mut add = |term: Term, zone: Bitboard| {
            side += T::of(values, term, (ours & zone).count() as i32);
        };
        for (term, zone) in HOME.into_iter().zip(distances[us.index()]) {
            add(term, zone);
        }
        for (term, zone) in STORM.into_iter().zip(distances[(!us).index()]) {
            add(term, zone);
        }
        let king = royals[us.index()];
        let mut row = king | king.east() | king.west();
        for term in COVER {
            row = row.ahead(us);
            add(term, row);
        }
        add(term::COVER_PAWN_FAR, front(row, us));
        side
    })
}

/// The squares by distance from the nearest king in files: 0, 1, 2 and 3.
fn by_files(kings: Bitboard) -> [Bitboard; 4] {
    let mut seen = files(kings);
    let mut newest = seen;
    [0, 1, 2, 3].map(|_| {
        let zone = newest;
        newest = (zone.east() | zone.west()) & !seen;
        seen |= newest;
        zone
    })
}
