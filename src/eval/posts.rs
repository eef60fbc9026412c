//! "A man wants a post": squares that no pawn can drive it from, files without pawns, and a partner for the squares it cannot
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
        let mut side = partners(pos, us, tables.keep_to_shade);
        if let Some(pawns) = &reach.pawns {
            side += outposts(pos, reach, us, pawns);
            side += files(pos, us, tables.file_sliders, pawns);
            side += beside_pawns(pos, us, tables.keep_to_shade, pawns);
        }
        side
    })
}

/// Men beyond the middle that a pawn protects and no enemy pawn can ever attack.
fn outposts<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, pawns: &Pawns) -> T {
    let rules = &pos.variant().rules;
    let far = pos.variant().tables.beyond_middle[us.index()];
    let held = reach.by_pawns[us.index()] & far & pawns.never_attacked_by(!us);
    let men = held & pos.by_color(us) & !reach.royals[us.index()];
    let mut side = T::default();
    for square in men {
        let Some(man) = pos.at(square).map(Piece::piece_type) else {
            continue;
        };
        if rules.pawn != Some(man) {
            side += T::of(&pos.variant().values, term::OUTPOST.of(man), 1);
        }
    }
    side
}

/// Men that slide along files without pawns of their own.
fn files<T: Tally>(pos: &Position, us: Color, sliders: PieceTypeSet, pawns: &Pawns) -> T {
    let values = &pos.variant().values;
    let free = !pawns.files[us.index()];
    let open = free & !pawns.files[(!us).index()];
    let mut side = T::default();
    for man in sliders.iter() {
        let men = pos.pieces(us, man) & free;
        let on_open = (men & open).count() as i32;
        side += T::of(values, term::OPEN_FILE.of(man), on_open);
        let half_open = men.count() as i32 - on_open;
        side += T::of(values, term::HALF_OPEN_FILE.of(man), half_open);
    }
    side
}

/// Men that keep to one shade of squares, on both.
fn partners<T: Tally>(pos: &Position, us: Color, shaded: PieceTypeSet) -> T {
    let mut side = T::default();
    for man in shaded.iter() {
        let men = pos.pieces(us, man);
        let both = men.intersects(Bitboard::LIGHT) & men.intersects(!Bitboard::LIGHT);
        let both_shades = term::BOTH_SHADES.of(man);
        side += T::of(&pos.variant().values, both_shades, i32::from(both));
    }
    side
}

/// How men get on with pawns: behind them, with those on the squares that they need themselves, with many of them.
fn beside_pawns<T: Tally>(pos: &Position, us: Color, shaded: PieceTypeSet, pawns: &Pawns) -> T {
    /// So many pawns make no difference.
    const USUAL: i32 = 5;
    let values = &pos.variant().values;
    let ours = pawns.men[us.index()];
    let surplus = ours.count() as i32 - USUAL;
    let behind = pos.pawns().ahead(!us);
    let [light, dark] = [Bitboard::LIGHT, !Bitboard::LIGHT];
    let mut side = T::default();
    for man in pos.variant().tables.officers.iter() {
        let men = pos.pieces(us, man);
        let count = |men: Bitboard| men.count() as i32;
        side += T::of(values, term::WITH_PAWNS.of(man), count(men) * surplus);
        side += T::of(values, term::BEHIND_PAWN.of(man), count(men & behind));
        if shaded.contains(man) {
            let same = [light, dark].map(|shade| count(men & shade) * count(ours & shade));
            side += T::of(values, term::SHADE_PAWN.of(man), same.iter().sum());
        }
    }
    side
}
