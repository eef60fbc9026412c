//! Perft: the number of turns to a depth, which tests move generators.

use super::interface::Rules;
use super::turn::{Turn, legal_turns};
use crate::base::MoveList;
use crate::position::Position;
use crate::with_rules;

/// The number of sequences of `depth` turns. A position in which a rule of the variant has ended the game has no
/// turns; draws by repetition, move count and lack of material are ignored.
pub fn perft(pos: &Position, depth: u32) -> u64 {
    with_rules!(pos.variant(), R => match depth {
        0 => 1,
        _ => count::<R>(pos, depth),
    })
}

/// The turns of a position, each with the number of turns to `depth - 1` after it; counted lazily.
pub fn divide(pos: &Position, depth: u32) -> impl Iterator<Item = (Turn, u64)> + '_ {
    legal_turns(pos).into_iter().map(move |turn| {
        let count = perft(&turn.after(pos), depth.saturating_sub(1));
        (turn, count)
    })
}

fn count<R: Rules>(pos: &Position, depth: u32) -> u64 {
    if R::immediate_end(pos).is_some() {
        return 0;
    }
    if depth == 1 {
        return R::count_turns(pos);
    }
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    let mut after = pos.clone();
    list.iter()
        .map(|mv| {
            after.clone_from(pos);
            R::advance(&mut after, *mv);
            // A leg within a turn does not count as a turn: a turn counts when it is complete.
            let same_turn = R::LEGS && after.side_to_move() == pos.side_to_move();
            count::<R>(&after, if same_turn { depth } else { depth - 1 })
        })
        .sum()
}
