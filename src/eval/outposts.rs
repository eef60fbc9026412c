//! "A piece wants a post": squares that no pawn can drive it from, files without pawns, and a partner for the squares it cannot
//! reach.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::Pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Piece, PieceTypeSet};
use crate::position::Position;
use crate::variant::term;

/// The posts of both sides, White minus Black.
pub fn posts<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let tables = &pos.variant().tables;
    balance(|us| {
        let mut side = partners(pos, us, tables.color_bound);
        if let Some(pawns) = &reach.pawns {
            side += outposts(pos, reach, us, pawns);
            side += files(pos, us, tables.file_sliders, pawns);
            side += beside_pawns(pos, us, tables.color_bound, pawns);
        }
        side
    })
}

/// Pieces beyond the middle that a pawn protects and no enemy pawn can ever attack.
fn outposts<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, pawns: &Pawns) -> T {
    let rules = &pos.variant().rules;
    let far = pos.variant().tables.beyond_middle[us.index()];
    let held = reach.by_pawns[us.index()] & far & pawns.never_attacked_by(!us);
    let pieces = held & pos.by_color(us) & !reach.royals[us.index()];
    let mut side = T::default();
    for square in pieces {
        let Some(piece) = pos.at(square).map(Piece::piece_type) else {
            continue;
        };
        if rules.pawn != Some(piece) {
            side += T::of(&pos.variant().values, term::OUTPOST.of(piece), 1);
        }
    }
    side
}

/// Pieces that slide along files without pawns of their own.
fn files<T: Tally>(pos: &Position, us: Color, sliders: PieceTypeSet, pawns: &Pawns) -> T {
    let values = &pos.variant().values;
    let free = !pawns.files[us.index()];
    let open = free & !pawns.files[(!us).index()];
    let mut side = T::default();
    for piece in sliders.iter() {
        let pieces = pos.pieces(us, piece) & free;
        let on_open = (pieces & open).count() as i32;
        side += T::of(values, term::OPEN_FILE.of(piece), on_open);
        let half_open = pieces.count() as i32 - on_open;
        side += T::of(values, term::HALF_OPEN_FILE.of(piece), half_open);
    }
    side
}

/// Pieces that keep to one shade of squares, on both.
fn partners<T: Tally>(pos: &Position, us: Color, shaded: PieceTypeSet) -> T {
    let mut side = T::default();
    for piece in shaded.iter() {
        let pieces = pos.pieces(us, piece);
        let both = pieces.intersects(Bitboard::LIGHT) & pieces.intersects(!Bitboard::LIGHT);
        let both_shades = term::BOTH_SHADES.of(piece);
        side += T::of(&pos.variant().values, both_shades, i32::from(both));
    }
    side
}

/// How pieces get on with pawns: behind them, with those on the squares that they need themselves, with many of them.
fn beside_pawns<T: Tally>(pos: &Position, us: Color, shaded: PieceTypeSet, pawns: &Pawns) -> T {
    /// So many pawns make no difference.
    const USUAL: i32 = 5;
    let values = &pos.variant().values;
    let ours = pawns.pieces[us.index()];
    let surplus = ours.count() as i32 - USUAL;
    let behind = pos.pawns().ahead(!us);
    let [light, dark] = [Bitboard::LIGHT, !Bitboard::LIGHT];
    let mut side = T::default();
    for piece in pos.variant().tables.non_pawns.iter() {
        let pieces = pos.pieces(us, piece);
        let count = |pieces: Bitboard| pieces.count() as i32;
        side += T::of(values, term::WITH_PAWNS.of(piece), count(pieces) * surplus);
        side += T::of(values, term::BEHIND_PAWN.of(piece), count(pieces & behind));
        if shaded.contains(piece) {
            let same = [light, dark].map(|shade| count(pieces & shade) * count(ours & shade));
            side += T::of(values, term::SHADE_PAWN.of(piece), same.iter().sum());
        }
    }
    side
}
