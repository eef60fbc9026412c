//! King danger in games where kings are captured: kings that are attacked, have no safe step, or can be attacked by drops. Danger to
//! a side's last king has its own weight.

use super::balance::balance;
use super::king::dropped_attacks;
use super::mobility::Reach;
use super::tally::{Danger, Tally};
use crate::base::{Color, Square};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether kings are captured in a game.
pub const fn matters(variant: &Variant) -> bool {
    variant.rules.capabilities.royal_capture
}

/// King danger, White minus Black.
pub fn danger<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    balance(|us| attack(pos, reach, us))
}

/// The score for the danger in which `us` puts the enemy kings.
fn attack<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let kings = pos.royals(!us);
    let danger = if kings.many() {
        Danger::Capture
    } else {
        Danger::LastCapture
    };
    let mut side = T::default();
    for king in kings {
        if let Some(units) = units(pos, reach, us, king) {
            side += T::danger(&pos.variant().values, danger, units);
        }
    }
    side
}

fn units<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, king: Square) -> Option<T::Units> {
    let piece = pos.at(king)?;
    let hit = reach.attacked[us.index()];
    let steps = pos.variant().moves_of(piece).quiet.leaps[king.index()];
    let boxed = (steps & !pos.by_color(!us) & !hit).is_empty();
    let values = &pos.variant().values;
    let mut units = T::units(values, term::ROYAL_HIT, i32::from(hit.contains(king)));
    units += T::units(values, term::ROYAL_RING, (steps & hit).count() as i32);
    units += T::units(values, term::ROYAL_BOXED, i32::from(boxed));
    let drops = dropped_attacks(pos, reach, us, king).map(|(_, drops)| drops);
    units += T::units(values, term::ROYAL_DROP, drops.sum());
    Some(units)
}
