//! Pieces in hand. A piece in hand is worth its value on the board plus a percentage that is a weight of the game (mostly negative, as a
//! drop costs a turn). Each piece type also has its own weight in hand, because its threat as a drop differs from its value on the
//! board. The right to move and safe squares for drops count too.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether players can have pieces in hand in a game.
pub const fn matters(variant: &Variant) -> bool {
    !variant.rules.hand.is_empty()
}

/// The score for the pieces in hand, White minus Black.
pub fn worth<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let values = &pos.variant().values;
    let beyond_middle = &pos.variant().tables.beyond_middle;
    balance(|us| {
        let mut side = T::default();
        let mut kinds = 0;
        for (piece_type, count) in pos.hand(us).iter() {
            side += T::in_hand(values, piece_type, i32::from(count));
            side += T::of(values, term::IN_HAND.of(piece_type), i32::from(count));
            kinds += 1;
        }
        if kinds > 0 {
            let free = pos.vacant() & beyond_middle[us.index()] & !reach.attacked[(!us).index()];
            side += T::of(values, term::DROP_SPACE, kinds * free.count() as i32);
            let to_move = i32::from(us == pos.side_to_move());
            side += T::of(values, term::HAND_TEMPO, to_move);
        }
        side
    })
}
