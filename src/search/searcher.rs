//! The owner of transposition table, histories and threads: starts searches, chooses among their results, reports the end.

use super::history::History;
use super::limits::Limits;
use super::pv_turns::{expected_answer, first_turn};
use super::report::{Best, Info, Listener, Score};
use super::root_report;
use super::settings::Settings;
use super::skill::Level;
use super::thread::{RootInfo, Shared, ThreadData, ThreadMemory};
use super::time::Budget;
use super::tt::Table;
use super::vote::{ThreadResult, vote};
use crate::position::Position;
use crate::rules::{self, Game, Rules};
use crate::variant::Variant;
use crate::with_rules;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// The maximum size of the table, in MiB.
pub const MAX_HASH_MB: usize = 1 << 20;
/// The maximum number of threads.
pub const MAX_THREADS: usize = 512;
/// The stack size of a search thread; the deepest line needs a few megabytes.
const STACK_BYTES: usize = 64 << 20;

/// The table could not be resized for lack of memory; the old one is kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB (the table of {kept} MB is kept)")]
pub struct HashError {
    /// The requested size, in MiB.
    pub megabytes: usize,
    /// The size that is kept, in MiB.
    pub kept: usize,
}

/// Why there is no result of a search: the thread could not be started, or has panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search has ended without a result")]
pub struct SearchError;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The turn to play.
    pub best: Best,
    /// The last report of each line, best first; empty if the game was over.
    pub lines: Vec<Info>,
}

impl SearchResult {
    /// The last report of the best line.
    pub fn info(&self) -> Option<&Info> {
        self.lines.first()
    }

    /// The node count of the last report.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|info| info.nodes).max().unwrap_or(0)
    }
}

/// A listener that sends the reports to the waiting thread.
struct Sender(mpsc::Sender<SearchNews>);

/// A report of a search.
enum SearchNews {
    Info(Info),
    Best(Best),
}

impl Listener for Sender {
    fn info(&self, info: &Info) {
        // An error means that the receiver is gone and the report is not needed.
        let _ = self.0.send(SearchNews::Info(info.clone()));
    }

    fn best(&self, best: &Best) {
        let _ = self.0.send(SearchNews::Best(best.clone()));
    }
}

/// Data that outlives a search; lent to its threads while it runs.
struct Memory {
    table: Table,
    threads: Vec<ThreadMemory>,
    /// The variant that table and memories belong to. Keys are unique only within one variant with one set of declared pieces.
    variant: Option<&'static Variant>,
    /// Whether NNUE is on. Values found with and without it are not comparable, so a change clears everything.
    network: bool,
}

impl Memory {
    /// Without any data.
    const fn new(table: Table) -> Self {
        Self {
            table,
            threads: Vec::new(),
            variant: None,
            network: true,
        }
    }

    /// Creates the memories of `threads` threads, as far as there is memory for them and for the threads' stacks,
    /// but for one at least.
    fn make_room(&mut self, threads: usize, variant: &'static Variant) {
        self.threads.truncate(threads);
        if self.threads.len() == threads {
            return;
        }
        let has_room = |stacks: &mut Vec<Vec<u8>>| {
            let mut stack = Vec::new();
            let there = stack.try_reserve_exact(STACK_BYTES).is_ok();
            stacks.push(stack);
            there
        };
        // The first thread's stack, and as much again for what is needed on the way.
        let mut stacks = Vec::new();
        let mut room = has_room(&mut stacks) && has_room(&mut stacks);
        while self.threads.len() < threads {
            // Its stack, and as much for what it allocates: the C library keeps apart what threads have (64 MiB each in glibc).
            room = room && has_room(&mut stacks) && has_room(&mut stacks);
            let history = match History::try_new() {
                Some(history) if room => history,
                _ if self.threads.is_empty() => History::new(),
                _ => break,
            };
            let memory = ThreadMemory::new(history, variant, self.network);
            self.threads.push(memory);
        }
        if self.threads.len() < threads {
            let found = self.threads.len();
            log::warn!("memory for {found} threads of {threads}");
        }
    }

    fn clear(&mut self, threads: usize) {
        self.table.clear(threads);
        for memory in &mut self.threads {
            memory.history.clear();
        }
    }

