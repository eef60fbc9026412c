//! The root of the search: iterative deepening, aspiration windows, order of the root moves.

use super::counters::Technique;
use super::mate_search::MateSearch;
use super::move_class::is_noisy;
use super::node_info::NodeArgs;
use super::params;
use super::report::Bound;
use super::thread::{OnRootInfo, RootInfo, RootMove, ThreadData};
use super::time::hundredths;
use super::turns;
use crate::base::{INFINITE, MATE, MATE_IN_MAX, MAX_PLY, Move, Value, mate_in};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> ThreadData<'_, R> {
    /// Searches by iterative deepening until a limit is reached, for the `multi_pv` best lines.
    pub fn deepen(&mut self, multi_pv: usize, on_info: OnRootInfo<'_>) {
        if self.root_moves.is_empty() {
            return;
        }
        if R::LEGS && turns::are_long(&self.root) {
            // Only one thread searches: the results of helpers would depend on the scheduler.
            if self.index == 0 {
                self.counters.count(Technique::TurnSearch, true);
                turns::TurnSearch::new(self).deepen(multi_pv, on_info);
            }
            return;
        }
        let limits = self.shared.limits;
        let mut deepest = limits.depth.unwrap_or(MAX_PLY as u32);
        if let Some(turns) = limits.mate {
            if self.index > 0 || self.find_mate(turns, on_info) {
                return;
            }
            // If there is no mate in `turns`, an ordinary search to that depth finds a move to play.
            deepest = deepest.min(turns.saturating_mul(2));
        }
        self.iterate(deepest.clamp(1, MAX_PLY as u32 - 10), multi_pv, on_info);
        self.publish_nodes();
    }

    /// Iterative deepening up to depth `deepest`.
    fn iterate(&mut self, deepest: u32, multi_pv: usize, on_info: OnRootInfo<'_>) {
        let lines = multi_pv.clamp(1, self.root_moves.len());
        let mut stable = 0;
        for depth in 1..=deepest {
            // Helper threads skip some depths so that the threads search different depths.
            let skipped = (depth as usize + self.index).checked_rem(params::helper_skip() as usize);
            if self.index > 0 && depth > 4 && skipped == Some(0) {
                continue;
            }
            for root_move in &mut self.root_moves {
                root_move.last_value = root_move.value;
            }
            let RootMove {
                mv: leader, value, ..
            } = self.root_moves[0];
            self.iteration(depth, lines, on_info);
            if self.stopping {
                // If the best move changed, its line is reported: the last report has to begin with the move that will be played.
                if depth > 1 && self.root_moves[0].mv != leader {
                    self.report_line(depth, 0, on_info);
                }
                return;
            }
            self.completed_depth = depth;
            stable = if self.root_moves[0].mv == leader {
                stable + 1
            } else {
                0
            };
            if self.index == 0 && self.is_done(depth, stable, value) {
                return;
            }
        }
    }

    /// Searches the `lines` best lines to a depth, and reports each when it is completed.
    fn iteration(&mut self, depth: u32, lines: usize, on_info: OnRootInfo<'_>) {
        for line in 0..lines {
            self.seldepth = 0;
            self.aspiration(depth as i32, line);
            if self.stopping && (depth > 1 || line > 0) {
                return;
            }
            self.publish_nodes();
            // A later line can turn out better than earlier ones: it moves up, and the lines below are reported again.
            let value = self.root_moves[line].value;
            let place = self.root_moves[..line].partition_point(|root| root.value >= value);
            self.root_moves[place..=line].rotate_right(1);
            for index in place..=line {
                self.report_line(depth, index, on_info);
            }
        }
    }

    fn report_line(&self, depth: u32, index: usize, on_info: OnRootInfo<'_>) {
        on_info(&RootInfo {
            depth,
            line: index + 1,
            root_move: &self.root_moves[index],
        });
    }

    /// Searches for the shortest forced win in at most `turns` turns. Reports it and returns true if there is one.
    fn find_mate(&mut self, turns: u32, on_info: OnRootInfo<'_>) -> bool {
        let mut search = MateSearch::<R>::new(self);
        // More turns than `MAX_PLY` do not fit into the search.
        let turns = turns.min(MAX_PLY as u32);
        let Some(line) = (1..=turns).find_map(|turns| search.run(turns)) else {
            return false;
        };
        let Some(index) = self.root_moves.iter().position(|root| root.mv == line[0]) else {
            return false;
        };
        let legs = line.len();
        self.root_moves.swap(0, index);
        let best = &mut self.root_moves[0];
        best.value = mate_in(legs);
        best.seldepth = legs as u32;
        best.pv = line;
        self.completed_depth = legs as u32;
        self.publish_nodes();
        self.report_line(self.completed_depth, 0, on_info);
        true
    }

    /// Whether the first thread stops instead of beginning the next iteration. `last_value` is the value of the previous iteration's best
    /// move, because a new best move may have no value from that iteration.
    fn is_done(&self, depth: u32, stable: u32, last_value: Value) -> bool {
        let shared = self.shared;
        let best = &self.root_moves[0];
        if shared.is_open_ended() || !shared.budget.has_clock() {
            return false;
        }
        if self.root_moves.len() == 1 && depth >= 6 {
            return true;
        }
        // A mate much shorter than the depth searched will not be improved.
        if best.value.abs() >= MATE_IN_MAX && depth as Value > 2 * (MATE - best.value.abs()) + 4 {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let fall = (last_value.min(2000) - best.value).clamp(-20, 80) as f64;
        let effort = (hundredths(params::effort_nodes()) - share)
            * (hundredths(params::effort_wavering())
                - hundredths(params::effort_stable()) * f64::from(stable.min(8)))
            * (1.0 + fall * hundredths(params::effort_falling()) / 10.0);
        shared.budget.is_enough(effort)
    }

    /// Searches the root moves from index `line` on, with an aspiration window around the previous iteration's value.
    fn aspiration(&mut self, depth: i32, line: usize) {
        let last = self.root_moves[line].last_value;
        let mut width = params::aspiration_window();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() && last.abs() < MATE_IN_MAX {
            alpha = last - width;
            beta = last + width;
        }
        let mut fails = 0;
        loop {
            let args = NodeArgs {
                ply: 0,
                depth: (depth - fails).max(1),
                alpha,
                beta,
                cut: false,
                in_check: None,
            };
            let value = self.root_node(line, args);
            RootMove::sort(&mut self.root_moves[line..]);
            if self.stopping {
                return;
            }
            self.counters
                .count(Technique::AspirationLow, value <= alpha);
            self.counters
                .count(Technique::AspirationHigh, value > alpha && value >= beta);
            if value <= alpha {
                beta = Value::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                fails = 0;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                fails = (fails + 1).min(3);
            } else {
                return;
            }
            width += width * params::aspiration_growth() / 100 + 5;
            if width > params::aspiration_most() {
                self.counters.count(Technique::AspirationOpened, true);
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root moves from index `line` on, with the given window, and returns the best value.
    fn root_node(&mut self, line: usize, args: NodeArgs) -> Value {
        let root = self.root.clone();
        self.stack[0].eval = self.evaluator.evaluate(&root);
        for entry in &mut self.stack[1..=2] {
            entry.cutoffs = 0;
        }
        let mut alpha = args.alpha;
        let mut best = -INFINITE;
        for index in line..self.root_moves.len() {
            let nodes = self.nodes;
            let mv = self.root_moves[index].mv;
            let number = index - line;
            let value = self.root_move(&root, mv, number, NodeArgs { alpha, ..args });
            if self.stopping && (best > -INFINITE || args.depth > 1) {
                return best;
            }
            self.root_moves[index].nodes += self.nodes - nodes;
            if number == 0 || value > alpha {
                self.keep_root_value(index, value, args);
            } else {
                self.root_moves[index].value = -INFINITE;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= args.beta {
                break;
            }
        }
        best
    }

    /// Stores a root move's value, its kind of bound in `window`, and its principal variation.
    fn keep_root_value(&mut self, index: usize, value: Value, window: NodeArgs) {
        let root_move = &mut self.root_moves[index];
        root_move.value = value;
        root_move.seldepth = self.seldepth as u32;
        root_move.bound = match value {
            value if value <= window.alpha => Bound::Upper,
            value if value >= window.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        root_move.pv.clear();
        root_move.pv.push(root_move.mv);
        root_move.pv.extend_from_slice(&self.pv_table[1]);
    }

    /// Searches root move `number` (from 0) and returns its value.
    fn root_move(&mut self, root: &Position, mv: Move, number: usize, args: NodeArgs) -> Value {
        let next = self.make(root, mv, 0);
        self.stack[0].quiet = (!is_noisy(root, mv)).then_some(mv);
        let same = R::LEGS && next.side_to_move() == root.side_to_move();
        let deeper = if same { args.depth } else { args.depth - 1 };
        let full_window = NodeArgs {
            ply: 1,
            depth: deeper,
            in_check: None,
            ..args
        };
        let null_window = NodeArgs {
            beta: args.alpha + 1,
            cut: true,
            ..full_window
        };
        let value = if number == 0 {
            self.child::<true>(&next, same, full_window)
        } else {
            let reduction = if same {
                0
            } else {
                self.root_reduction(root, mv, args.depth, number)
            };
            let reduced = (deeper - reduction).max(1).min(deeper);
            self.counters
                .count(Technique::RootReduction, reduced < deeper);
            let shallow = NodeArgs {
                depth: reduced,
                ..null_window
            };
            let mut value = self.child::<false>(&next, same, shallow);
            if value > args.alpha && reduced < deeper {
                value = self.child::<false>(&next, same, null_window);
            }
            if value > args.alpha {
                value = self.child::<true>(&next, same, full_window);
            }
            value
        };
        self.unmake(next);
        value
    }
}
