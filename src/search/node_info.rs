//! Shared by the nodes of main search and quiescence: arguments, checks on entry, static evaluation.

use super::history::PreviousMoves;
use super::report::Bound;
use super::thread::ThreadData;
use super::tt::Entry;
use crate::base::{INFINITE, MATE_IN_MAX, MAX_PLY, Value};
use crate::position::Position;
use crate::rules::Rules;
use std::hint::cold_path;
use std::sync::atomic::Ordering::Relaxed;

#[derive(Clone, Copy, Debug)]
pub struct NodeArgs {
    /// Legs below the root.
    pub ply: usize,
    /// How deep to search, in plies; in quiescence zero or less, one less with each move.
    pub depth: i32,
    /// The lower bound of the window.
    pub alpha: Value,
    /// The upper bound of the window.
    pub beta: Value,
    /// Whether this is an expected cut node.
    pub cut: bool,
    /// Whether the side to move is in check, if the parent has computed it.
    pub in_check: Option<bool>,
}

impl NodeArgs {
    /// The arguments with the window of the other side.
    #[inline(always)]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
            ..self
        }
    }
}

/// Table entry and static evaluation of a node, before its moves.
pub struct NodeInfo {
    pub entry: Option<Entry>,
    /// The static evaluation with correction history, or the table value where that is a better bound; `-INFINITE` in check.
    pub eval: Value,
    /// The uncorrected static evaluation.
    pub raw_eval: Value,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the node is, or has been, on the principal variation.
    pub pv: bool,
    /// Whether the static evaluation is higher than two plies ago.
    pub improving: bool,
}

/// Whether a table entry allows a cutoff with this window.
pub const fn cuts_off(entry: &Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

impl<R: Rules> ThreadData<'_, R> {
    /// Enters a node. Returns its value if it needs no search: stopped, game over, in an endgame table, or at the maximum ply.
    #[inline(always)]
    pub fn enter(&mut self, pos: &Position, ply: usize) -> Option<Value> {
        self.pv_table[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        self.check_limits();
        if self.stopping {
            return Some(0);
        }
        let value = self
            .game_over(pos, ply)
            .or_else(|| self.table_value(pos, ply));
        if value.is_none() && ply >= MAX_PLY - 2 {
            cold_path();
            let in_check = R::must_evade(pos);
            return Some(if in_check {
                0
            } else {
                self.evaluator.evaluate(pos)
            });
        }
        value
    }

    /// The value of a position from an endgame table. `None` at the root, which is searched for a turn to play.
    #[inline(always)]
    fn table_value(&self, pos: &Position, ply: usize) -> Option<Value> {
        if pos.occupied().count() > self.shared.table_pieces || ply == 0 {
            return None;
        }
        cold_path();
        let value = self.shared.endgames?.value(pos)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(value - value.signum() * ply as Value)
    }

    /// Computes check and static evaluation of a node and resets the stack entries of its descendants.
    pub fn assess<const PV: bool>(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        entry: Option<Entry>,
    ) -> NodeInfo {
        let ply = args.ply;
        let in_check = args.in_check.unwrap_or_else(|| R::must_evade(pos));
        debug_assert_eq!(in_check, R::must_evade(pos));
        let mut info = NodeInfo {
            entry,
            eval: -INFINITE,
            raw_eval: 0,
            in_check,
            pv: PV || entry.is_some_and(|entry| entry.pv),
            improving: false,
        };
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].excluded = None;
        self.stack[ply + 2].cutoffs = 0;
        if in_check {
            self.stack[ply].eval = -INFINITE;
            return info;
        }
        info.raw_eval = match entry {
            Some(entry) => entry.eval,
            None => self.evaluator.evaluate(pos),
        };
        let limit = MATE_IN_MAX - 1;
        let correction = self.history.correction(pos, self.previous_moves(ply));
        info.eval = (info.raw_eval + correction).clamp(-limit, limit);
        self.stack[ply].eval = info.eval;
        if let Some(entry) = entry
            && entry.value.abs() < MATE_IN_MAX
            && cuts_off(&entry, info.eval, info.eval + 1)
        {
            info.eval = entry.value;
        }
        let earlier = ply
            .checked_sub(2)
            .map_or(-INFINITE, |ply| self.stack[ply].eval);
        info.improving = earlier == -INFINITE || self.stack[ply].eval > earlier;
        info
    }

    /// The moves one, two and four plies back, for the continuation histories.
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let at = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        [at(1), at(2), at(4)]
    }
}
