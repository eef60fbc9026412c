//! Data shared by the threads of a search: task, table, limits, listener.

use super::dead_ends::DeadEnds;
use super::first_moves::FirstMoves;
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

/// The base stack size of a thread, in bytes.
const A_STACK: usize = 1 << 20;
/// The stack size per half-move, in bytes; move lists are large.
const A_HALF_MOVE: usize = 1 << 16;

/// The bytes of a line found, beside its moves: the vector, its place in a growing list, the allocation.
const A_LINE: usize = 72;
/// Lines may take at least this part of the memory, beside the table.
const LEAST_FOR_LINES: usize = 16;

/// Time between two reports of progress.
const A_REPORT: Duration = Duration::from_secs(1);

/// Data shared by the threads of a search.
pub struct Shared<'a> {
    pub task: &'a Task,
    /// The first moves that are searched.
    pub first_moves: FirstMoves,
    /// Where options end play.
    pub dead_ends: DeadEnds,
    /// The table of proven positions.
    pub table: Table,
    busy: InProgress,
    /// The mate-net bounds, by mating side; `None` where the bound does not hold.
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
    /// Whether set play is being searched.
    in_set_play: AtomicBool,
    /// Whether set play has ended because it has the most lines wanted.
    has_enough: AtomicBool,
    /// Bytes of the lines found.
    kept: AtomicUsize,
    /// The most bytes of lines; beyond them the search stops.
    most_kept: usize,
    full: AtomicBool,
}

impl<'a> Shared<'a> {
    /// The shared data for a task.
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
        let table = Table::new(&task.position, memory);
        let left = resources.memory.saturating_sub(table.most_bytes());
        Self {
            task,
            first_moves: FirstMoves::default(),
            dead_ends: DeadEnds::of(task),
            table,
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
            in_set_play: AtomicBool::new(false),
            has_enough: AtomicBool::new(false),
            kept: AtomicUsize::new(0),
            most_kept: left.max(resources.memory / LEAST_FOR_LINES),
            full: AtomicBool::new(false),
        }
    }

    /// Whether the search was stopped because the lines found fill the memory.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Searches set play, whose lines are counted apart from the solutions.
    pub fn set_play<T>(&self, search: impl FnOnce() -> T) -> T {
        self.in_set_play.store(true, Ordering::Relaxed);
        let found = search();
        self.in_set_play.store(false, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
        if self.has_enough.swap(false, Ordering::Relaxed) && !self.is_full() && !self.is_over(0) {
            self.stopped.store(false, Ordering::Relaxed);
        }
        found
    }

    /// Whether a limit other than the number of solutions is reached.
    fn is_over(&self, nodes: u64) -> bool {
        let resources = self.resources;
        resources.most_nodes.is_some_and(|most| nodes >= most)
            || resources.stop.load(Ordering::Relaxed)
            || resources.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The techniques in use.
    #[inline(always)]
    pub const fn ideas(&self) -> Ideas {
        self.resources.ideas
    }

    /// The mate-net bound for mates that `attacker` gives; `None` where it does not hold.
    #[inline(always)]
    pub const fn net(&self, attacker: Color) -> Option<&MateNet> {
        self.nets[attacker.index()].as_ref()
    }

    /// Marks a position as in progress; `None` if it is to be deferred. Positions without a packed form are not marked.
    #[inline]
    pub fn enter(&self, packed: Option<&Packed>, meeting: Meeting) -> Option<Stay<'_>> {
        match packed {
            Some(packed) => self.busy.enter(|| self.table.hash(packed), meeting),
            None => Some(Stay::default()),
        }
    }

    /// A thread whose stack is large enough for the longest line.
    pub fn thread(&self) -> std::thread::Builder {
        let half_moves = self.task.stipulation.half_moves() as usize;
        std::thread::Builder::new().stack_size(A_STACK + half_moves * A_HALF_MOVE)
    }

    /// The memory limit for tables, in bytes.
    pub const fn memory(&self) -> usize {
        self.resources.memory
    }

    pub fn threads(&self) -> usize {
        self.resources.threads.max(1)
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Moves made so far; workers add theirs in batches.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds `nodes` to the move count, reports progress and checks the limits. Returns whether the search has to end.
    pub fn spend(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.is_over(nodes) {
            self.stopped.store(true, Ordering::Relaxed);
        } else {
            self.report();
        }
        self.is_stopped()
    }

    /// Reports progress if the last report is old enough.
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

    /// Starts a progress report of `total` first moves and lines of `half_moves` half-moves.
    pub fn begin(&self, total: usize, half_moves: u32) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.half_moves.store(half_moves, Ordering::Relaxed);
    }

    /// Records that the search of a first move begins.
    pub fn take_up(&self, mv: Move) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(mv);
    }

    /// Records that a first move is finished.
    pub fn finish(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The numbers of finished and of all first moves.
    pub fn first_moves(&self) -> (usize, usize) {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (load(&self.done), load(&self.total))
    }

    /// Whether a first move is to be searched.
    pub fn searches(&self, mv: Move) -> bool {
        let in_set_play = self.in_set_play.load(Ordering::Relaxed);
        self.first_moves.contain(in_set_play, mv)
    }

    /// Whether a key or line begins with a first move that is to be searched.
    fn begins_as_wanted(&self, news: &News<'_>) -> bool {
        let first = match news {
            News::Key(key) => Some(&key.mv),
            News::Line(line) | News::SetLine(line) => line.first(),
            News::Progress(_) => None,
        };
        first.is_none_or(|first| self.searches(*first))
    }

    /// Reports a key or line; after the last one wanted the search stops. Returns whether this one was wanted. The limits are checked
    /// here too, because where lines come in floods, writing them takes more time than the moves.
    pub fn found(&self, news: News<'_>) -> bool {
        if !self.begins_as_wanted(&news) {
            return false;
        }
        let before = self.solutions.fetch_add(1, Ordering::Relaxed);
        let most = self.task.options.max_solutions.unwrap_or(usize::MAX);
        let in_set_play = self.in_set_play.load(Ordering::Relaxed);
        if before + 1 >= most {
            self.stopped.store(true, Ordering::Relaxed);
            self.has_enough.store(in_set_play, Ordering::Relaxed);
        }
        let news = match news {
            News::Line(line) => {
                let bytes = A_LINE + size_of_val(line);
                if self.kept.fetch_add(bytes, Ordering::Relaxed) + bytes > self.most_kept {
                    self.full.store(true, Ordering::Relaxed);
                    self.stopped.store(true, Ordering::Relaxed);
                }
                if in_set_play {
                    News::SetLine(line)
                } else {
                    news
                }
            }
            _ => news,
        };
        if self.is_over(0) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        let wanted = before < most;
        if wanted {
            (self.tell)(news);
        }
        wanted
    }
}
