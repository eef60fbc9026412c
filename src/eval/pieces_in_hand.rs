//! Pieces in hand. Their value is that on the board plus a percentage that is a weight of the game: a drop costs a turn, so where
//! most pieces are dropped at once, one that waits is worth clearly less.

use super::balance::balance;
use super::tally::Tally;
use crate::position::Position;
use crate::variant::Variant;

/// Whether pieces come to the hand in a game.
pub const fn matters(variant: &Variant) -> bool {
    !variant.rules.hand.is_empty()
}

/// The value of the pieces in hand, White minus Black.
pub fn worth<T: Tally>(pos: &Position) -> T {
    let values = &pos.variant().values;
    balance(|us| {
        let mut side = T::default();
        for (piece_type, count) in pos.hand(us).iter() {
            side += T::in_hand(values, piece_type, i32::from(count));
        }
        side
    })
}
