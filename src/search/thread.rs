//! The data of one search thread, and the basic operations on it. The search itself begins in `root`, `node` and `quiescence`.

use super::counters::Counters;
use super::drafted::Drafted;
use super::drops::{self, LaunchSquares};
use super::endgames::EndgameTables;
use super::history::{History, PieceTo};
use super::limits::Limits;
use super::move_stack::MoveStack;
use super::policy;
use super::report::Bound;
use super::see::SeeValues;
use super::time::Budget;
use super::tt::Table;
use crate::base::{Bitboard, INFINITE, MAX_PLY, Move, MoveKind, MoveList, Square, Value};
use crate::eval::Evaluator;
use crate::position::{KeyHistory, Position};
use crate::rules::{Game, GenType, Rules, is_possible_drop, record};
use crate::variant::Variant;
use std::hint::cold_path;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Data shared by all threads of a search.
pub struct Shared<'a> {
    pub table: &'a Table,
    /// Set when all threads have to stop.
    pub stop: &'a AtomicBool,
    /// Set while only the front-end can end the search, because it is infinite or pondering.
    pub open_ended: &'a AtomicBool,
    /// The nodes searched by each thread, as last published by the thread.
    pub nodes: Vec<AtomicU64>,
    pub limits: &'a Limits,
    pub budget: Budget,
    /// A power of two: each thread tests the clock and the stop flag when its node count is a multiple of it.
    pub check_interval: u64,
    /// The endgame tables, if there are any.
    pub endgames: Option<&'a dyn EndgameTables>,
    /// The maximum number of pieces of positions that are looked up in the endgame tables.
    pub table_pieces: u32,
    /// The number of positions found in the endgame tables.
    pub table_hits: AtomicU64,
}

impl Shared<'_> {
    /// The nodes searched by all threads together, as last published by each.
    pub fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Whether the search has to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search ignores the clock because it is infinite or pondering; only the front-end can end it then.
    pub fn is_open_ended(&self) -> bool {
        self.open_ended.load(Relaxed)
    }
}

/// A legal leg at the root with the results of its search.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The leg.
    pub mv: Move,
    /// The value of the move in the current iteration; `-INFINITE` if it did not raise alpha.
    pub value: Value,
    /// The value of the move in the previous iteration.
    pub last_value: Value,
    /// The principal variation, beginning with the leg.
    pub pv: Vec<Move>,
    /// Whether `value` is exact or a bound.
    pub bound: Bound,
    /// The number of nodes searched below the move, in all iterations.
    pub nodes: u64,
    /// The selective depth: the deepest ply reached below the move, in legs.
    pub seldepth: u32,
}

impl RootMove {
    /// A root move that has not been searched yet.
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            pv: vec![mv],
            bound: Bound::Exact,
            nodes: 0,
            seldepth: 0,
        }
    }

    /// Sorts root moves by value, best first; moves of equal value keep their order.
    pub fn sort(root_moves: &mut [Self]) {
        root_moves.sort_by_key(|root| std::cmp::Reverse(root.value));
    }
}

/// The search stack's entry for one ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// The static evaluation; `-INFINITE` in check.
    pub eval: Value,
    /// The moving piece and the arrival square of the node's current move; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// The square of the moving piece after the current move (a piece that shoots stays where it is).
    pub arrival: Option<Square>,
    /// The current move if it is quiet; `None` otherwise and in quiescence.
    pub quiet: Option<Move>,
    /// The cutoff count: how many nodes at this ply failed high since their common grandparent was entered.
    pub cutoffs: u32,
    pub killer: Option<Move>,
    /// The excluded move of a singular-extension search.
    pub excluded: Option<Move>,
}

/// A callback of the first thread, for each completed line of an iteration.
pub type OnRootInfo<'a> = &'a mut dyn FnMut(&RootInfo<'_>);

/// A completed line (variation) of an iteration, to be reported.
pub struct RootInfo<'a> {
    pub depth: u32,
    /// The number of the line, from 1.
    pub line: usize,
    /// The root move that begins the line.
    pub root_move: &'a RootMove,
}

/// Data that a thread keeps from one search of a game to the next.
pub struct ThreadMemory {
    pub history: History,
    pub evaluator: Evaluator,
    /// How often each technique has fired.
    pub counters: Counters,
}

