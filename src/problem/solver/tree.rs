//! Variations of battle problems: play after keys and tries, threats, set play.

use super::battle::Battle;
use super::worker::Worker;
use crate::base::{Move, MoveList};
use crate::position::Position;
use crate::problem::solution::{Attack, Defence};
use crate::problem::walk::passed;
use crate::rules::Rules;

impl<R: Rules> Battle<'_, R> {
    /// A White move with its variations. White has `moves` moves to solve, this one included.
    pub fn attack(&mut self, pos: &Position, mv: Move, moves: u32) -> Attack {
        let next = self.worker.play(pos, mv);
        let goal = self.white_aims() && self.worker.reaches(pos, mv, &next);
        let within = if goal {
            Some(1)
        } else {
            (1..=moves).find(|within| self.is_won(&next, *within))
        };
        let mut attack = Attack {
            mv,
            solves: within.is_some(),
            moves: within.unwrap_or(0),
            goal,
            threats: Vec::new(),
            defences: Vec::new(),
        };
        if !goal {
            attack.threats = self.threats(&next, moves);
            attack.defences = self.replies(&next, moves, &attack.threats, true);
        }
        attack
    }

    /// White's threats after a White move. White had `moves` moves to solve, that move included.
    pub fn threats(&mut self, pos: &Position, moves: u32) -> Vec<Attack> {
        if moves < 2 || self.no_threat() || Worker::<R>::in_check(pos) {
            return Vec::new();
        }
        let free = passed(pos);
        self.solving_moves(&free, moves - 1, true)
    }

    /// Whether threats are left out, so that every Black move is listed.
    const fn no_threat(&self) -> bool {
        self.worker.shared.task.options.no_threat
    }

    /// White's moves that solve in the least number of moves, at most `most`, with their variations if wanted.
    pub fn solving_moves(&mut self, pos: &Position, most: u32, deeper: bool) -> Vec<Attack> {
        if most == 0 || self.is_forced(pos) {
            return Vec::new();
        }
        let mut list = MoveList::new();
        self.worker.moves(pos, &mut list);
        for moves in 1..=most {
            let found = self.solving_within(pos, &list, moves, deeper);
            if !found.is_empty() || self.worker.stopped {
                return found;
            }
        }
        Vec::new()
    }

    /// The moves of a list that solve in `moves` moves.
    fn solving_within(
        &mut self,
        pos: &Position,
        list: &[Move],
        moves: u32,
        deeper: bool,
    ) -> Vec<Attack> {
        let mut found = Vec::new();
        for &mv in list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return found;
            }
            let goal = self.white_aims() && self.worker.reaches(pos, mv, &next);
            if !goal && (self.worker.is_dead_end(pos, mv, &next) || !self.is_won(&next, moves)) {
                continue;
            }
            found.push(if deeper {
                self.attack(pos, mv, moves)
            } else {
                Attack {
                    mv,
                    solves: true,
                    moves,
                    goal,
                    threats: Vec::new(),
                    defences: Vec::new(),
                }
            });
        }
        super::order::sort_by_text(pos, &mut found, |attack| attack.mv);
        found
    }

    /// All Black moves after a White move, with White's shortest replies and, if wanted, their variations. White had `moves` moves to solve, the White move
    /// included. If Black has to reach the goal (reflex play), only his moves that do. If the search is stopped, the moves so far.
    pub fn replies(
        &mut self,
        pos: &Position,
        moves: u32,
        threats: &[Attack],
        deeper: bool,
    ) -> Vec<Defence> {
        let mut list = MoveList::new();
        self.worker.moves(pos, &mut list);
        let must = self.black_must() && self.worker.can_reach(pos);
        let mut found = Vec::new();
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return found;
            }
            let goal = self.black_aims() && self.worker.reaches(pos, mv, &next);
            if must && !goal {
                continue;
            }
            let answers = if goal || self.worker.is_dead_end(pos, mv, &next) {
                Vec::new()
            } else {
                self.solving_moves(&next, moves - 1, deeper)
            };
            if self.worker.stopped {
                break;
            }
            let as_threatened = |answer: &Attack, threat: &Attack| {
                answer.mv == threat.mv && answer.moves <= threat.moves
            };
            let works = |threat: &Attack| {
                let mut answers = answers.iter();
                answers.any(|answer| as_threatened(answer, threat))
            };
            let defends = goal || threats.is_empty() || !threats.iter().all(works);
            found.push(Defence {
                mv,
                defends,
                goal,
                answers,
            });
        }
        super::order::sort_by_text(pos, &mut found, |defence| defence.mv);
        found
    }
}
