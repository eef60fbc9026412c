//! One thread's share of a search: its histories, its stack, and iterative deepening at the root.

use super::exchange::Worth;
use super::history::{History, Place};
use super::limits::Limits;
use super::params;
use super::picker::is_noisy;
use super::prover::Prover;
use super::report::Bound;
use super::time::{Budget, hundredths};
use super::tt::Table;
use super::turns;
use crate::base::{
    INFINITE, MATE_IN_MAX, MAX_PLY, Move, MoveKind, MoveList, Square, Value, mate_in,
};
use crate::position::Position;
use crate::rules::{Game, Rules};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The table.
    pub table: &'a Table,
    /// Set when all threads have to stop.
    pub stop: &'a AtomicBool,
    /// Set while the search thinks on the opponent's time.
    pub pondering: &'a AtomicBool,
    /// Nodes searched by each thread, as last told.
    pub nodes: Vec<AtomicU64>,
    /// When to end.
    pub limits: &'a Limits,
    /// The time there is.
    pub budget: Budget,
}

impl Shared<'_> {
    /// Nodes searched by all threads, as last told.
    pub fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Whether the search has been told to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// A legal first leg and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The leg.
    pub mv: Move,
    /// Its value in the current iteration; `-INFINITE` if it was not better than the best.
    pub value: Value,
    /// Its value in the iteration before.
    pub last_value: Value,
    /// The line that follows, itself included.
    pub pv: Vec<Move>,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Nodes spent on it.
    pub nodes: u64,
    /// The deepest leg reached behind it.
    pub seldepth: u32,
}

/// What a node leaves for its descendants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The static evaluation.
    pub eval: Value,
    /// The move made, as the histories know it; `None` for a null move.
    pub place: Option<Place>,
    /// Where the man stands that has made it.
    pub arrival: Option<Square>,
    /// The move made in a node (not in quiescence), if it is quiet.
    pub quiet: Option<Move>,
    /// How many of the nodes at this distance from the root have been refuted since their grandparent began.
    pub refuted: u32,
    /// A quiet move that was the best of a sibling.
    pub killer: Option<Move>,
    /// The move left out in a test for singularity.
    pub excluded: Option<Move>,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// What a root iteration tells: called by the first thread after each completed line.
pub type Tell<'a> = &'a mut dyn FnMut(&RootTold<'_>);

/// Progress at the root.
pub struct RootTold<'a> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The number of the line, from 1.
    pub line: usize,
    /// The root move that leads it.
    pub best: &'a RootMove,
}

