//! The search for games whose turns get longer (Progressive Chess). Whole turns are its moves, because sequences of eight legs, say, are
//! too many to enumerate.
//!
//! A node is a position at the start of a turn (at the root possibly inside a turn). It is searched in three steps:
//!
//! 1. `winning_turn` looks for a turn that wins at once, by a best-first search over the positions inside the turn. Most games of
//!    Progressive Chess end with such a turn.
//! 2. `candidates` generates promising turns by a beam search; transposed orders of the same legs count once.
//! 3. Each candidate is searched by the same three steps for the other side, with smaller beams, down to a depth counted in turns.
//!
//! Each iteration searches a turn deeper, with wider beams and more effort for mates. The method (mate first, then the safest of the
//! promising turns) follows V. Janko and M. Guid, "A Program for Progressive Chess" (2015).

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
/// The maximum number of positions for which the result of the search for a winning turn is stored.
const MEMORY: usize = 1 << 18;
/// The number of positions expanded to find a winning turn at a leaf, in the first iteration.
const LEAF_EFFORT: usize = 24;
/// The number of positions expanded to find a winning turn at the root, in the first iteration.
const ROOT_EFFORT: usize = 3000;
/// The factor by which the effort at the root grows with each iteration.
const ROOT_GROWTH: usize = 4;

/// The value of a position in which every turn of the beam loses. The loss is likely, not proven: the beam may have missed a defence.
const LIKELY_LOSS: Value = -10_000;

/// The stored result of the search for a winning turn in a position.
struct WinProbe {
    /// The number of positions that the search was allowed to expand.
    effort: usize,
    /// Whether the search has tried everything.
    exhausted: bool,
    /// The winning turn, if one was found.
    line: Option<Vec<Move>>,
}

pub struct TurnSearch<'w, 'a, R> {
    thread: &'w mut ThreadData<'a, R>,
    probes: HashMap<u64, WinProbe>,
    winning_turns: WinningTurns,
    iteration: u32,
}

/// Whether the turns of the game grow and so become too long to be searched leg by leg.
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

    /// Iterative deepening until the search has to stop. The thread's root moves then hold the best turn found for each first leg.
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
                // `go mate 1` asks for a mate in one turn and nothing else.
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

    /// Searches for a winning turn until one is found, all turns are tried, the finder is full, or the search has to stop.
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

    /// The turns to search at the root, best first by the values of earlier iterations; `won` is a turn known to win.
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
            // A small bonus puts searched turns before turns that only have a static evaluation.
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
        Candidate::sort(&mut list);
        list
    }

    /// Searches the turns of the root in order and sorts the searched ones by value; returns their number. With `several` (several lines are
    /// asked for), every turn gets an open window.
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
        Candidate::sort(&mut list[..done]);
        done
    }

    /// Stores the searched turns as root moves (the best turn for each first leg) and reports the best lines.
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

    /// Whether no further iteration should start.
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

    /// Searches the position `after` a turn. Returns the value for the side that played the turn, and the line that follows.
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

    /// Searches a position at the start of a turn. Returns the value for the side to move, and the principal variation.
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

    /// A turn that wins at once, if the search finds one with the effort for this depth.
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
