//! The alpha-beta node of the main search: principal variation search, with one function per technique.
//!
//! A ply is a leg. A leg that does not end the turn costs no depth, and the same side moves again.

use super::counters::Technique;
use super::game_over::{holds_at_clock, outcome_value};
use super::history::{PieceTo, PreviousMoves};
use super::history_update::TriedMoves;
use super::move_class::{is_noisy, victim};
use super::move_picker::{MovePicker, PickedFrom, Scope};
use super::node_info::{NodeArgs, NodeInfo, cuts_off};
use super::params;
use super::pruning::{is_futile, late_move_count};
use super::reductions::{LateMove, reduction};
use super::report::Bound;
use super::thread::ThreadData;
use super::tt::Entry;
use crate::base::{INFINITE, MATE_IN_MAX, Move, Value, mate_in, mated_in};
use crate::position::Position;
use crate::rules::Rules;
use std::hint::cold_path;

struct MoveLoop<'n> {
    pos: &'n Position,
    /// The node's arguments; `alpha` rises while moves are searched.
    args: NodeArgs,
    /// Alpha before any move was searched.
    original_alpha: Value,
    info: &'n NodeInfo,
    /// The excluded move of a singular-extension search.
    excluded: Option<Move>,
    previous: PreviousMoves,
    /// Whether the transposition table's move is a capture or promotion.
    table_noisy: bool,
    best: Value,
    /// The last move that raised alpha.
    best_move: Option<Move>,
    /// The number of legal moves seen so far, pruned ones included.
    number: usize,
    /// Whether the remaining quiet moves are skipped.
    skip_quiets: bool,
    tried: TriedMoves,
}

/// A legal move from the move picker, with the data for pruning and reductions.
struct PickedMove {
    mv: Move,
    from: PickedFrom,
    noisy: bool,
    piece_to: PieceTo,
    /// The move's history score.
    history: i32,
    /// The base reduction, by depth and move number.
    reduction: i32,
}

