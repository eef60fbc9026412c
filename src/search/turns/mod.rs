//! Search by turns, for games whose turns get longer: the sequences of eight legs are too many to enumerate.
//!
//! A node is the start of a turn (at the root possibly its middle). It is searched in three steps:
//!
//! 1. `winning_turn`: is there a turn that wins at once? Most games of progressive chess end by one, so a
//!    best-first search over the positions inside the turn looks for it first, at every node.
//! 2. `candidates`: a beam of turns that look good, transposed orders of legs merged.
//! 3. The candidates are answered by the same three steps for the other side, with ever smaller beams,
//!    down to a depth counted in turns.
//!
//! Each iteration goes a turn deeper, with wider beams and more effort for mates. The general shape,
//! mate first and then the safest of the promising turns, is that of V. Janko and M. Guid, "A Program
//! for Progressive Chess" (2015).

mod candidates;
mod closeness;
mod winning_turn;

use super::game_over::outcome_value;
use super::report::Bound;
use super::thread::{OnRootInfo, RootInfo, RootMove, ThreadData};
use crate::base::{INFINITE, MATE_IN_MAX, MAX_PLY, Move, Value, mate_in};
use crate::position::Position;
use crate::rules::{Rules, record};
use candidates::{Candidate, Width};
use std::collections::HashMap;
use winning_turn::{WinFinder, WinVerdict, WinningTurns};

const DEEPEST: u32 = 40;
/// The maximum number of positions whose search for a winning turn is remembered.
const MEMORY: usize = 1 << 18;
/// Positions expanded in search of a mate at a leaf of the first iteration.
const LEAF_EFFORT: usize = 24;
/// Positions expanded in search of a mate at the root of the first iteration.
const ROOT_EFFORT: usize = 3000;
/// The growth factor of the effort per iteration at the root.
const ROOT_GROWTH: usize = 4;

/// The value of a loss against every turn of a beam. The beam may have missed a defence, so the loss is likely, not proven.
const LIKELY_LOSS: Value = -10_000;

/// The state of the search for a winning turn in a position.
struct WinProbe {
    /// Positions expanded.
    effort: usize,
    /// Whether nothing is left to expand.
    exhausted: bool,
    /// The winning turn.
    line: Option<Vec<Move>>,
}

pub struct TurnSearch<'w, 'a, R> {
    thread: &'w mut ThreadData<'a, R>,
    probes: HashMap<u64, WinProbe>,
    winning_turns: WinningTurns,
    iteration: u32,
}

/// Whether the turns of the game get too long to be searched leg by leg.
pub fn are_long(pos: &Position) -> bool {
    let series = pos.variant().rules.series.as_ref();
    series.is_some_and(|series| series.schedule.grows())
}

impl<'w, 'a, R: Rules> TurnSearch<'w, 'a, R> {
    /// A search with the limits, the root and the counters of a thread.
    pub fn new(thread: &'w mut ThreadData<'a, R>) -> Self {
        Self {
            thread,
            probes: HashMap::new(),
            winning_turns: WinningTurns::default(),
            iteration: 0,
        }
    }

