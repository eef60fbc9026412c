//! "The last men are worth more than their moves": where a bare king loses, being nearly bare is a
//! danger by itself; where both of two kings must be taken, having lost one is.

use super::balance::balance;
use super::tally::Tally;
use crate::position::Position;
use crate::variant::{BareKing, term};

/// The danger of being nearly bare, White minus Black.
pub fn last_men<T: Tally>(pos: &Position) -> T {
    let variant = pos.variant();
    let bare_loses = variant.rules.bare_king == BareKing::Loses;
    let two_kings = variant.rules.royals.iter().count() > 1;
    if !bare_loses && !two_kings {
        return T::default();
    }
    balance(|us| {
        let values = &variant.values;
        let mut side = T::default();
        if bare_loses {
            match pos.by_color(us).count() {
                2 => side += T::of(values, term::LAST_MAN, 1),
                3 => side += T::of(values, term::FEW_MEN, 1),
                _ => {}
            }
        }
        if two_kings && !pos.royals(us).many() {
            side += T::of(values, term::LONE_ROYAL, 1);
        }
        side
    })
}
