//! Piece placement relative to pawns: outposts, open files, and own pawns on a colour-bound piece's square colour. Also pairs of
//! colour-bound pieces (the bishop pair).

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::Pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Piece, PieceTypeSet};
use crate::position::Position;
use crate::variant::term;

/// The placement score, White minus Black.
pub fn placement<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
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

/// Scores outposts: non-pawn pieces beyond the middle of the board that a pawn protects and no enemy pawn can ever attack.
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

/// Scores pieces that slide along files (rooks) on open and half-open files.
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

/// Scores pairs: colour-bound pieces of one type on both square colours (the bishop pair).
fn partners<T: Tally>(pos: &Position, us: Color, colour_bound: PieceTypeSet) -> T {
    let mut side = T::default();
    for piece in colour_bound.iter() {
        let pieces = pos.pieces(us, piece);
        let both = pieces.intersects(Bitboard::LIGHT) & pieces.intersects(!Bitboard::LIGHT);
        let both_square_colours = term::BOTH_SQUARE_COLOURS.of(piece);
        side += T::of(&pos.variant().values, both_square_colours, i32::from(both));
    }
    side
}

/// Corrects piece values by pawns: the number of own pawns, a pawn directly in front, own pawns on a colour-bound piece's square colour.
fn beside_pawns<T: Tally>(
    pos: &Position,
    us: Color,
    colour_bound: PieceTypeSet,
    pawns: &Pawns,
) -> T {
    /// The number of pawns at which [`term::WITH_PAWNS`] is zero.
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
        if colour_bound.contains(piece) {
            let same = [light, dark].map(|colour| count(pieces & colour) * count(ours & colour));
            side += T::of(
                values,
                term::PAWN_ON_OWN_SQUARE_COLOUR.of(piece),
                same.iter().sum(),
            );
        }
    }
    side
}