/// One thread of a search.
pub struct Worker<'a, R> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) index: usize,
    pub(super) worth: Worth,
    pub(super) history: History,
    pub(super) stack: Vec<Frame>,
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) keys: Vec<u64>,
    pub(super) root_keys: usize,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) stopping: bool,
    pub(super) no_null_until: usize,
    pub(super) root: Position,
    /// The first legs, best first.
    pub moves: Vec<RootMove>,
    /// The last completed depth.
    pub depth: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A thread for a search of a game's position.
    pub fn new(shared: &'a Shared<'a>, index: usize, game: &Game, history: History) -> Self {
        let root = game.position().clone();
        let mut list = MoveList::new();
        if R::immediate_end(&root).is_none() {
            R::legal(&root, &mut list);
        }
        let limits = shared.limits;
        let allowed = |mv: &Move| {
            (limits.only.is_empty() || limits.only.contains(mv)) && !limits.except.contains(mv)
        };
        let moves = list.into_iter().filter(allowed).map(|mv| RootMove {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            pv: vec![mv],
            bound: Bound::Exact,
            nodes: 0,
            seldepth: 0,
        });
        let keys = game.record().keys().to_vec();
        Self {
            shared,
            index,
            worth: Worth::of(root.variant()),
            history,
            stack: vec![Frame::default(); MAX_PLY + 8],
            lines: vec![Vec::new(); MAX_PLY + 8],
            root_keys: keys.len(),
            keys,
            nodes: 0,
            seldepth: 0,
            stopping: false,
            no_null_until: 0,
            moves: moves.collect(),
            depth: 0,
            root,
            rules: PhantomData,
        }
    }

    /// Gives the histories back for the next search.
    pub fn into_history(self) -> History {
        self.history
    }

    /// Searches deeper and deeper until the search has to stop.
    pub fn deepen(&mut self, multi_pv: usize, tell: Tell<'_>) {
        if R::LEGS && turns::are_long(&self.root) {
            // Helpers have no part in it: their results would depend on the scheduler.
            if self.index == 0 {
                turns::Turns::new(self).deepen(multi_pv, tell);
            }
            return;
        }
        let limits = self.shared.limits;
        let mut deepest = limits.depth.unwrap_or(MAX_PLY as u32);
        if let Some(turns) = limits.mate {
            if self.index > 0 || self.prove(turns, tell) {
                return;
            }
            // There is no such mate: an ordinary search as deep as that finds what to play instead.
            deepest = deepest.min(turns.saturating_mul(2));
        }
        let deepest = deepest.clamp(1, MAX_PLY as u32 - 10);
        let lines = multi_pv.clamp(1, self.moves.len().max(1));
        let mut stable = 0;
        for depth in 1..=deepest {
            if self.moves.is_empty() {
                break;
            }
            // Helpers skip some depths so that they run ahead of each other.
            let skipped = (depth as usize + self.index).checked_rem(params::helper_skip() as usize);
            if self.index > 0 && depth > 4 && skipped == Some(0) {
                continue;
            }
            for root in &mut self.moves {
                root.last_value = root.value;
            }
            let leader = self.moves[0].mv;
            for line in 0..lines {
                self.seldepth = 0;
                self.window(depth as i32, line);
                if self.stopping && (depth > 1 || line > 0) {
                    break;
                }
                self.shared.nodes[self.index].store(self.nodes, Relaxed);
                tell(&RootTold {
                    depth,
                    line: line + 1,
                    best: &self.moves[line],
                });
            }
            if self.stopping {
                // The last words have to lead with the move that will be played.
                if depth > 1 && self.moves[0].mv != leader {
                    tell(&RootTold {
                        depth,
                        line: 1,
                        best: &self.moves[0],
                    });
                }
                break;
            }
            self.depth = depth;
            stable = if self.moves[0].mv == leader {
                stable + 1
            } else {
                0
            };
            if self.index == 0 && self.is_done(depth, stable) {
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
    }

    /// Looks for a forced win in so many turns, the shortest first, and tells it.
    fn prove(&mut self, turns: u32, tell: Tell<'_>) -> bool {
        let mut prover = Prover::<R>::new(self);
        // A line has no more legs than the search can hold.
        let turns = turns.min(MAX_PLY as u32);
        let Some(line) = (1..=turns).find_map(|turns| prover.run(turns)) else {
            return false;
        };
        let Some(index) = self.moves.iter().position(|root| root.mv == line[0]) else {
            return false;
        };
        let legs = line.len();
        self.moves.swap(0, index);
        let best = &mut self.moves[0];
        best.value = mate_in(legs);
        best.seldepth = legs as u32;
        best.pv = line;
        self.depth = legs as u32;
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        tell(&RootTold {
            depth: self.depth,
            line: 1,
            best: &self.moves[0],
        });
        true
    }

    /// Whether the first thread should not start another iteration.
    fn is_done(&self, depth: u32, stable: u32) -> bool {
        let limits = self.shared.limits;
        let best = &self.moves[0];
        if limits.infinite || self.shared.pondering.load(Relaxed) || !self.shared.budget.has_clock()
        {
            return false;
        }
        if self.moves.len() == 1 && depth >= 6 {
            return true;
        }
        // A proven end needs no further thought once the horizon is well behind it.
        if best.value.abs() >= MATE_IN_MAX
            && depth as Value > 2 * (crate::base::MATE - best.value.abs()) + 4
        {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let fall = (best.last_value.min(2000) - best.value).clamp(-20, 80) as f64;
        let effort = (hundredths(params::effort_nodes()) - share)
            * (hundredths(params::effort_wavering())
                - hundredths(params::effort_stable()) * f64::from(stable.min(8)))
            * (1.0 + fall * hundredths(params::effort_falling()) / 10.0);
        self.shared.budget.is_enough(effort)
    }

    /// Searches the root moves from `line` on with a window round the last value.
    fn window(&mut self, depth: i32, line: usize) {
        let last = self.moves[line].last_value;
        let mut width = params::aspiration_window();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() && last.abs() < MATE_IN_MAX {
            alpha = last - width;
            beta = last + width;
        }
        let mut fails = 0;
        loop {
            let value = self.root_node((depth - fails).max(1), line, alpha, beta);
            self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.stopping {
                return;
            }
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
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn root_node(&mut self, depth: i32, line: usize, alpha: Value, beta: Value) -> Value {
        let root = self.root.clone();
        self.stack[0].in_check = R::must_evade(&root);
        self.stack[0].eval = crate::eval::evaluate(&root);
        for frame in &mut self.stack[1..=2] {
            frame.refuted = 0;
        }
        let (original, mut alpha) = (alpha, alpha);
        let mut best = -INFINITE;
        for index in line..self.moves.len() {
            let mv = self.moves[index].mv;
            let before = self.nodes;
            let value = self.root_move(&root, mv, depth, index - line, alpha, beta);
            if self.stopping && (best > -INFINITE || depth > 1) {
                return best;
            }
            let seldepth = self.seldepth as u32;
            let tail = std::mem::take(&mut self.lines[1]);
            let entry = &mut self.moves[index];
            entry.nodes += self.nodes - before;
            if index == line || value > alpha {
                entry.value = value;
                entry.seldepth = seldepth;
                entry.bound = match value {
                    value if value <= original => Bound::Upper,
                    value if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                entry.pv.clear();
                entry.pv.push(mv);
                entry.pv.extend_from_slice(&tail);
            } else {
                entry.value = -INFINITE;
            }
            self.lines[1] = tail;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn root_move(
        &mut self,
        root: &Position,
        mv: Move,
        depth: i32,
        number: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let next = self.make(root, mv, 0);
        self.stack[0].quiet = (!is_noisy(root, mv)).then_some(mv);
        let same = R::LEGS && next.side_to_move() == root.side_to_move();
        let deeper = if same { depth } else { depth - 1 };
        let value = if number == 0 {
            self.child::<true>(&next, same, 1, deeper, alpha, beta, false)
        } else {
            let reduction = if same {
                0
            } else {
                self.root_reduction(root, mv, depth, number)
            };
            let reduced = (deeper - reduction).max(1).min(deeper);
            let mut value = self.child::<false>(&next, same, 1, reduced, alpha, alpha + 1, true);
            if value > alpha && reduced < deeper {
                value = self.child::<false>(&next, same, 1, deeper, alpha, alpha + 1, true);
            }
            if value > alpha {
                value = self.child::<true>(&next, same, 1, deeper, alpha, beta, false);
            }
            value
        };
        self.unmake();
        value
    }

    /// Asks early for what the table knows of the position after a move that is likely to be played.
    #[inline(always)]
    pub(super) fn foresee(&self, pos: &Position, mv: Move) {
        if !R::LEGS && mv.kind() == MoveKind::Normal {
            let key = pos.likely_key(mv.from(), mv.to());
            self.shared.table.prefetch(key);
        }
    }

    /// Plays a leg: the position after it, with the stack and the keys brought up to date.
    #[inline(always)]
    pub(super) fn make(&mut self, pos: &Position, mv: Move, ply: usize) -> Position {
        self.stack[ply].place = Some(Place::of(pos, mv));
        self.stack[ply].arrival = Some(match mv.kind() {
            MoveKind::Shot => mv.from(),
            _ => mv.to(),
        });
        self.stack[ply].quiet = None;
        let next = R::play(pos, mv);
        self.shared.table.prefetch(next.key());
        self.keys.push(next.key());
        self.nodes += 1;
        next
    }

    /// Takes the last leg off the keys.
    #[inline(always)]
    pub(super) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// The value of a child seen from its parent: negated unless the same side is still to move.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    pub(super) fn child<const PV: bool>(
        &mut self,
        next: &Position,
        same: bool,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        cut: bool,
    ) -> Value {
        if same {
            self.node::<PV>(next, ply, depth, alpha, beta, cut)
        } else {
            -self.node::<PV>(next, ply, depth, -beta, -alpha, cut)
        }
    }

    /// Looks at the clock and the limits now and then.
    #[inline(always)]
    pub(super) fn check_limits(&mut self) {
        if self
            .shared
            .limits
            .nodes
            .is_some_and(|limit| self.nodes >= limit)
            && self.index == 0
        {
            self.shared.stop.store(true, Relaxed);
            self.stopping = true;
        }
        if self.nodes.is_multiple_of(512) {
            self.shared.nodes[self.index].store(self.nodes, Relaxed);
            if self.index == 0
                && self.shared.budget.is_spent()
                && !self.shared.pondering.load(Relaxed)
                && !self.shared.limits.infinite
            {
                self.shared.stop.store(true, Relaxed);
            }
            self.stopping |= self.shared.stopped();
        }
    }
}
