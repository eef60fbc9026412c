//! "Loose men drop off": men that a pawn attacks, that nothing defends, or that something cheaper hits.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color, PieceType};
use crate::position::Position;
use crate::variant::term;

/// The threats of both sides, White minus Black.
pub fn threats<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let variant = pos.variant();
    let pawns = variant
        .rules
        .pawn
        .map_or(Bitboard::EMPTY, |pawn| pos.by_type(pawn));
    balance(|us| {
        let (ours, theirs) = (us.index(), (!us).index());
        let prey = pos.capturable(!us) & !pos.royals(!us);
        let officers = prey & !pawns;
        let values = &variant.values;
        let by_pawns = officers & reach.by_pawns[ours];
        let mut side = T::of(values, term::PAWN_THREAT, by_pawns.count() as i32);
        let loose = prey & reach.attacked[ours] & !reach.attacked[theirs];
        side += T::of(values, term::HANGING, loose.count() as i32);
        let pressed = pressed(pos, reach, us, officers);
        side += T::of(values, term::PRESSED, pressed.count() as i32);
        side
    })
}

/// Enemy officers attacked by an officer of ours that is clearly cheaper.
fn pressed<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, officers: Bitboard) -> Bitboard {
    let variant = pos.variant();
    let mut pressed = Bitboard::EMPTY;
    let hit = officers & reach.attacked[us.index()];
    for square in hit {
        let Some(victim) = pos.at(square) else {
            continue;
        };
        let worth = variant.values.piece_types[victim.piece_type().index()].opening();
        let cheaper = (0..variant.rules.piece_types).any(|index| {
            variant.values.piece_types[index].opening() + 60 < worth
                && !variant.rules.royals.contains(PieceType::new(index))
                && reach.by_type[us.index()][index].contains(square)
        });
        if cheaper {
            pressed |= square.into();
        }
    }
    pressed
}