    /// Forgets everything if it is about another game than this one, or about the game without its network.
    fn turn_to(&mut self, variant: &'static Variant, network: bool, threads: usize) {
        let other_game = self
            .variant
            .replace(variant)
            .is_some_and(|before| !std::ptr::eq(before, variant));
        let asked = std::mem::replace(&mut self.network, network);
        if other_game || variant.network.is_some() && asked != network {
            self.threads.clear();
            self.table.clear(threads);
        }
    }
}

/// The searching half of the engine.
pub struct Searcher {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    memory: Option<Memory>,
    running: Option<JoinHandle<Memory>>,
    megabytes: usize,
    /// How to search from the next start on.
    pub settings: Settings,
}

impl Searcher {
    /// A searcher with a table of `megabytes` MiB.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not available.
    pub fn new(megabytes: usize) -> Result<Self, HashError> {
        let table = Table::new(megabytes).ok_or(HashError { megabytes, kept: 0 })?;
        Ok(Self {
            stop: Arc::default(),
            pondering: Arc::default(),
            memory: Some(Memory::new(table)),
            running: None,
            megabytes,
            settings: Settings::default(),
        })
    }

    /// Resizes the table. Stops a running search first.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not available; the old table is kept.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.stop();
        self.wait();
        if megabytes != self.megabytes {
            let kept = self.megabytes;
            let table = Table::new(megabytes).ok_or(HashError { megabytes, kept })?;
            if let Some(memory) = &mut self.memory {
                memory.table = table;
            }
            self.megabytes = megabytes;
        }
        Ok(())
    }

    /// Clears table and histories. Stops a running search first.
    pub fn clear(&mut self) {
        self.stop();
        self.wait();
        let threads = self.settings.threads;
        if let Some(memory) = &mut self.memory {
            memory.clear(threads);
        }
    }

    /// Whether a search is running.
    pub fn is_running(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Stops the running search; it still reports its best turn.
    pub fn stop(&self) {
        self.pondering.store(false, Relaxed);
        self.stop.store(true, Relaxed);
    }

    /// Ends pondering: the opponent has played the expected move, and the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    /// Waits until the running search has ended.
    pub fn wait(&mut self) {
        let Some(thread) = self.running.take() else {
            return;
        };
        if let Ok(memory) = thread.join() {
            self.memory = Some(memory);
        } else {
            log::error!("a search thread has panicked; its table is lost");
            let table = Table::new(self.megabytes).or_else(|| Table::new(1));
            self.memory = table.map(Memory::new);
        }
    }

    /// Searches the game's position and waits for the result; `progress` is called with each report on
    /// the way. The limits have to end the search: one that is infinite or ponders would never return.
    ///
    /// ```
    /// use katydid::{rules::Game, search::{Limits, Searcher}, catalogue::Catalogue};
    /// let game = Game::new(Catalogue::embedded().variant("chess").unwrap());
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let result = Searcher::new(1).unwrap().search(&game, limits, |_| {}).unwrap();
    /// assert_eq!(result.best.turn.len(), 1);
    /// assert_eq!(result.info().map(|info| info.depth), Some(3));
    /// ```
    ///
    /// # Errors
    /// [`SearchError`] if the search ends without a result.
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        mut progress: impl FnMut(&Info),
    ) -> Result<SearchResult, SearchError> {
        let (sender, receiver) = mpsc::channel();
        self.start(game, limits, Arc::new(Sender(sender)));
        let mut best = None;
        let mut lines: Vec<Info> = Vec::new();
        for news in receiver {
            match news {
                SearchNews::Info(info) => {
                    progress(&info);
                    match lines.iter_mut().find(|it| it.multipv == info.multipv) {
                        Some(line) => *line = info,
                        None => lines.push(info),
                    }
                }
                SearchNews::Best(turn) => best = Some(turn),
            }
        }
        self.wait();
        let best = best.ok_or(SearchError)?;
        Ok(SearchResult { best, lines })
    }

    /// Starts a search of the game's position and returns at once; a running one is stopped first. The listener receives the reports.
    pub fn start(&mut self, game: &Game, mut limits: Limits, listener: Arc<dyn Listener>) {
        self.stop();
        self.wait();
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        self.stop.store(false, Relaxed);
        self.pondering.store(limits.ponder, Relaxed);
        let settings = self.settings.clone();
        if let Some(depth) = Level::of(&settings).depth() {
            limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        }
        let variant = game.position().variant();
        let threads = settings.threads.clamp(1, MAX_THREADS);
        memory.turn_to(variant, settings.network, threads);
        memory.make_room(threads, variant);
        let threads = memory.threads.len();
        memory.table.next_age();
        let game = game.clone();
        let (stop, pondering) = (Arc::clone(&self.stop), Arc::clone(&self.pondering));
        let search = move || {
            let budget = Budget::new(&limits, settings.move_overhead);
            let shared = Shared {
                table: &memory.table,
                stop: &stop,
                pondering: &pondering,
                nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
                limits: &limits,
                budget,
            };
            let memories = std::mem::take(&mut memory.threads);
            let (best, memories) = with_rules!(variant, R => {
                run::<R>(&shared, &game, &settings, memories, listener.as_ref())
            });
            listener.best(&best);
            memory.threads = memories;
            memory
        };
        match std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(search)
        {
            Ok(thread) => self.running = Some(thread),
            Err(error) => log::error!("no search thread: {error}"),
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Runs all threads of a search and decides on a turn.
fn run<R: Rules>(
    shared: &Shared<'_>,
    game: &Game,
    settings: &Settings,
    memories: Vec<ThreadMemory>,
    listener: &dyn Listener,
) -> (Best, Vec<ThreadMemory>) {
    let level = Level::of(settings);
    let mut memories = memories.into_iter().enumerate();
    let first = memories.next();
    let mut results: Vec<(ThreadResult, ThreadMemory)> = Vec::new();
    std::thread::scope(|scope| {
        let helpers: Vec<_> = memories
            .filter_map(|(index, memory)| {
                let work = move || {
                    let mut thread = ThreadData::<R>::new(shared, index, game, memory);
                    thread.deepen(1, &mut |_| {});
                    result_of(thread)
                };
                std::thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work)
                    .ok()
            })
            .collect();
        if let Some((index, memory)) = first {
            let mut thread = ThreadData::<R>::new(shared, index, game, memory);
            let lines = settings.multi_pv.max(level.lines());
            thread.deepen(lines, &mut |root_info| {
                if root_info.line <= settings.multi_pv {
                    listener.info(&root_report::info::<R>(shared, game.position(), root_info));
                }
            });
            if !thread.root_moves.is_empty() {
                wait_for_stop(shared);
            }
            shared.stop.store(true, Relaxed);
            results.push(result_of(thread));
        }
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
    });
    let (results, memories): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    let best = decide::<R>(shared, game.position(), &results, level, listener);
    (best, memories)
}

/// The result of a thread and its data for the next search.
fn result_of<R: Rules>(thread: ThreadData<'_, R>) -> (ThreadResult, ThreadMemory) {
    let result = ThreadResult {
        depth: thread.completed_depth,
        root_moves: thread.root_moves.clone(),
    };
    (result, thread.into_memory())
}

/// Waits until an infinite or pondering search is stopped.
fn wait_for_stop(shared: &Shared<'_>) {
    while shared.is_open_ended() && !shared.stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The turn to play: chosen by a weaker level or by the vote of the threads. Reported again if it differs from the last report.
fn decide<R: Rules>(
    shared: &Shared<'_>,
    pos: &Position,
    results: &[ThreadResult],
    level: Level,
    listener: &dyn Listener,
) -> Best {
    let Some(first) = results.first().filter(|it| !it.root_moves.is_empty()) else {
        return no_turn(pos);
    };
    let weakened = level.choose::<R>(&first.root_moves, pos);
    let chosen = weakened
        .as_ref()
        .or_else(|| vote(results))
        .unwrap_or(&first.root_moves[0]);
    if chosen.mv != first.root_moves[0].mv {
        let root_info = RootInfo {
            depth: first.depth,
            line: 1,
            root_move: chosen,
        };
        listener.info(&root_report::info::<R>(shared, pos, &root_info));
    }
    let (turn, after) = first_turn::<R>(pos, &chosen.pv);
    Best {
        ponder: expected_answer::<R>(pos, &chosen.pv, &after),
        turn,
        score: root_report::score::<R>(pos, chosen),
    }
}

/// The end of a search without legal moves.
fn no_turn(pos: &Position) -> Best {
    let is_lost = rules::outcome(pos).is_some_and(|outcome| outcome.winner.is_some());
    Best {
        turn: Vec::new(),
        ponder: Vec::new(),
        score: if is_lost {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        },
    }
}
