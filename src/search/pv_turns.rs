//! Splits a principal variation into turns: the turn to play and the expected reply (the ponder turn).

use super::move_class::eval_after;
use crate::base::Move;
use crate::position::Position;
use crate::rules::{self, Rules, Turn, TurnBuilder};

/// The first two turns of a line. If the line ends inside the first turn, it is completed with the legs of the best static evaluation.
/// The second turn is `None` unless the line contains all of it.
pub fn turn_and_reply<R: Rules>(pos: &Position, line: &[Move]) -> (Option<Turn>, Option<Turn>) {
    let mut turns = rules::turns_of_line(pos, line).into_iter();
    let mut turn = turns.next().unwrap_or_else(|| TurnBuilder::new(pos));
    while let Some(leg) = best_leg::<R>(&turn) {
        if turn.push(leg).is_err() {
            break;
        }
    }
    let over = rules::outcome(turn.now()).is_some();
    let reply = turns.next().filter(|_| !over);
    (turn.turn(), reply.and_then(|reply| reply.turn()))
}

/// The legal next leg with the best static evaluation after it; `None` if the turn is complete.
fn best_leg<R: Rules>(turn: &TurnBuilder) -> Option<Move> {
    let legs = turn.legal().into_iter();
    legs.max_by_key(|leg| eval_after::<R>(turn.now(), *leg))
}