    /// Searches deeper and deeper until the search has to stop; leaves the best turns, one for each
    /// first leg, in the thread's list of root moves.
    pub fn deepen(&mut self, multi_pv: usize, on_info: OnRootInfo<'_>) {
        let root = self.thread.root.clone();
        let limits = self.thread.shared.limits;
        let deepest = limits
            .depth
            .map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST));
        let first: Vec<Move> = self.thread.root_moves.iter().map(|root| root.mv).collect();
        let mut finder = WinFinder::<R>::new(&root, Some(&first));
        let mut ranking: HashMap<u64, Value> = HashMap::new();
        let mut effort = ROOT_EFFORT;
        for iteration in 1..=deepest {
            self.iteration = iteration;
            let mut won = None;
            if let WinVerdict::Win(line) = finder.run(self.thread, effort) {
                won = Some(line);
            }
            if limits.mate == Some(1) && won.is_none() && !finder.is_exhausted() {
                // Only a mate in one turn is wanted.
                won = self.find_win_at_any_effort(&mut finder, effort);
            }
            effort = effort.saturating_mul(ROOT_GROWTH);
            let mut list = self.root_candidates(&root, &first, &ranking, won.as_deref());
            if list.is_empty() {
                break;
            }
            if won.is_some() && multi_pv == 1 {
                list.truncate(1);
            }
            let done = self.root_iteration(&root, &mut list, multi_pv > 1);
            if done > 0 {
                ranking.extend(
                    list[..done]
                        .iter()
                        .map(|turn| (turn.after.key(), turn.value)),
                );
                self.publish(list, done, multi_pv, on_info);
            }
            if self.thread.stopping || self.is_done(iteration) {
                break;
            }
        }
        let thread = &mut *self.thread;
        thread.publish_nodes();
    }

    /// Searches for a winning turn until one is found, all turns are tried, or the search has to stop.
    fn find_win_at_any_effort(
        &mut self,
        finder: &mut WinFinder<R>,
        effort: usize,
    ) -> Option<Vec<Move>> {
        loop {
            match finder.run(self.thread, effort) {
                WinVerdict::Win(line) => return Some(line),
                WinVerdict::NoWin => return None,
                WinVerdict::Unknown if self.thread.stopping || finder.is_full() => return None,
                WinVerdict::Unknown => {}
            }
        }
    }

    /// The turns to search at the root, best first by the values of earlier iterations.
    fn root_candidates(
        &mut self,
        root: &Position,
        first: &[Move],
        ranking: &HashMap<u64, Value>,
        won: Option<&[Move]>,
    ) -> Vec<Candidate> {
        let width = Width::root(self.iteration);
        let mut list = candidates::generate(self.thread, root, width, Some(first));
        for turn in &mut list {
            // Searched turns come before statically evaluated ones.
            if let Some(value) = ranking.get(&turn.after.key()) {
                turn.value = *value + if *value > -MATE_IN_MAX { 30 } else { 0 };
            }
        }
        if let Some(line) = won {
            let after = line.iter().fold(root.clone(), |at, leg| R::play(&at, *leg));
            list.retain(|turn| turn.after.key() != after.key());
            list.push(Candidate {
                legs: line.to_vec(),
                after,
                value: mate_in(1),
            });
        }
        list.sort_by_key(|turn| std::cmp::Reverse(turn.value));
        list
    }

    /// Searches the turns of the root in order, all of them with an open window if `several` are
    /// asked for, and sorts them by value; returns how many were searched.
    fn root_iteration(&mut self, root: &Position, list: &mut [Candidate], several: bool) -> usize {
        let mut alpha = -INFINITE;
        let mut done = 0;
        for turn in list.iter_mut() {
            let (value, line) = if turn.value >= mate_in(1) {
                (turn.value, Vec::new())
            } else {
                let floor = if several { -INFINITE } else { alpha };
                self.answer(&turn.after, 1, self.iteration - 1, floor, INFINITE)
            };
            if self.thread.stopping && done > 0 {
                break;
            }
            turn.value = value;
            turn.legs.truncate(turn.own_legs(root));
            turn.legs.extend_from_slice(&line);
            alpha = alpha.max(value);
            done += 1;
            if self.thread.stopping {
                break;
            }
        }
        list[..done].sort_by_key(|turn| std::cmp::Reverse(turn.value));
        done
    }

    /// Hands the searched turns over as root moves, the best turn of each first leg, and reports them.
    fn publish(
        &mut self,
        list: Vec<Candidate>,
        done: usize,
        multi_pv: usize,
        on_info: OnRootInfo<'_>,
    ) {
        let thread = &mut *self.thread;
        let mut order: Vec<RootMove> = Vec::new();
        for turn in list.into_iter().take(done) {
            let Some(mv) = turn.legs.first().copied() else {
                continue;
            };
            if order.iter().any(|root| root.mv == mv) {
                continue;
            }
            order.push(RootMove {
                mv,
                value: turn.value,
                last_value: turn.value,
                seldepth: turn.legs.len() as u32,
                pv: turn.legs,
                bound: Bound::Exact,
                nodes: 0,
            });
        }
        let left_over = |root: &RootMove| order.iter().all(|found| found.mv != root.mv);
        let rest: Vec<RootMove> = thread
            .root_moves
            .iter()
            .filter(|root| left_over(root))
            .cloned()
            .collect();
        let rest = rest.into_iter().map(|root| RootMove {
            value: -INFINITE,
            ..root
        });
        let lines = order.len().min(multi_pv);
        thread.root_moves = order;
        thread.root_moves.extend(rest);
        thread.completed_depth = self.iteration;
        thread.publish_nodes();
        for line in 0..lines {
            on_info(&RootInfo {
                depth: self.iteration,
                line: line + 1,
                root_move: &thread.root_moves[line],
            });
        }
    }

    /// Whether no further iteration should be begun.
    fn is_done(&self, iteration: u32) -> bool {
        let thread = &*self.thread;
        let limits = thread.shared.limits;
        let best = thread.root_moves[0].value;
        if limits.mate == Some(1)
            || best >= mate_in(1)
            || thread.root_moves.len() == 1 && iteration > 2 && !limits.infinite
        {
            return true;
        }
        if let Some(mate) = limits.mate
            && best >= mate_in((2 * mate.min(MAX_PLY as u32) as usize).saturating_sub(1))
        {
            return true;
        }
        !thread.shared.is_open_ended() && thread.shared.budget.is_enough(0.6)
    }

    /// The value of a turn that leads to `after`, for the side that played it, and the line
    /// that follows.
    fn answer(
        &mut self,
        after: &Position,
        ply: usize,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> (Value, Vec<Move>) {
        record::<R>(&mut self.thread.keys, after);
        let (value, line) = self.node(after, ply, depth, -beta, -alpha);
        self.thread.keys.pop();
        (-value, line)
    }

    /// The value of a position at the start of a turn, for the side to move, and its principal variation.
    fn node(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> (Value, Vec<Move>) {
        self.thread.seldepth = self.thread.seldepth.max(ply);
        if let Some(value) = self.thread.game_over(pos, ply) {
            return (value, Vec::new());
        }
        if !R::can_move(pos) {
            return (
                outcome_value(R::no_move_outcome(pos), pos.side_to_move(), ply),
                Vec::new(),
            );
        }
        if mate_in(ply + 1) <= alpha {
            return (alpha, Vec::new());
        }
        if let Some(line) = self.win_at_once(pos, depth) {
            return (mate_in(ply + 1), line);
        }
        if depth == 0 || self.thread.stopping {
            return (self.thread.evaluator.evaluate(pos), Vec::new());
        }
        let width = Width::inner(depth, self.iteration);
        let list = candidates::generate(self.thread, pos, width, None);
        let (mut alpha, mut best, mut best_line) = (alpha, -INFINITE, Vec::new());
        for turn in list {
            if self.thread.stopping {
                break;
            }
            let (value, line) = self.answer(&turn.after, ply + 1, depth - 1, alpha, beta);
            if value > best {
                best = value;
                best_line = turn.legs;
                best_line.extend(line);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best == -INFINITE {
            return (self.thread.evaluator.evaluate(pos), Vec::new());
        }
        if best <= -MATE_IN_MAX {
            best = LIKELY_LOSS + ply as Value * 10;
        }
        (best, best_line)
    }

    /// A turn that wins at once, if the effort for this depth finds one.
    fn win_at_once(&mut self, pos: &Position, depth: u32) -> Option<Vec<Move>> {
        let effort = LEAF_EFFORT << (self.iteration - 1 + depth).min(12);
        let key = pos.key();
        if let Some(probe) = self.probes.get(&key)
            && (probe.exhausted || probe.effort >= effort || probe.line.is_some())
        {
            return probe.line.clone();
        }
        let known = self.winning_turns.winning::<R>(pos);
        let (line, exhausted) = match known {
            Some(line) => (Some(line), true),
            None => match WinFinder::<R>::new(pos, None).run(self.thread, effort) {
                WinVerdict::Win(line) => (Some(line), true),
                WinVerdict::NoWin => (None, true),
                WinVerdict::Unknown => (None, false),
            },
        };
        if self.thread.stopping && line.is_none() {
            return None;
        }
        if let Some(line) = &line {
            self.winning_turns.add(pos.side_to_move(), line);
        }
        if self.probes.len() >= MEMORY {
            self.probes.clear();
        }
        let probe = WinProbe {
            effort,
            exhausted,
            line: line.clone(),
        };
        self.probes.insert(key, probe);
        line
    }
}
