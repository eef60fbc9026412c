//! Pruning of whole nodes (reverse futility, null move, `ProbCut`), and the conditions for pruning moves (futility, late moves).

use super::counters::Technique;
use super::move_class::is_noisy;
use super::move_picker::{MovePicker, PickedFrom, Scope};
use super::node_info::{NodeArgs, NodeInfo};
use super::params;
use super::report::Bound;
use super::thread::ThreadData;
use super::tt::Entry;
use crate::base::{MATE_IN_MAX, Move, Value};
use crate::position::Position;
use crate::rules::{Rules, converts};

/// Futility pruning: whether quiet moves can hardly raise the evaluation above alpha; `left` is the depth left after the reduction.
pub fn is_futile(left: i32, alpha: Value, eval: Value) -> bool {
    let left = left.max(0);
    left <= params::futility_depth()
        && eval + params::futility_base() + params::futility_margin() * left <= alpha
}

/// Late move pruning: the number of moves searched before the remaining quiet moves are skipped. It grows with `quiets`, the number of
/// quiet moves, because a side with grasshoppers has about twice as many as one in chess.
pub fn late_move_count(depth: i32, quiets: usize, improving: bool) -> usize {
    let most = (params::late_move_base() + depth * depth) as usize;
    let usual = params::late_move_usual() as usize;
    most * quiets.max(usual) / usual / (2 - usize::from(improving))
}

