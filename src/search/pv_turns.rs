//! Principal variations as turns: the turn to play and the expected reply (the ponder turn).

use super::move_class::eval_after;
use crate::base::Move;
use crate::position::Position;
use crate::rules::{self, Rules};

/// A line cut into turns.
pub fn split_turns<'a, R: Rules>(
    pos: &Position,
    line: &'a [Move],
) -> impl Iterator<Item = Vec<Move>> + use<'a, R> {
    let mut at = pos.clone();
    let mut rest = line.iter();
    std::iter::from_fn(move || {
        let mover = at.side_to_move();
        let mut legs = Vec::new();
        for leg in rest.by_ref() {
            at = R::play(&at, *leg);
            legs.push(*leg);
            if at.side_to_move() != mover || !R::LEGS {
                break;
            }
        }
        (!legs.is_empty()).then_some(legs)
    })
}

/// The first turn of a line and the position after it. Missing legs are filled in with the best static evaluation.
pub fn first_turn<R: Rules>(pos: &Position, line: &[Move]) -> (Vec<Move>, Position) {
    let mut turn = split_turns::<R>(pos, line).next().unwrap_or_default();
    let mut after = turn.iter().fold(pos.clone(), |at, leg| R::play(&at, *leg));
    while R::LEGS
        && after.side_to_move() == pos.side_to_move()
        && R::immediate_end(&after).is_none()
    {
        let legs = rules::legal_moves(&after).into_iter();
        let Some(leg) = legs.max_by_key(|leg| eval_after::<R>(&after, *leg)) else {
            break;
        };
        after = R::play(&after, leg);
        turn.push(leg);
    }
    (turn, after)
}

/// The second turn of a line, after the first has led to `after`; empty if the line does not contain all of it.
pub fn expected_answer<R: Rules>(pos: &Position, line: &[Move], after: &Position) -> Vec<Move> {
    let Some(legs) = split_turns::<R>(pos, line).nth(1) else {
        return Vec::new();
    };
    if rules::outcome(after).is_some() {
        return Vec::new();
    }
    let end = legs
        .iter()
        .fold(after.clone(), |at, leg| R::play(&at, *leg));
    if end.side_to_move() == after.side_to_move() {
        return Vec::new();
    }
    legs
}
