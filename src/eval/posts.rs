//! "A man wants a post": squares that no pawn can drive it from, files without pawns, and a partner for the squares it cannot
//! reach.

use super::balance::balance;
use super::mobility::Reach;
use super::pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Piece, PieceTypeSet};
use crate::position::Position;
use crate::variant::term;

/// The posts of both sides, White minus Black.
pub fn posts<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let tables = &pos.variant().tables;
    let pawn = pos.variant().rules.straight_pawn();
    balance(|us| {
        let mut side = partners(pos, us, tables.keep_to_shade);
        if let Some(pawn) = pawn {
            let (ours, theirs) = (pos.pieces(us, pawn), pos.pieces(!us, pawn));
            side += outposts(pos, reach, us, theirs);
            side += files(pos, us, tables.file_sliders, ours, theirs);
        }
        side
    })
}

/// Men beyond the middle that a pawn protects and no enemy pawn can ever attack.
fn outposts<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, theirs: Bitboard) -> T {
    let rules = &pos.variant().rules;
    let front = pawns::front(theirs, !us);
    let far = (rules.ranks.div_ceil(2)..rules.ranks).fold(Bitboard::EMPTY, |all, rank| {
        all | rules.nth_rank_of(us, rank)
    });
    let held = reach.by_pawns[us.index()] & far & !(front.east() | front.west());
    let men = held & pos.by_color(us) & !pos.royals(us);
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
fn files<T: Tally>(
    pos: &Position,
    us: Color,
    sliders: PieceTypeSet,
    ours: Bitboard,
    theirs: Bitboard,
) -> T {
    let values = &pos.variant().values;
    let free = !pawns::files(ours);
    let open = free & !pawns::files(theirs);
    let mut side = T::default();
    for man in sliders.iter() {
        let men = pos.pieces(us, man) & free;
        if men.is_empty() {
            continue;
        }
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
        if men.intersects(Bitboard::LIGHT) && men.intersects(!Bitboard::LIGHT) {
            side += T::of(&pos.variant().values, term::BOTH_SHADES.of(man), 1);
        }
    }
    side
}
