//! "The last men are worth more than their moves": where a bare king loses, being nearly bare is a
//! danger by itself; where both of two kings must be taken, having lost one is.

use super::balance::balance;
use super::weights::{FEW_MEN, LAST_MAN, LONE_ROYAL};
use crate::base::Phased;
use crate::position::Position;
use crate::variant::BareKing;

/// The danger of being nearly bare, White minus Black.
pub fn last_men(pos: &Position) -> Phased {
    let variant = pos.variant();
    let bare_loses = variant.rules.bare_king == BareKing::Loses;
    let two_kings = variant.rules.royals.iter().count() > 1;
    if !bare_loses && !two_kings {
        return Phased::ZERO;
    }
    balance(|us| {
        let mut side = Phased::ZERO;
        if bare_loses {
            side += match pos.by_color(us).count() {
                2 => LAST_MAN,
                3 => FEW_MEN,
                _ => Phased::ZERO,
            };
        }
        if two_kings && !pos.royals(us).many() {
            side += LONE_ROYAL;
        }
        side
    })
}
