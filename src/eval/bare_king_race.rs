//! Penalties for few pieces: for nearly having a bare king, in games where a bare king loses, and for the loss of one of two kings.

use super::balance::balance;
use super::tally::Tally;
use crate::position::Position;
use crate::variant::{BareKing, Variant, term};

/// Whether a bare king loses in a game.
fn bare_loses(variant: &Variant) -> bool {
    variant.rules.bare_king == BareKing::Loses
}

/// Whether each side begins with two kings in a game.
fn two_kings(variant: &Variant) -> bool {
    variant.rules.royals.iter().count() > 1
}

/// Whether one of the penalties can occur in a game.
pub fn matters(variant: &Variant) -> bool {
    bare_loses(variant) || two_kings(variant)
}

/// The penalties, White minus Black.
pub fn last_pieces<T: Tally>(pos: &Position) -> T {
    let variant = pos.variant();
    let (bare_loses, two_kings) = (bare_loses(variant), two_kings(variant));
    balance(|us| {
        let values = &variant.values;
        let mut side = T::default();
        if bare_loses {
            match pos.by_color(us).count() {
                2 => side += T::of(values, term::LAST_PIECE, 1),
                3 => side += T::of(values, term::FEW_PIECES, 1),
                _ => {}
            }
        }
        if two_kings && !pos.royals(us).many() {
            side += T::of(values, term::LONE_ROYAL, 1);
        }
        side
    })
}
