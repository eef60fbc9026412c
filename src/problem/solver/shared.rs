//! What the threads of a search share: the task, the table, the limits, and the way to the listener.

use super::in_progress::{InProgress, Meeting, Stay};
use super::mate_net::MateNet;
use super::packing::Packed;
use super::stalemate;
use super::table::Table;
use crate::base::{Color, Move};
use crate::problem::task::{Ideas, News, Progress, Resources, Task};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of stack beside those for the half-moves of a line.
const A_STACK: usize = 1 << 20;
/// Bytes of stack for a half-move: lists of moves are large.
const A_HALF_MOVE: usize = 1 << 16;

/// Time between two reports of progress.
const A_REPORT: Duration = Duration::from_secs(1);

/// The common part of a search.
pub struct Shared<'a> {
    /// What is asked.
    pub task: &'a Task,
    /// What has been proven.
    pub table: Table,
    /// Where the threads are.
    busy: InProgress,
    /// The bounds for mates that White and Black give, where they hold.
    nets: [Option<MateNet>; 2],
    /// Whether the bound for stalemates holds.
    pub stalemates_bounded: bool,
    resources: &'a Resources<'a>,
    tell: &'a (dyn Fn(News<'_>) + Sync),
    nodes: AtomicU64,
    stopped: AtomicBool,
    done: AtomicUsize,
    total: AtomicUsize,
    half_moves: AtomicU32,
    current: Mutex<Option<Move>>,
    reported: Mutex<Instant>,
    solutions: AtomicUsize,
}

impl<'a> Shared<'a> {
    /// The common part of a search for a task.
    pub fn new(
        task: &'a Task,
        resources: &'a Resources<'a>,
        tell: &'a (dyn Fn(News<'_>) + Sync),
    ) -> Self {
        let memory = if resources.ideas.table {
            resources.memory
        } else {
            0
        };
        Self {
            task,
            table: Table::new(&task.position, memory),
            busy: InProgress::of(resources.threads),
            nets: Color::ALL
                .map(|attacker| MateNet::of(task, attacker).filter(|_| resources.ideas.bounds)),
            stalemates_bounded: resources.ideas.bounds && stalemate::holds(task),
            resources,
            tell,
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
            half_moves: AtomicU32::new(0),
            current: Mutex::new(None),
            reported: Mutex::new(Instant::now()),
            solutions: AtomicUsize::new(0),
        }
    }

    /// The ideas in use.
    #[inline(always)]
    pub const fn ideas(&self) -> Ideas {
        self.resources.ideas
    }

    /// The bound for mates that a side gives, where it holds.
    #[inline(always)]
    pub const fn net(&self, attacker: Color) -> Option<&MateNet> {
        self.nets[attacker.index()].as_ref()
    }

    /// Begins a thread's stay at a position; `None` if another thread is there and is not to be joined. Positions that
    /// the table does not know are not marked.
    #[inline]
    pub fn enter(&self, packed: Option<&Packed>, meeting: Meeting) -> Option<Stay<'_>> {
        match packed {
            Some(packed) => self.busy.enter(|| self.table.hash(packed), meeting),
            None => Some(Stay::default()),
        }
    }

    /// A thread with the stack that the longest line needs.
    pub fn thread(&self) -> std::thread::Builder {
        let half_moves = self.task.stipulation.half_moves() as usize;
        std::thread::Builder::new().stack_size(A_STACK + half_moves * A_HALF_MOVE)
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        self.resources.threads.max(1)
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Moves played so far, as far as they have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds moves played; whether the search has to end.
    pub fn spend(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let over = self.resources.most_nodes.is_some_and(|most| nodes >= most)
            || self.resources.stop.load(Ordering::Relaxed)
            || self
                .resources
                .deadline
                .is_some_and(|end| Instant::now() >= end);
        if over {
            self.stopped.store(true, Ordering::Relaxed);
        } else {
            self.report();
        }
        self.is_stopped()
    }

    /// Tells where the search stands, if the last report is old.
    fn report(&self) {
        let Ok(mut reported) = self.reported.try_lock() else {
            return;
        };
        if reported.elapsed() < A_REPORT {
            return;
        }
        *reported = Instant::now();
        drop(reported);
        let current = *self.current.lock().unwrap_or_else(PoisonError::into_inner);
        (self.tell)(News::Progress(Progress {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            current,
            half_moves: self.half_moves.load(Ordering::Relaxed),
            nodes: self.nodes(),
        }));
    }

    /// So many first moves are to be searched, for lines of so many half-moves.
    pub fn begin(&self, total: usize, half_moves: u32) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.half_moves.store(half_moves, Ordering::Relaxed);
    }

    /// A first move is taken up.
    pub fn take_up(&self, mv: Move) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(mv);
    }

    /// A first move is done with.
    pub fn finish(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// First moves done with, and all of them.
    pub fn first_moves(&self) -> (usize, usize) {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (load(&self.done), load(&self.total))
    }

    /// Tells of a key or a line, and stops the search if it was the last that is wanted; whether it is wanted at all.
    pub fn found(&self, news: News<'_>) -> bool {
        let before = self.solutions.fetch_add(1, Ordering::Relaxed);
        let most = self.task.wishes.most_solutions.unwrap_or(usize::MAX);
        if before + 1 >= most {
            self.stopped.store(true, Ordering::Relaxed);
        }
        let wanted = before < most;
        if wanted {
            (self.tell)(news);
        }
        wanted
    }
}
