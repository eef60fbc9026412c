//! "A man in hand does nothing yet": it can appear anywhere, but that costs a turn, and where most men
//! are dropped at once one that waits is worth clearly less than on the board.

use super::balance::balance;
use super::tally::Tally;
use crate::position::Position;

/// The men in hand, White minus Black.
pub fn worth<T: Tally>(pos: &Position) -> T {
    if pos.variant().rules.hand.is_empty() {
        return T::default();
    }
    let values = &pos.variant().values;
    balance(|us| {
        let mut side = T::default();
        for (piece_type, count) in pos.hand(us).iter() {
            side += T::in_hand(values, piece_type, i32::from(count));
        }
        side
    })
}
