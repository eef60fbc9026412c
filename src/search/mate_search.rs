//! `go mate N`: whether the side to move can force its win in N turns, proven by trying everything.
//!
//! A plain AND/OR search, deepened turn by turn, without any of the pruning that makes an ordinary search
//! fast and its mates uncertain. Only wins by the rules of the game count; draws by repetition or the
//! move count are no wins, and a defender's draw refutes.

use super::game_over::has_won;
use super::thread::ThreadData;
use crate::base::{MATE_IN_MAX, Move, MoveList};
use crate::position::Position;
use crate::rules::{Rules, record};
use crate::variant::BareKing;
use std::collections::HashMap;

/// The maximum number of remembered positions.
const MEMORY: usize = 1 << 21;

/// The legs that an attacker can try.
enum Attempts {
    /// A leg that wins at once.
    Won(Move),
    /// Legs that need a deeper search, with the positions after them.
    Unclear(Vec<(Move, Position)>),
}

/// A search for a forced win.
pub struct MateSearch<'w, 'a, R> {
    thread: &'w mut ThreadData<'a, R>,
    /// The number of turns in which there is no win, by the key of a position with the attacker to move.
    refuted: HashMap<u64, u32>,
}

impl<'w, 'a, R: Rules> MateSearch<'w, 'a, R> {
    /// A search with the limits and counters of a thread.
    pub fn new(thread: &'w mut ThreadData<'a, R>) -> Self {
        Self {
            thread,
            refuted: HashMap::new(),
        }
    }

    /// The line of a win in at most `turns` turns of the attacker.
    pub fn run(&mut self, turns: u32) -> Option<Vec<Move>> {
        let root = self.thread.root.clone();
        let allowed: Vec<Move> = self.thread.root_moves.iter().map(|root| root.mv).collect();
        self.attack(&root, turns, 0, Some(&allowed))
    }

    /// The line of a win for the side to move within `turns` turns.
    fn attack(
        &mut self,
        pos: &Position,
        turns: u32,
        ply: usize,
        allowed: Option<&[Move]>,
    ) -> Option<Vec<Move>> {
        if turns == 0 {
            return None;
        }
        let key = pos.key();
        if allowed.is_none() && self.refuted.get(&key).is_some_and(|most| *most >= turns) {
            return None;
        }
        let mut list = MoveList::new();
        R::playable(pos, &mut list);
        if let Some(allowed) = allowed {
            list.retain(|mv| allowed.contains(mv));
        }
        let attempts = match self.attempts(pos, turns, list)? {
            Attempts::Won(mv) => return Some(vec![mv]),
            Attempts::Unclear(attempts) => attempts,
        };
        for (mv, next) in attempts {
            record::<R>(&mut self.thread.keys, &next);
            let line = if next.side_to_move() == pos.side_to_move() {
                self.attack(&next, turns, ply + 1, None)
            } else {
                self.defend(&next, turns - 1, ply + 1)
            };
            self.thread.keys.pop();
            if let Some(mut line) = line {
                line.insert(0, mv);
                return Some(line);
            }
            if self.thread.stopping {
                return None;
            }
        }
        if allowed.is_none() {
            if self.refuted.len() >= MEMORY {
                self.refuted.clear();
            }
            self.refuted.insert(key, turns);
        }
        None
    }

    /// Plays the attacker's legs. Returns one that wins at once, or those that need a deeper search, checks first since
    /// they leave the fewest replies; `None` when the search has to stop.
    fn attempts(&mut self, pos: &Position, turns: u32, list: MoveList) -> Option<Attempts> {
        let mut attempts: Vec<(bool, Move, Position)> = Vec::new();
        for mv in list {
            let next = self.play(pos, mv)?;
            if next.side_to_move() != pos.side_to_move() {
                if has_won::<R>(&next) {
                    return Some(Attempts::Won(mv));
                }
                // Where a bare king loses, it loses only after one more move of its own.
                if turns == 1 && !self.bare_king_loses() {
                    continue;
                }
            }
            attempts.push((R::in_check(&next), mv, next));
        }
        attempts.sort_by_key(|(check, _, _)| !check);
        let attempts = attempts.into_iter().map(|(_, mv, next)| (mv, next));
        Some(Attempts::Unclear(attempts.collect()))
    }

    fn bare_king_loses(&self) -> bool {
        self.thread.root.variant().rules.bare_king == BareKing::Loses
    }

    /// The longest line, if the side to move loses with every defence within `turns` turns of the attacker.
    fn defend(&mut self, pos: &Position, turns: u32, ply: usize) -> Option<Vec<Move>> {
        if self.thread.game_over(pos, ply).is_some() {
            return None;
        }
        let mut list = MoveList::new();
        R::legal(pos, &mut list);
        if list.is_empty() {
            let won = R::no_move_outcome(pos).winner == Some(!pos.side_to_move());
            return won.then(Vec::new);
        }
        let mut longest: Vec<Move> = Vec::new();
        for mv in list {
            let next = self.play(pos, mv)?;
            record::<R>(&mut self.thread.keys, &next);
            let line = if next.side_to_move() == pos.side_to_move() {
                self.defend(&next, turns, ply + 1)
            } else {
                match self.thread.game_over(&next, ply + 1) {
                    // A defender can lose by its own move, too.
                    Some(value) => (value >= MATE_IN_MAX).then(Vec::new),
                    None => self.attack(&next, turns, ply + 1, None),
                }
            };
            self.thread.keys.pop();
            let mut line = line?;
            if line.len() >= longest.len() {
                line.insert(0, mv);
                longest = line;
            }
        }
        Some(longest)
    }

    /// The position after a leg; `None` when the search has to stop.
    fn play(&mut self, pos: &Position, mv: Move) -> Option<Position> {
        self.thread.nodes += 1;
        self.thread.check_limits();
        (!self.thread.stopping).then(|| R::play(pos, mv))
    }
}
