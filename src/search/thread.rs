//! The data of one search thread: what it shares with the others, the stack of the line being searched,
//! its histories and the root moves in their order. What it does with them stands in `root`, `node`,
//! `quiescence` and the files these use.

use super::drops::LaunchSquares;
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
use crate::position::Position;
use crate::rules::{Game, GenType, Rules};
use crate::variant::Variant;
use std::hint::cold_path;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Set when all threads have to stop.
    pub stop: &'a AtomicBool,
    /// Set while the search thinks on the opponent's time.
    pub pondering: &'a AtomicBool,
    /// Nodes searched by each thread, as last published.
    pub nodes: Vec<AtomicU64>,
    /// When to end.
    pub limits: &'a Limits,
    /// The time there is.
    pub budget: Budget,
}

impl Shared<'_> {
    /// Nodes searched by all threads, as last published.
    pub fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Whether the search has been told to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search goes on until it is told to stop (or, pondering, until the expected move is
    /// played), whatever the clock says.
    pub fn is_open_ended(&self) -> bool {
        self.limits.infinite || self.pondering.load(Relaxed)
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

impl RootMove {
    /// A leg of which nothing is known yet.
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
}

/// What a node leaves on the stack for its descendants and siblings.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// The static evaluation; `-INFINITE` in check.
    pub eval: Value,
    /// The piece that the node's current move moves, and where to; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// Where that piece stands after the move: a piece that shoots stays where it is.
    pub arrival: Option<Square>,
    /// The current move, if it is quiet and was made in a node, not in quiescence.
    pub quiet: Option<Move>,
    /// How many nodes at this ply have failed high since their grandparent began.
    pub cutoffs: u32,
    /// The quiet move that was the best of the last sibling that had one.
    pub killer: Option<Move>,
    /// The move left out while it is tested for being singular.
    pub excluded: Option<Move>,
}

/// Called by the first thread with each line that an iteration has completed.
pub type OnRootInfo<'a> = &'a mut dyn FnMut(&RootInfo<'_>);

/// A line that an iteration has completed.
pub struct RootInfo<'a> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The number of the line, from 1.
    pub line: usize,
    /// The root move that begins the line.
    pub root_move: &'a RootMove,
}

/// What a thread of a search leaves to the thread of its number in the next search of the same game.
pub struct ThreadMemory {
    /// What earlier nodes say of moves.
    pub history: History,
    /// What positions look like.
    pub evaluator: Evaluator,
}

impl ThreadMemory {
    /// A memory of nothing, with this history, for a game whose network is asked or not.
    pub fn new(history: History, variant: &'static Variant, network: bool) -> Self {
        let evaluator = if network {
            Evaluator::with_network(variant)
        } else {
            Evaluator::new(variant)
        };
        Self { history, evaluator }
    }
}

/// One thread of a search.
pub struct ThreadData<'a, R> {
    /// What all threads share.
    pub shared: &'a Shared<'a>,
    /// The number of the thread; 0 reports and keeps the limits.
    pub index: usize,
    /// What positions look like.
    pub evaluator: Evaluator,
    /// What pieces are worth in exchanges.
    pub see_values: SeeValues,
    /// From where dropped pieces can promote.
    pub launch_squares: LaunchSquares,
    /// Whether null moves may be tried in this game.
    pub null_move_is_sound: bool,
    /// What earlier nodes say of moves.
    pub history: History,
    /// What the nodes of the current line have left, by ply.
    pub stack: Vec<StackEntry>,
    /// The moves that these nodes have still to try.
    pub moves: MoveStack,
    /// The principal variation behind each ply of the current line.
    pub pv_table: Vec<Vec<Move>>,
    /// The keys of all positions of the game and of the current line.
    pub keys: Vec<u64>,
    /// How many of the keys belong to the game.
    pub game_keys: usize,
    /// Legs searched.
    pub nodes: u64,
    /// The deepest ply reached in this iteration.
    pub seldepth: usize,
    /// Whether this thread has to return from all nodes at once.
    pub stopping: bool,
    /// Null moves are tried from this ply on: a verification forbids them above it.
    pub null_move_min_ply: usize,
    /// The position searched.
    pub root: Position,
    /// The first legs, best first.
    pub root_moves: Vec<RootMove>,
    /// The last completed depth.
    pub completed_depth: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> ThreadData<'a, R> {
    /// A thread for a search of a game's position.
    pub fn new(shared: &'a Shared<'a>, index: usize, game: &Game, memory: ThreadMemory) -> Self {
        let ThreadMemory { history, evaluator } = memory;
        let root = game.position().clone();
        let keys = game.record().keys().to_vec();
        Self {
            shared,
            index,
            evaluator,
            see_values: SeeValues::of(root.variant()),
            launch_squares: LaunchSquares::of(root.variant()),
            null_move_is_sound: policy::null_move_is_sound(root.variant()),
            history,
            stack: vec![StackEntry::default(); MAX_PLY + 8],
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

    /// What is left to the next search.
    pub fn into_memory(self) -> ThreadMemory {
        ThreadMemory {
            history: self.history,
            evaluator: self.evaluator,
        }
    }

    /// Whether a move can be made at all by the rules of movement: for moves from tables.
    pub fn is_pseudo_legal(&mut self, pos: &Position, mv: Move) -> bool {
        let origins = match mv.kind() {
            MoveKind::Drop => Bitboard::ALL,
            _ => mv.from().into(),
        };
        let list = &mut self.moves.generated;
        list.clear();
        generate::<R>(pos, GenType::All, origins, list);
        list.contains(&mv)
    }

    /// Asks the processor early for the table's entry of the position after a move that is likely to be
    /// played.
    #[inline(always)]
    pub fn prefetch_child(&self, pos: &Position, mv: Move) {
        if !R::LEGS && mv.kind() == MoveKind::Normal {
            let key = pos.prefetch_key(mv.from(), mv.to());
            self.shared.table.prefetch(key);
        }
    }

    /// Plays a leg in a copy of a node's position, with the stack and the keys brought up to date.
    #[inline(always)]
    pub fn make(&mut self, pos: &mut Position, mv: Move, ply: usize) {
        self.stack[ply].piece_to = Some(PieceTo::of(pos, mv));
        self.stack[ply].arrival = Some(match mv.kind() {
            MoveKind::Shot => mv.from(),
            _ => mv.to(),
        });
        self.stack[ply].quiet = None;
        R::advance(pos, mv);
        self.shared.table.prefetch(pos.key());
        self.evaluator.prefetch(pos.key());
        self.keys.push(pos.key());
        self.nodes += 1;
    }

    /// Takes the last leg off the keys.
    #[inline(always)]
    pub fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Puts a move in front of the line found behind it.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Tells the other threads how many nodes this one has searched.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
    }

    /// Looks at the node limit at every node, at the clock and the order to stop every 512 nodes.
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
        if self.nodes.is_multiple_of(512) {
            cold_path();
            self.publish_nodes();
            if self.index == 0 && self.shared.budget.is_spent() && !self.shared.is_open_ended() {
                self.shared.stop.store(true, Relaxed);
            }
            self.stopping |= self.shared.stopped();
        }
    }
}

/// Adds pseudo-legal moves, as [`Rules::generate`] does. It is compiled once for all that search: it is large.
#[inline(never)]
pub fn generate<R: Rules>(
    pos: &Position,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    R::generate(pos, gen_type, origins, list);
}

/// The legal first legs that the limits allow.
fn root_moves<R: Rules>(root: &Position, limits: &Limits) -> Vec<RootMove> {
    let mut list = MoveList::new();
    if R::immediate_end(root).is_none() {
        R::legal(root, &mut list);
    }
    let allowed = |mv: &Move| {
        (limits.only.is_empty() || limits.only.contains(mv)) && !limits.except.contains(mv)
    };
    list.into_iter()
        .filter(allowed)
        .map(RootMove::new)
        .collect()
}
