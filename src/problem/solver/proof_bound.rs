//! A bound for proof games: the least number of moves in which each side can bring its pieces to their squares in the diagram.
//!
//! Each piece of the diagram comes from another piece of the position, by the moves that it needs on an empty board; pawns capture at
//! most as often as the other side loses pieces. The cheapest assignment of all is a lower bound (solved by the Hungarian method with
//! potentials). The bound is for games in which pieces keep their colour and move by their own tables, and change type by promotion
//! alone; conditions may forbid moves.

use super::mate_net::moves_are_plain;
use super::reach::{Distances, Reach, target};
use super::shared::Shared;
use crate::base::Color;
use crate::position::Position;
use crate::rules::conditions;
use crate::variant::{ConditionSpec, Footprint};
use arrayvec::ArrayVec;

/// What cannot be reached costs this.
const NEVER: i32 = 1000;

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct ProofBound<'a> {
    reach: Reach<'a>,
    diagram: &'a Position,
    /// By side, the pieces of the diagram: type and square as an index of `Distances`.
    goals: [Vec<usize>; 2],
}

impl<'a> ProofBound<'a> {
    /// The bound for a task that leads to a diagram; `None` where it does not hold.
    pub fn of(shared: &'a Shared<'a>) -> Option<Self> {
        let task = shared.task;
        let diagram = task.target.as_ref()?;
        let pos = &task.position;
        let rules = &pos.variant().rules;
        let other_pawns = rules
            .all_types()
            .any(|one| rules.pawns.contains(one) && rules.rank_pawn != Some(one));
        let royals = rules.all_types().filter(|one| pos.is_royal(*one)).count();
        let ids = rules.conditions.ids().iter();
        let only_forbid = ids.map(|id| conditions::spec(*id)).all(only_forbids);
        if !shared.ideas().bounds
            || !moves_are_plain(rules)
            || !only_forbid
            || rules.kings_turn
            || other_pawns
            || royals > 1
            || rules.castling.anywhere
        {
            return None;
        }
        let goals = Color::ALL.map(|color| {
            let squares = diagram.by_color(color).into_iter();
            let goals = squares.filter_map(|square| Some((diagram.at(square)?, square)));
            goals
                .map(|(piece, square)| target(piece.piece_type(), square))
                .collect()
        });
        Some(Self {
            reach: Reach::of(task),
            diagram,
            goals,
        })
    }

    /// Whether a position can become the diagram, if each side (White first) has so many moves left.
    pub fn can_become(&mut self, pos: &Position, moves: [u32; 2]) -> bool {
        let lost = Color::ALL.map(|color| {
            let (now, then) = (pos.by_color(color), self.diagram.by_color(color));
            now.count().checked_sub(then.count())
        });
        Color::ALL.into_iter().all(|color| {
            let (Some(own), Some(victims)) = (lost[color.index()], lost[(!color).index()]) else {
                return false;
            };
            own <= moves[(!color).index()] && self.within(pos, color, victims, moves[color.index()])
        })
    }

    /// Whether a side can bring its pieces to their squares with `victims` captures and so many moves.
    fn within(&mut self, pos: &Position, color: Color, victims: u32, moves: u32) -> bool {
        let mut pieces: ArrayVec<Distances, 64> = ArrayVec::new();
        for square in pos.by_color(color) {
            let Some(piece) = pos.at(square) else {
                continue;
            };
            let place = self.reach.place(piece, square, victims as usize);
            pieces.push(self.reach.distances(place));
        }
        let goals = &self.goals[color.index()];
        let cost = |goal: usize, piece: usize| {
            let moves = pieces[piece][goals[goal]];
            if moves == u8::MAX {
                NEVER
            } else {
                moves.into()
            }
        };
        // A king is never captured; since it reaches no other type, it has to come to the diagram's own.
        can_assign(goals.len(), pieces.len(), cost, moves)
    }
}

/// Whether a condition changes nothing but which moves are legal.
fn only_forbids(spec: &ConditionSpec) -> bool {
    spec.on_capture == Footprint::Harmless
        && spec.on_quiet == Footprint::Harmless
        && spec.needs.is_empty()
        && spec.makes_possible.is_empty()
        && spec.chooses.is_empty()
        && !spec.lends_movement
        && !spec.starts_elsewhere
        && !spec.adds_targets
        && !spec.captors_move_on
        && !spec.captors_climb
        && !spec.victims_return
}

/// Whether `rows` can be assigned to as many of the `columns` with a sum of costs of at most `limit`.
fn can_assign(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> i32, limit: u32) -> bool {
    // Shortest augmenting paths; row and column 0 are sentinels. `row_of` gives the row of each column, 0 if there is none.
    let mut row_potential = [0; 65];
    let mut column_potential = [0; 65];
    let mut row_of = [0; 65];
    let mut before = [0; 65];
    let mut sum = 0;
    for row in 1..=rows {
        row_of[0] = row;
        let mut column = 0;
        let mut least = [i32::MAX; 65];
        let mut done = [false; 65];
        while row_of[column] != 0 {
            done[column] = true;
            let (from, mut next, mut step) = (row_of[column], 0, i32::MAX);
            for to in 1..=columns {
                if done[to] {
                    continue;
                }
                let reduced = cost(from - 1, to - 1) - row_potential[from] - column_potential[to];
                if reduced < least[to] {
                    least[to] = reduced;
                    before[to] = column;
                }
                if least[to] < step {
                    step = least[to];
                    next = to;
                }
            }
            if next == 0 {
                return false;
            }
            for at in 0..=columns {
                if done[at] {
                    row_potential[row_of[at]] += step;
                    column_potential[at] -= step;
                } else {
                    least[at] = least[at].saturating_sub(step);
                }
            }
            column = next;
        }
        // The potential of the sentinel column is the sum of the costs so far, negated.
        sum = -column_potential[0];
        if sum > limit as i32 {
            return false;
        }
        while column != 0 {
            let from = before[column];
            row_of[column] = row_of[from];
            column = from;
        }
    }
    sum <= limit as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_assignment_is_found() {
        let costs = [[4, 1, 3, 9], [2, 0, 5, 9], [3, 2, 2, 9]];
        let cost = |row: usize, column: usize| costs[row][column];
        assert!(can_assign(3, 4, cost, 5) && !can_assign(3, 4, cost, 4));
        assert!(!can_assign(2, 1, cost, 100) && can_assign(0, 0, cost, 0));
    }
}