impl<R: Rules> ThreadData<'_, R> {
    /// Tries to prune a node before its moves are searched. Returns its value if it is pruned.
    pub fn prune_node(&mut self, pos: &Position, args: NodeArgs, info: &NodeInfo) -> Option<Value> {
        if pos.state().mid_turn() {
            return None;
        }
        let value = reverse_futility(args, info);
        self.counters
            .count(Technique::ReverseFutility, value.is_some());
        value
            .or_else(|| self.null_move(pos, args, info))
            .or_else(|| self.probcut(pos, args, info))
    }

    #[inline(always)]
    fn null_move(&mut self, pos: &Position, args: NodeArgs, info: &NodeInfo) -> Option<Value> {
        let NodeArgs {
            ply, depth, beta, ..
        } = args;
        let non_pawns = pos.non_pawns(pos.side_to_move()).count();
        let after_null = ply > 0 && self.stack[ply - 1].piece_to.is_none();
        if !self.null_move_is_sound
            || after_null
            || ply < self.null_move_min_ply
            || non_pawns < 2
            || depth < params::null_move_depth()
            || info.eval < beta
            || beta <= -MATE_IN_MAX
        {
            return None;
        }
        let reduction = params::null_move_base()
            + depth / params::null_move_divisor()
            + ((info.eval - beta) / params::null_move_margin()).min(params::null_move_most());
        let mut next = self.copy(pos);
        next.pass();
        self.stack[ply].piece_to = None;
        self.stack[ply].arrival = None;
        self.keys.push(&next);
        let reply = NodeArgs {
            ply: ply + 1,
            depth: depth - reduction,
            alpha: -beta,
            beta: -beta + 1,
            cut: !args.cut,
            in_check: None,
        };
        let value = -self.node::<false>(&next, reply);
        self.unmake(next);
        if self.stopping || value < beta {
            return None;
        }
        let value = if value >= MATE_IN_MAX { beta } else { value };
        let trusted = depth < params::null_verify_depth() && non_pawns >= 3;
        let holds = trusted || self.verify_null_move(pos, args, depth - reduction);
        self.counters.count(Technique::NullMove, holds);
        self.counters.count(Technique::NullVerification, !trusted);
        self.counters.count(Technique::NullRefuted, !holds);
        holds.then_some(value)
    }

    /// Null-move verification, a guard against zugzwang: whether the node still fails high without null moves near the top of its subtree.
    fn verify_null_move(&mut self, pos: &Position, args: NodeArgs, reduced: i32) -> bool {
        let earlier = self.null_move_min_ply;
        self.null_move_min_ply = args.ply + (3 * reduced / 4).max(1) as usize;
        let verification = NodeArgs {
            depth: reduced.max(1),
            alpha: args.beta - 1,
            cut: false,
            ..args
        };
        let value = self.node::<false>(pos, verification);
        self.null_move_min_ply = earlier;
        value >= args.beta
    }

    /// `ProbCut` (M. Buro, 1995): if a capture exceeds beta by a margin at low depth, it probably exceeds beta at full depth too.
    fn probcut(&mut self, pos: &Position, args: NodeArgs, info: &NodeInfo) -> Option<Value> {
        let NodeArgs { depth, beta, .. } = args;
        if depth < params::probcut_depth() || beta.abs() >= MATE_IN_MAX {
            return None;
        }
        if let Some(entry) = info.entry
            && entry.depth > depth - params::probcut_plies()
            && entry.value < beta + params::probcut_margin()
        {
            return None;
        }
        let table_move = info
            .entry
            .and_then(|entry| entry.mv)
            .filter(|mv| is_noisy(pos, *mv) && !converts(pos, *mv));
        let table_move = table_move.filter(|mv| self.is_pseudo_legal(pos, *mv));
        let picker = MovePicker::new(table_move, None, [None; 3], Scope::Noisy);
        let height = self.moves.height();
        let found = self.probcut_value(pos, args, info, picker);
        self.moves.fall_to(height);
        found
    }

    /// The value of the first capture that exceeds beta by the margin of `ProbCut`, if there is one.
    #[inline(always)]
    fn probcut_value(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        info: &NodeInfo,
        mut picker: MovePicker,
    ) -> Option<Value> {
        let raised = args.beta + params::probcut_margin();
        let needed = raised - info.eval;
        let check_info = R::check_info_knowing(pos, info.in_check);
        while let Some((mv, from)) = picker.next(pos, self, true) {
            if from == PickedFrom::BadNoisy {
                break;
            }
            if !self.see_ge(pos, mv, needed) || !self.drafted.is_legal::<R>(pos, &check_info, mv) {
                continue;
            }
            let value = self.probcut_move(pos, args, mv);
            if self.stopping {
                return None;
            }
            if value >= raised {
                let found = Entry {
                    mv: Some(mv),
                    value,
                    eval: info.raw_eval,
                    depth: args.depth - params::probcut_plies() + 1,
                    bound: Bound::Lower,
                    pv: info.pv,
                };
                self.shared.table.store(pos.key(), args.ply, &found);
                self.counters.count(Technique::ProbCut, true);
                return Some(value);
            }
        }
        None
    }

    /// The value of a capture for `ProbCut`: by quiescence and, if that exceeds beta by the margin, by a search at low depth.
    #[inline(always)]
    fn probcut_move(&mut self, pos: &Position, args: NodeArgs, mv: Move) -> Value {
        let raised = args.beta + params::probcut_margin();
        let next = self.make(pos, mv, args.ply);
        let same = R::LEGS && next.side_to_move() == pos.side_to_move();
        let child = NodeArgs {
            ply: args.ply + 1,
            depth: 0,
            alpha: raised - 1,
            beta: raised,
            cut: !args.cut,
            in_check: None,
        };
        let mut value = if same {
            self.quiesce::<false>(&next, child)
        } else {
            -self.quiesce::<false>(&next, child.negated())
        };
        if value >= raised {
            let depth = args.depth - params::probcut_plies();
            value = self.child::<false>(&next, same, NodeArgs { depth, ..child });
        }
        self.unmake(next);
        value
    }
}

/// Reverse futility pruning: returns a value if the evaluation exceeds beta by a margin that grows with depth.
#[inline(always)]
fn reverse_futility(args: NodeArgs, info: &NodeInfo) -> Option<Value> {
    let NodeArgs { depth, beta, .. } = args;
    let margin = params::reverse_futility_margin() * (depth - i32::from(info.improving));
    let fails_high = depth <= params::reverse_futility_depth()
        && info.eval - margin >= beta
        && beta > -MATE_IN_MAX
        && !info.pv;
    fails_high.then(|| Value::midpoint(info.eval, beta))
}
