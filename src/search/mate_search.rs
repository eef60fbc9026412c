//! The search for `go mate N`: proves by exhaustive search whether the side to move can force a win in N turns.
//!
//! A plain AND/OR search, deepened turn by turn, without the pruning that makes an ordinary search fast but its mates uncertain.
//! Only wins by the rules of the game count. A defence that draws (also by repetition or the move limit) refutes the attack.

use super::game_over::has_won;
use super::thread::ThreadData;
use crate::base::{MATE_IN_MAX, Move, MoveList};
use crate::position::Position;
use crate::rules::{Rules, record};
use crate::variant::{BareKing, Checkmate, GoalEvent, GoalResult, Stalemate};
use std::collections::HashMap;

/// The maximum number of refuted positions that are stored.
const MEMORY: usize = 1 << 21;

/// The attacker's legs in a position.
enum Attempts {
    /// There is a leg that wins at once.
    Won(Move),
    /// The legs that need a deeper search, with the positions after them.
    Unclear(Vec<(Move, Position)>),
}

/// A search for a forced win.
pub struct MateSearch<'w, 'a, R> {
    thread: &'w mut ThreadData<'a, R>,
    /// For positions with the attacker to move, by hash key: the largest number of turns in which no win exists.
    refuted: HashMap<u64, u32>,
}

impl<'w, 'a, R: Rules> MateSearch<'w, 'a, R> {
    /// A search with the root, the limits and the counters of a thread.
    pub fn new(thread: &'w mut ThreadData<'a, R>) -> Self {
        Self {
            thread,
            refuted: HashMap::new(),
        }
    }

    /// Returns a winning line, leg by leg, if the side to move at the root can force a win within `turns` of its turns.
    pub fn run(&mut self, turns: u32) -> Option<Vec<Move>> {
        let root = self.thread.root.clone();
        let allowed: Vec<Move> = self.thread.root_moves.iter().map(|root| root.mv).collect();
        self.attack(&root, turns, 0, Some(&allowed))
    }

    /// Returns a winning line if the side to move can force a win within `turns` turns; `allowed` restricts the legs (at the root).
    fn attack(
        &mut self,
        pos: &Position,
        turns: u32,
        ply: usize,
        allowed: Option<&[Move]>,
    ) -> Option<Vec<Move>> {
        if turns == 0 {
            return self.has_won_without_move(pos).then(Vec::new);
        }
        let key = pos.key();
        if allowed.is_none() && self.refuted.get(&key).is_some_and(|most| *most >= turns) {
            return None;
        }
        let mut list = MoveList::new();
        R::playable(pos, &mut list);
        if list.is_empty() {
            return self.has_won_without_move(pos).then(Vec::new);
        }
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

    /// Plays all legs of the attacker. Returns a leg that wins at once, or the legs that need a deeper search: checks first, as they leave
    /// the fewest replies. `None` if the search has to stop.
    fn attempts(&mut self, pos: &Position, turns: u32, list: MoveList) -> Option<Attempts> {
        let (mut checks, mut others) = (Vec::new(), Vec::new());
        for mv in list {
            let next = self.play(pos, mv)?;
            if next.side_to_move() != pos.side_to_move() {
                if has_won::<R>(&next) {
                    return Some(Attempts::Won(mv));
                }
                if turns == 1 && !self.a_reply_may_lose() {
                    continue;
                }
            }
            if R::in_check(&next) {
                checks.push((mv, next));
            } else {
                others.push((mv, next));
            }
        }
        checks.append(&mut others);
        Some(Attempts::Unclear(checks))
    }

    /// Whether the last reply can lose the game: by a goal, by a capture of its own king, or by leaving the attacker without a move. A
    /// bare king loses only after one more move of its own, too.
    fn a_reply_may_lose(&self) -> bool {
        let rules = &self.thread.root.variant().rules;
        let has = &rules.capabilities;
        self.may_win_without_move()
            || rules.bare_king == BareKing::Loses
            || has.side_effects && has.royal_capture
            || rules.goals.iter().any(|goal| {
                let by_own_move = matches!(
                    goal.event,
                    GoalEvent::Reach { safe: false, .. } | GoalEvent::Checks
                );
                !by_own_move || has.side_effects || goal.result != GoalResult::Wins
            })
    }

    /// Whether the attacker may win by having no move, or by a draw.
    fn may_win_without_move(&self) -> bool {
        let rules = &self.thread.root.variant().rules;
        matches!(rules.stalemate, Stalemate::Wins | Stalemate::Fewer)
            || rules.checkmate == Checkmate::Wins
            || rules.draws == Some(self.thread.root.side_to_move())
    }

    /// Whether the side to move has no move and wins by that.
    fn has_won_without_move(&self, pos: &Position) -> bool {
        self.may_win_without_move()
            && R::immediate_end(pos).is_none()
            && !R::can_move(pos)
            && R::no_move_outcome(pos).winner == Some(pos.side_to_move())
    }

    /// Returns the longest line if every defence of the side to move loses within `turns` turns of the attacker.
    fn defend(&mut self, pos: &Position, turns: u32, ply: usize) -> Option<Vec<Move>> {
        if let Some(value) = self.thread.game_over(pos, ply) {
            return (value <= -MATE_IN_MAX).then(Vec::new);
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
                    // A defender can also lose by its own move.
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

    /// Plays a leg and counts the node; `None` if the search has to stop.
    fn play(&mut self, pos: &Position, mv: Move) -> Option<Position> {
        self.thread.nodes += 1;
        self.thread.check_limits();
        (!self.thread.stopping).then(|| R::play(pos, mv))
    }
}
