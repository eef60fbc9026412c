//! Leaving a node before its moves are tried one by one: razoring, reverse futility, null move and
//! `ProbCut`.

use super::negamax::Known;
use super::params;
use super::picker::{Given, Picker, Scope, is_noisy, is_pseudo_legal};
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::base::{MATE_IN_MAX, Value};
use crate::position::{Delta, Position};
use crate::rules::{Rules, converts};

/// Whether quiet moves can hardly raise a score to alpha with so much depth left after the reduction.
pub(super) fn hopeless(left: i32, alpha: Value, eval: Value) -> bool {
    let left = left.max(0);
    left <= params::futility_depth()
        && eval + params::futility_base() + params::futility_margin() * left <= alpha
}

/// How many moves of a node are tried before its other quiet moves count as late: more of them where a
/// side has more to choose from, as with grasshoppers.
pub(super) fn late_from(depth: i32, quiets: usize, improving: bool) -> usize {
    let most = (params::late_move_base() + depth * depth) as usize;
    let usual = params::late_move_usual() as usize;
    most * quiets.max(usual) / usual / (2 - usize::from(improving))
}

/// Whether a side would rather move than pass, zugzwang aside: what null-move pruning takes for granted.
/// Not where moving harms the man or standing still paralyses, nor where passing gives the opponent a
/// whole turn of several moves.
fn gains_by_moving(pos: &Position) -> bool {
    let rules = &pos.variant().rules;
    !rules.capabilities.schedule && !rules.conditions.moving_costs()
}

impl<R: Rules> Worker<'_, R> {
    /// Whether the node can be left without trying its moves one by one.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    pub(super) fn prune<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        if pos.state().mid_turn() {
            return None;
        }
        // Razoring: far below alpha only captures could help.
        if depth <= params::razor_depth()
            && known.eval + params::razor_base() + params::razor_margin() * depth < alpha
        {
            let value = self.quiesce::<false>(pos, ply, 0, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: so far above beta that a reply can hardly bring it down.
        let margin = params::reverse_futility_margin() * (depth - i32::from(known.improving));
        if depth <= params::reverse_futility_depth()
            && known.eval - margin >= beta
            && beta > -MATE_IN_MAX
            && (params::keep_pv() == 0 || !known.pv)
        {
            return Some(Value::midpoint(known.eval, beta));
        }
        self.null_move(pos, ply, depth, beta, known, cut)
            .or_else(|| self.probcut(pos, ply, depth, beta, known, cut))
    }

    /// Null move: if even passing keeps the score above beta, a real move will.
    fn null_move(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        let us = pos.side_to_move();
        let pawns = pos
            .variant()
            .rules
            .pawn
            .map_or(0, |pawn| pos.pieces(us, pawn).count());
        let officers = pos.by_color(us).count() - pawns - pos.royals(us).count();
        let after_null = ply > 0 && self.stack[ply - 1].place.is_none();
        let sound =
            gains_by_moving(pos) && !after_null && ply >= self.no_null_until && officers >= 2;
        if !sound || depth < params::null_move_depth() || known.eval < beta || beta <= -MATE_IN_MAX
        {
            return None;
        }
        let reduction = params::null_move_base()
            + depth / params::null_move_divisor()
            + ((known.eval - beta) / params::null_move_margin()).min(params::null_move_most());
        let next = pos.after(&Delta::new(pos.state().next_turn(false)));
        self.stack[ply].place = None;
        self.stack[ply].arrival = None;
        self.keys.push(next.key());
        let value = -self.node::<false>(&next, ply + 1, depth - reduction, -beta, -beta + 1, !cut);
        self.keys.pop();
        if self.stopping || value < beta {
            return None;
        }
        let value = if value >= MATE_IN_MAX { beta } else { value };
        if depth < params::null_verify_depth() && officers >= 3 {
            return Some(value);
        }
        // Verification: the same without null moves in the upper part of the tree (zugzwang).
        let earlier = self.no_null_until;
        self.no_null_until = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let reduced = (depth - reduction).max(1);
        let verified = self.node::<false>(pos, ply, reduced, beta - 1, beta, false);
        self.no_null_until = earlier;
        (verified >= beta).then_some(value)
    }

    /// `ProbCut` (M. Buro, 1995): a capture that holds far above beta at low depth will do at full depth.
    fn probcut(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        let raised = beta + params::probcut_margin();
        if depth < params::probcut_depth()
            || beta.abs() >= MATE_IN_MAX
            || !(cut || params::probcut_all() > 0)
        {
            return None;
        }
        if let Some(entry) = known.entry
            && entry.depth > depth - params::probcut_plies()
            && entry.value < raised
        {
            return None;
        }
        let check_info = R::check_info(pos);
        let table_move = known
            .entry
            .and_then(|entry| entry.mv)
            .filter(|mv| is_noisy(pos, *mv) && !converts(pos, *mv));
        let table_move = table_move.filter(|mv| is_pseudo_legal::<R>(pos, *mv));
        let mut picker = Picker::new(table_move, None, [None; 3], Scope::Noisy);
        let needed = raised - known.eval;
        while let Some((mv, given)) = picker.next(pos, self, true) {
            if given == Given::BadNoisy {
                break;
            }
            if !self.worth.wins::<R>(pos, mv, needed) || !R::is_legal(pos, &check_info, mv) {
                continue;
            }
            let next = self.make(pos, mv, ply);
            let same = R::LEGS && next.side_to_move() == pos.side_to_move();
            let mut value = if same {
                self.quiesce::<false>(&next, ply + 1, 0, raised - 1, raised)
            } else {
                -self.quiesce::<false>(&next, ply + 1, 0, -raised, -raised + 1)
            };
            if value >= raised {
                value = {
                    let depth = depth - params::probcut_plies();
                    self.child::<false>(&next, same, ply + 1, depth, raised - 1, raised, !cut)
                };
            }
            self.unmake();
            if self.stopping {
                return None;
            }
            if value >= raised {
                let found = Entry {
                    mv: Some(mv),
                    value,
                    eval: known.raw_eval,
                    depth: depth - params::probcut_plies() + 1,
                    bound: Bound::Lower,
                    pv: known.pv,
                };
                self.shared.table.store(pos.key(), ply, &found);
                return Some(value);
            }
        }
        None
    }
}
