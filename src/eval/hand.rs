//! "A man in hand does nothing yet": it can appear anywhere, but that costs a turn, and where most men
//! are dropped at once one that waits is worth clearly less than on the board.

use super::balance::balance;
use super::weights::HAND_MAN;
use crate::base::Phased;
use crate::position::Position;

/// The men in hand, White minus Black.
pub fn worth(pos: &Position) -> Phased {
    if pos.variant().rules.hand.is_empty() {
        return Phased::ZERO;
    }
    let percent = 100 + HAND_MAN.opening();
    balance(|us| {
        pos.hand(us)
            .iter()
            .fold(Phased::ZERO, |side, (piece_type, count)| {
                let value = pos.variant().values.piece_types[piece_type.index()];
                let worth = |value: i32| value * percent / 100 * i32::from(count);
                side + Phased::new(worth(value.opening()), worth(value.endgame()))
            })
    })
}
