//! Generates candidate turns by a beam search over the positions inside a turn.

use super::super::thread::ThreadData;
use crate::base::{Move, MoveList, Value};
use crate::position::Position;
use crate::rules::Rules;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The widths of a beam search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// The number of positions kept after each leg.
    pub beam: usize,
    /// The number of turns kept at the end.
    pub turns: usize,
}

impl Width {
    pub fn root(iteration: u32) -> Self {
        let growth = 1 << (iteration - 1).min(5);
        Self {
            beam: 24 * growth,
            turns: 24 * growth,
        }
    }

    /// The widths at an inner node, which has `depth` turns left to search.
    pub fn inner(depth: u32, iteration: u32) -> Self {
        let growth = iteration as usize;
        Self {
            beam: 8 + 2 * growth,
            turns: (3 + growth + depth as usize).min(16),
        }
    }
}

/// A turn, or the first legs of one, with its value.
#[derive(Clone)]
pub struct Candidate {
    /// The legs of the turn; at the root they are followed by the expected continuation.
    pub legs: Vec<Move>,
    pub after: Position,
    /// The value of the turn for the side that plays it.
    pub value: Value,
}

impl Candidate {
    /// Sorts turns by value, best first; turns of equal value keep their order.
    pub fn sort(turns: &mut [Self]) {
        turns.sort_by_key(|turn| Reverse(turn.value));
    }

    /// The number of legs that belong to the turn itself.
    pub fn own_legs(&self, before: &Position) -> usize {
        let mut at = before.clone();
        for (index, leg) in self.legs.iter().enumerate() {
            at = crate::rules::play(&at, *leg);
            if at.side_to_move() != before.side_to_move() {
                return index + 1;
            }
        }
        self.legs.len()
    }
}

/// The bonus for a check at the end of a turn, in centipawns: the opponent's turn has to begin with an evasion.
const CHECK: Value = 70;

/// The most promising turns of a position by static value, best first. If `first` is given, only turns that begin with one of its legs.
pub fn generate<R: Rules>(
    thread: &mut ThreadData<'_, R>,
    pos: &Position,
    width: Width,
    first: Option<&[Move]>,
) -> Vec<Candidate> {
    let mut beam = vec![Candidate {
        after: pos.clone(),
        legs: Vec::new(),
        value: 0,
    }];
    let mut found: Vec<Candidate> = Vec::new();
    let mut seen = HashSet::new();
    let us = pos.side_to_move();
    while !beam.is_empty() {
        let mut next = Vec::new();
        for partial in &beam {
            let mut list = MoveList::new();
            R::legal(&partial.after, &mut list);
            if let Some(first) = first.filter(|_| partial.legs.is_empty()) {
                list.retain(|mv| first.contains(mv));
            }
            for mv in list {
                thread.nodes += 1;
                thread.check_limits();
                let after = R::play(&partial.after, mv);
                if !seen.insert(after.key()) {
                    continue;
                }
                let value = thread.evaluator.evaluate(&after);
                let legs = partial.legs.iter().copied().chain([mv]).collect();
                if after.side_to_move() == us {
                    next.push(Candidate { legs, after, value });
                } else {
                    let check = if R::in_check(&after) { CHECK } else { 0 };
                    let value = check - value;
                    found.push(Candidate { legs, after, value });
                }
            }
            // Even a stopped search needs one complete turn to play.
            if thread.stopping && !found.is_empty() {
                break;
            }
        }
        let kept = if thread.stopping { 1 } else { width.beam };
        Candidate::sort(&mut next);
        next.truncate(kept);
        beam = next;
        if thread.stopping && !found.is_empty() {
            break;
        }
    }
    Candidate::sort(&mut found);
    found.truncate(width.turns);
    found
}