impl ThreadMemory {
    /// Data for a game with the given history and empty caches; `network` switches the game's NNUE on.
    pub fn new(history: History, variant: &Arc<Variant>, network: bool) -> Self {
        let evaluator = if network {
            Evaluator::with_network(variant)
        } else {
            Evaluator::new(variant)
        };
        Self {
            history,
            evaluator,
            counters: Counters::default(),
        }
    }
}

/// The data of one thread during a search.
pub struct ThreadData<'a, R> {
    pub shared: &'a Shared<'a>,
    /// The index of the thread; only thread 0 reports and checks the limits.
    pub index: usize,
    pub evaluator: Evaluator,
    /// How often each technique has fired.
    pub counters: Counters,
    /// Piece values for static exchange evaluation.
    pub see_values: SeeValues,
    /// A cache for the delta (the changes) of the last examined move.
    pub drafted: Drafted,
    /// The squares from which a dropped piece could promote with its next move.
    pub launch_squares: LaunchSquares,
    /// Whether null-move pruning is sound in this game.
    pub null_move_is_sound: bool,
    pub history: History,
    /// The search stack, by ply.
    pub stack: Vec<StackEntry>,
    /// Boxed positions for reuse. Copying a position into one leaves the variant's reference count alone, for which the threads would
    /// otherwise contend.
    #[expect(
        clippy::vec_box,
        reason = "the boxes are lent to the stack of positions"
    )]
    spare: Vec<Box<Position>>,
    pub moves: MoveStack,
    /// The triangular table of principal variations: for each ply, the best line from there.
    pub pv_table: Vec<Vec<Move>>,
    /// The hash keys of all positions of the game and of the current line, for repetitions.
    pub keys: KeyHistory,
    /// The number of keys that belong to the game.
    pub game_keys: usize,
    /// The number of nodes (legs) searched by this thread.
    pub nodes: u64,
    /// The deepest ply reached in this iteration.
    pub seldepth: usize,
    /// Whether the thread is unwinding because the search has to stop.
    pub stopping: bool,
    /// The lowest ply at which null moves are allowed; a null-move verification search raises it.
    pub null_move_min_ply: usize,
    pub root: Position,
    /// The legal legs at the root, best first.
    pub root_moves: Vec<RootMove>,
    pub completed_depth: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> ThreadData<'a, R> {
    /// The data of thread `index` for a search of the game's position.
    pub fn new(shared: &'a Shared<'a>, index: usize, game: &Game, memory: ThreadMemory) -> Self {
        let ThreadMemory {
            history,
            evaluator,
            counters,
        } = memory;
        let root = game.position().clone();
        let keys = game.record().clone();
        Self {
            shared,
            index,
            evaluator,
            counters,
            see_values: SeeValues::of(root.variant()),
            drafted: Drafted::default(),
            launch_squares: LaunchSquares::of(root.variant()),
            null_move_is_sound: policy::null_move_is_sound(root.variant()),
            history,
            stack: vec![StackEntry::default(); MAX_PLY + 8],
            spare: Vec::new(),
            moves: MoveStack::new(),
            pv_table: vec![Vec::new(); MAX_PLY + 8],
            game_keys: keys.len(),
            keys,
            nodes: 0,
            seldepth: 0,
            stopping: false,
            null_move_min_ply: 0,
            root_moves: root_moves::<R>(&root, shared.limits),
            completed_depth: 0,
            root,
            rules: PhantomData,
        }
    }

    /// The data that is kept for the next search.
    pub fn into_memory(self) -> ThreadMemory {
        ThreadMemory {
            history: self.history,
            evaluator: self.evaluator,
            counters: self.counters,
        }
    }

    /// Whether a move (from the transposition table, or a killer) is pseudo-legal in a position.
    pub fn is_pseudo_legal(&mut self, pos: &Position, mv: Move) -> bool {
        let is_drop = mv.kind() == MoveKind::Drop;
        if is_drop && drops::stand_alone(pos.variant()) {
            let plain = mv
                .piece_type()
                .filter(|piece_type| mv == Move::drop(*piece_type, mv.to()));
            return plain.is_some_and(|piece_type| is_possible_drop(pos, piece_type, mv.to()));
        }
        let list = &mut self.moves.generated;
        list.clear();
        let origins = if is_drop {
            Bitboard::ALL
        } else {
            mv.from().into()
        };
        generate::<R>(pos, GenType::All, origins, list);
        list.contains(&mv)
    }

    /// Static exchange evaluation: whether a move with the captures that follow it wins at least `threshold` centipawns.
    #[inline(always)]
    pub fn see_ge(&mut self, pos: &Position, mv: Move, threshold: Value) -> bool {
        let drafted = &mut self.drafted;
        self.see_values.see_ge::<R>(drafted, pos, mv, threshold)
    }

    /// Whether turns of this game can have several legs. `R::LEGS` is not enough: `R` may also serve games without such turns.
    #[inline(always)]
    pub fn several_legs(&self) -> bool {
        R::LEGS && self.root.variant().rules.capabilities.several_legs()
    }

    /// Prefetches the transposition table entry of the position after a move, if its key is cheap to compute.
    #[inline(always)]
    pub fn prefetch_child(&self, pos: &Position, mv: Move) {
        if !self.several_legs() && mv.kind() == MoveKind::Normal {
            let key = pos.prefetch_key(mv.from(), mv.to());
            self.shared.table.prefetch(key);
        }
    }

    #[inline(always)]
    pub fn copy(&mut self, pos: &Position) -> Box<Position> {
        match self.spare.pop() {
            Some(mut copy) => {
                (*copy).clone_from(pos);
                copy
            }
            None => Box::new(pos.clone()),
        }
    }

    /// Makes a leg: returns the position after it, and updates search stack, key history and node count.
    #[inline(always)]
    pub fn make(&mut self, pos: &Position, mv: Move, ply: usize) -> Box<Position> {
        let mut next = self.copy(pos);
        self.stack[ply].piece_to = Some(PieceTo::of(pos, mv));
        self.stack[ply].arrival = Some(match mv.kind() {
            MoveKind::Shot => mv.from(),
            _ => mv.to(),
        });
        self.stack[ply].quiet = None;
        self.drafted.advance::<R>(&mut next, mv);
        self.shared.table.prefetch(next.key());
        self.evaluator.prefetch(next.key());
        record::<R>(&mut self.keys, &next);
        self.nodes += 1;
        next
    }

    /// Takes back a leg: removes its key from the history, and keeps the box of `next` for reuse.
    #[inline(always)]
    pub fn unmake(&mut self, next: Box<Position>) {
        self.keys.pop();
        self.spare.push(next);
    }

    /// Makes `mv`, followed by the child's principal variation, the principal variation of a ply.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Publishes this thread's node count to the other threads.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
    }

    /// Sets `stopping` if a limit is reached. Tests the node limit at every node, clock and stop flag every [`Shared::check_interval`] nodes.
    #[inline(always)]
    pub fn check_limits(&mut self) {
        if self
            .shared
            .limits
            .nodes
            .is_some_and(|limit| self.nodes >= limit)
            && self.index == 0
        {
            cold_path();
            self.shared.stop.store(true, Relaxed);
            self.stopping = true;
        }
        if self.nodes & (self.shared.check_interval - 1) == 0 {
            cold_path();
            self.publish_nodes();
            if self.index == 0 && self.shared.budget.is_spent() && !self.shared.is_open_ended() {
                self.shared.stop.store(true, Relaxed);
            }
            self.stopping |= self.shared.stopped();
        }
    }
}

/// Calls [`Rules::generate`]. Not inlined, so that the large function is compiled only once.
#[inline(never)]
pub fn generate<R: Rules>(
    pos: &Position,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    R::generate(pos, gen_type, origins, list);
}

/// The legal legs at the root, as far as the limits allow them (`only`, `except`).
fn root_moves<R: Rules>(root: &Position, limits: &Limits) -> Vec<RootMove> {
    let mut list = MoveList::new();
    R::playable(root, &mut list);
    let allowed = |mv: &Move| {
        (limits.only.is_empty() || limits.only.contains(mv)) && !limits.except.contains(mv)
    };
    list.into_iter()
        .filter(allowed)
        .map(RootMove::new)
        .collect()
}
