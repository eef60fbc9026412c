//! Code shared by the nodes of the main search and of quiescence: arguments, checks on entry, static evaluation.

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
    /// The distance from the root, in legs.
    pub ply: usize,
    /// The remaining depth, in plies. In quiescence zero at first, and lower by one with each move.
    pub depth: i32,
    /// The lower bound of the window.
    pub alpha: Value,
    /// The upper bound of the window.
    pub beta: Value,
    /// Whether the node is expected to fail high (cut node).
    pub cut: bool,
    /// Whether the side to move is in check; `None` if the parent has not computed it.
    pub in_check: Option<bool>,
}

impl NodeArgs {
    /// The arguments with the window as the other side sees it: bounds negated and exchanged.
    #[inline(always)]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
            ..self
        }
    }
}

/// What a node knows before its moves are searched: table entry, check and static evaluation.
pub struct NodeInfo {
    pub entry: Option<Entry>,
    /// The static evaluation corrected by the correction history, or the table's value if it is a better estimate; `-INFINITE` in check.
    pub eval: Value,
    /// The uncorrected static evaluation.
    pub raw_eval: Value,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the node is on a principal variation, or was when the table entry was stored.
    pub pv: bool,
    /// Whether the static evaluation is higher than it was two plies earlier (also true if the earlier value is not known).
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
    /// Enters a node. Returns a value if it needs no search: the search is stopped, the game is over, an endgame table has the position, or
    /// the maximum ply is reached.
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

    /// The value of a position from an endgame table. `None` at the root, which has to be searched to find a turn.
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

    /// Computes whether a node is in check and its static evaluation; resets the search stack entries of its descendants.
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

    /// The moves made one, two and four plies earlier, for the continuation histories.
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let at = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        [at(1), at(2), at(4)]
    }
}
