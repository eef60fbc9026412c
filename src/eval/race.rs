//! "The last men are worth more than their moves": where a bare king loses, being nearly bare is a
//! danger by itself; where both of two kings must be taken, having lost one is.

use super::weights::{FEW_MEN, LAST_MAN, LONE_ROYAL};
use crate::base::{Color, Phased};
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
    Color::ALL.into_iter().fold(Phased::ZERO, |sum, color| {
        let mut side = Phased::ZERO;
        if bare_loses {
            side += match pos.by_color(color).count() {
                2 => LAST_MAN,
                3 => FEW_MEN,
                _ => Phased::ZERO,
            };
        }
        if two_kings && !pos.royals(color).many() {
            side += LONE_ROYAL;
        }
        match color {
            Color::White => sum + side,
            Color::Black => sum - side,
        }
    })
}