impl<R: Rules> ThreadData<'_, R> {
    /// Searches a position and returns its value, fail-soft: exact between alpha and beta, otherwise a bound.
    pub fn node<const PV: bool>(&mut self, pos: &Position, args: NodeArgs) -> Value {
        if args.depth <= 0 && !pos.state().mid_turn() {
            return self.quiesce::<PV>(pos, NodeArgs { depth: 0, ..args });
        }
        let ply = args.ply;
        if let Some(value) = self.enter(pos, ply) {
            return value;
        }
        // Mate-distance pruning: no line from here can be better than a shorter mate that is already found.
        let mut args = NodeArgs {
            depth: args.depth.max(1),
            alpha: args.alpha.max(mated_in(ply)),
            beta: args.beta.min(mate_in(ply + 1)),
            ..args
        };
        if args.alpha >= args.beta {
            self.counters.count(Technique::MateDistance, true);
            return args.alpha;
        }
        let excluded = self.stack[ply].excluded;
        let entry = self
            .shared
            .table
            .probe(pos.key(), ply)
            .filter(|_| excluded.is_none());
        if !PV
            && let Some(entry) = entry
            && entry.depth >= args.depth
            && cuts_off(&entry, args.alpha, args.beta)
            && holds_at_clock(pos, entry.value, ply)
        {
            self.counters.count(Technique::TableCutoff, true);
            if entry.value >= args.beta {
                self.reward_table_move(pos, args, &entry);
            }
            return entry.value;
        }
        self.prefetch_first_children::<PV>(pos, args.depth, entry);
        let info = self.assess::<PV>(pos, args, entry);
        if !PV
            && !info.in_check
            && excluded.is_none()
            && let Some(value) = self.prune_node(pos, args, &info)
        {
            return value;
        }
        // Internal iterative reduction: without a move from the table the move ordering is poor, so a shallower search has to do.
        let has_table_move = info.entry.is_some_and(|entry| entry.mv.is_some());
        if args.depth >= params::iterative_depth() && !has_table_move && (PV || args.cut) {
            self.counters.count(Technique::IterativeReduction, true);
            args.depth -= 1;
        }
        self.search_moves::<PV>(pos, args, &info)
    }

    /// Prefetches the transposition table entries of the likely first children: after the null move and after the table move.
    #[inline(always)]
    fn prefetch_first_children<const PV: bool>(
        &self,
        pos: &Position,
        depth: i32,
        entry: Option<Entry>,
    ) {
        if !PV
            && !self.several_legs()
            && self.null_move_is_sound
            && depth >= params::null_move_depth()
        {
            self.shared.table.prefetch(pos.key_after_pass());
        }
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch_child(pos, mv);
        }
    }

    /// Searches a child and returns its value for the parent's side to move. `args` has the parent's window; `same` means that the same
    /// side is still to move, so that nothing is negated.
    #[inline(always)]
    pub fn child<const PV: bool>(&mut self, next: &Position, same: bool, args: NodeArgs) -> Value {
        if same {
            self.node::<PV>(next, args)
        } else {
            -self.node::<PV>(next, args.negated())
        }
    }

    fn search_moves<const PV: bool>(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        info: &NodeInfo,
    ) -> Value {
        let table_move = info.entry.and_then(|entry| entry.mv);
        let table_move = table_move.filter(|mv| self.is_pseudo_legal(pos, *mv));
        let mut node = MoveLoop {
            pos,
            args,
            original_alpha: args.alpha,
            info,
            excluded: self.stack[args.ply].excluded,
            previous: self.previous_moves(args.ply),
            table_noisy: table_move.is_some_and(|mv| is_noisy(pos, mv)),
            best: -INFINITE,
            best_move: None,
            number: 0,
            skip_quiets: false,
            tried: TriedMoves::new(),
        };
        let killer = self.stack[args.ply].killer;
        let picker = MovePicker::new(table_move, killer, node.previous, Scope::All);
        let height = self.moves.height();
        let refuted = self.try_moves::<PV>(&mut node, picker);
        self.moves.fall_to(height);
        match refuted {
            Some(value) => value,
            None if self.stopping => 0,
            None => self.finish_node(&node),
        }
    }

    /// The move loop: ends when a move fails high, no moves are left or the search is stopped. Returns a value only on multi-cut.
    #[inline(always)]
    fn try_moves<const PV: bool>(
        &mut self,
        node: &mut MoveLoop<'_>,
        mut picker: MovePicker,
    ) -> Option<Value> {
        let pos = node.pos;
        let check_info = R::check_info_knowing(pos, node.info.in_check);
        loop {
            let skipped = node.skip_quiets;
            node.skip_futile_quiets::<PV>();
            self.counters
                .count(Technique::Futility, node.skip_quiets && !skipped);
            let (mv, from) = picker.next(pos, self, node.skip_quiets)?;
            self.prefetch_child(pos, mv);
            if Some(mv) == node.excluded || !self.drafted.is_legal::<R>(pos, &check_info, mv) {
                continue;
            }
            node.number += 1;
            let picked = self.picked_move(node, mv, from);
            if self.skips_move::<PV>(node, &picked, picker.quiet_count()) {
                continue;
            }
            let extension = match self.extension(node, mv) {
                Ok(extension) => extension,
                Err(value) => return Some(node.best.max(value)),
            };
            let value = self.search_move::<PV>(node, &picked, extension);
            if self.stopping || self.take_value::<PV>(node, &picked, value) {
                return None;
            }
            node.tried.add(mv, picked.piece_to, picked.noisy);
        }
    }

    /// Collects the data of a move for pruning and reductions.
    #[inline(always)]
    fn picked_move(&self, node: &MoveLoop<'_>, mv: Move, from: PickedFrom) -> PickedMove {
        let pos = node.pos;
        let noisy = is_noisy(pos, mv);
        let piece_to = PieceTo::of(pos, mv);
        let history = if noisy {
            self.history.capture(piece_to, victim(pos, mv))
        } else {
            self.history
                .quiet(pos.side_to_move(), mv, piece_to, node.previous)
        };
        PickedMove {
            mv,
            from,
            noisy,
            piece_to,
            history,
            reduction: reduction(node.args.depth, node.number),
        }
    }

    /// Whether a move is skipped at low depth: late moves, moves with bad history, and moves that lose material. Nothing is skipped before
    /// a move is found that does not get mated.
    #[inline(always)]
    fn skips_move<const PV: bool>(
        &mut self,
        node: &mut MoveLoop<'_>,
        picked: &PickedMove,
        quiet_count: usize,
    ) -> bool {
        if node.best <= -MATE_IN_MAX || PV && node.number <= 4 {
            return false;
        }
        let depth = node.args.depth;
        // A drop that gives check does not count as quiet: most mates begin with such a drop.
        let forcing = picked.noisy || picked.from == PickedFrom::DropCheck;
        if !forcing && !node.info.in_check {
            let most = late_move_count(depth, quiet_count, node.info.improving);
            let late = depth <= params::late_move_depth() && node.number > most;
            self.counters
                .count(Technique::LateMoves, late && !node.skip_quiets);
            node.skip_quiets |= late;
            if depth <= params::history_prune_depth()
                && picked.history < -params::history_prune_margin() * depth
            {
                self.counters.count(Technique::HistoryPruning, true);
                return true;
            }
        }
        let left = (depth - picked.reduction).max(0);
        let allowed_loss = if forcing {
            params::exchange_noisy_margin() * self.see_values.times_counted() * depth
        } else {
            params::exchange_quiet_margin() * left * left
        };
        let loses = depth <= params::exchange_depth()
            && picked.from != PickedFrom::GoodNoisy
            && !self.see_ge(node.pos, picked.mv, -allowed_loss);
        self.counters
            .count(Technique::QuietExchange, loses && !picked.noisy);
        self.counters
            .count(Technique::NoisyExchange, loses && picked.noisy);
        loses
    }

    /// Singular extensions. Returns the extension of a move in plies (negative: a reduction) or, on multi-cut, the value of the node as `Err`.
    #[inline(always)]
    fn extension(&mut self, node: &MoveLoop<'_>, mv: Move) -> Result<i32, Value> {
        let NodeArgs {
            ply, depth, beta, ..
        } = node.args;
        let Some(entry) = node.info.entry else {
            return Ok(0);
        };
        let candidate = depth >= params::singular_depth()
            && entry.mv == Some(mv)
            && entry.depth >= depth - params::singular_reach()
            && entry.bound != Bound::Upper
            && entry.value.abs() < MATE_IN_MAX
            && node.excluded.is_none()
            && ply < 2 * self.completed_depth as usize + 4
            && !node.pos.state().mid_turn();
        if !candidate {
            return Ok(0);
        }
        cold_path();
        let bar = entry.value - params::singular_margin() * depth;
        let others = NodeArgs {
            depth: (depth - 1) / 2,
            alpha: bar - 1,
            beta: bar,
            ..node.args
        };
        self.stack[ply].excluded = Some(mv);
        let value = self.node::<false>(node.pos, others);
        self.stack[ply].excluded = None;
        if value < bar {
            self.counters.count(Technique::SingularExtension, true);
            return Ok(1);
        }
        if bar >= beta {
            self.counters.count(Technique::MultiCut, true);
            return Err(bar);
        }
        let reduced = entry.value >= beta;
        self.counters.count(Technique::NegativeExtension, reduced);
        Ok(if reduced { -1 } else { 0 })
    }

    /// Searches one move, with late move reductions and principal variation search: all moves but the first get a null window first.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &MoveLoop<'_>,
        picked: &PickedMove,
        extension: i32,
    ) -> Value {
        let NodeArgs {
            ply,
            depth,
            alpha,
            cut,
            ..
        } = node.args;
        let next = self.make(node.pos, picked.mv, ply);
        self.stack[ply].quiet = (!picked.noisy).then_some(picked.mv);
        let same = R::LEGS && next.side_to_move() == node.pos.side_to_move();
        let deeper = if same { depth } else { depth - 1 } + extension;
        let reduces = !same && node.reduces::<PV>();
        // Computed once, because the reduction and the child node both need to know whether the move gives check.
        let gives_check = reduces.then(|| R::must_evade(&next));
        let null_window = |depth, cut| NodeArgs {
            ply: ply + 1,
            depth,
            alpha,
            beta: alpha + 1,
            cut,
            in_check: gives_check,
        };
        let mut value = -INFINITE;
        if let Some(gives_check) = gives_check {
            let late = LateMove {
                reduction: picked.reduction,
                history: picked.history,
                cut,
                table_noisy: node.table_noisy,
                checks: i32::from(node.info.in_check) + i32::from(gives_check),
                drop: Self::drop_reduction(node.pos, picked.mv),
                info: node.info,
            };
            let reduction = self.late_reduction(ply, &late);
            let reduced = (deeper - reduction).clamp(1, deeper.max(1));
            self.counters
                .count(Technique::LateMoveReduction, reduced < deeper);
            value = self.child::<false>(&next, same, null_window(reduced, true));
            if value > alpha && reduced < deeper {
                let far = params::reduction_deeper();
                let extra = i32::from(far > 0 && value > node.best + far);
                self.counters.count(Technique::Deeper, extra > 0);
                value = self.child::<false>(&next, same, null_window(deeper + extra, !cut));
            }
        } else if !PV || node.number > 1 {
            value = self.child::<false>(&next, same, null_window(deeper, !cut));
        }
        if PV && (node.number == 1 || value > alpha) {
            let full_window = NodeArgs {
                beta: node.args.beta,
                ..null_window(deeper, false)
            };
            value = self.child::<true>(&next, same, full_window);
        }
        self.unmake(next);
        value
    }

    /// Updates the node with the value of a move. Returns whether the node fails high.
    #[inline(always)]
    fn take_value<const PV: bool>(
        &mut self,
        node: &mut MoveLoop<'_>,
        picked: &PickedMove,
        value: Value,
    ) -> bool {
        if value <= node.best {
            return false;
        }
        node.best = value;
        if value <= node.args.alpha {
            return false;
        }
        node.best_move = Some(picked.mv);
        if PV {
            self.extend_pv(node.args.ply, picked.mv);
        }
        if value >= node.args.beta {
            self.stack[node.args.ply].cutoffs += 1;
            return true;
        }
        node.args.alpha = value;
        false
    }

    /// Ends a node and returns its value: handles mate and stalemate, updates histories, stores the transposition table entry.
    #[inline(always)]
    fn finish_node(&mut self, node: &MoveLoop<'_>) -> Value {
        let (pos, args, best) = (node.pos, node.args, node.best);
        let excluded = node.excluded.is_some();
        if node.number == 0 {
            cold_path();
            return if excluded {
                args.alpha
            } else {
                outcome_value(R::no_move_outcome(pos), pos.side_to_move(), args.ply)
            };
        }
        if let Some(mv) = node.best_move {
            self.reward_best(pos, args, mv, &node.tried);
        }
        if node.best_move.is_none() && !excluded && !self.several_legs() {
            self.reward_previous_move(pos, args);
        }
        if !excluded {
            let bound = match node.best_move {
                _ if best >= args.beta => Bound::Lower,
                Some(_) if best > node.original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let found = Entry {
                mv: node.best_move,
                value: best,
                eval: node.info.raw_eval,
                depth: args.depth,
                bound,
                pv: node.info.pv,
            };
            self.shared.table.store(pos.key(), args.ply, &found);
            self.learn_correction(pos, args, &found, node.info.in_check);
        }
        best
    }
}

impl MoveLoop<'_> {
    /// Futility pruning: sets `skip_quiets` if quiet moves can hardly raise alpha.
    #[inline(always)]
    fn skip_futile_quiets<const PV: bool>(&mut self) {
        if !self.skip_quiets
            && !self.info.in_check
            && self.best > -MATE_IN_MAX
            && (!PV || self.number >= 4)
        {
            let depth = self.args.depth;
            let left = depth - reduction(depth, self.number + 1);
            self.skip_quiets = is_futile(left, self.args.alpha, self.info.eval);
        }
    }

    /// Whether depth and move number allow late move reductions for the current move.
    #[inline(always)]
    fn reduces<const PV: bool>(&self) -> bool {
        self.args.depth >= params::reduction_depth() && self.number > 1 + usize::from(PV)
    }
}
