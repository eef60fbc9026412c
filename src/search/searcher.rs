//! Owns the transposition table, the histories and the threads; starts searches, chooses among the threads' results, reports.

#[cfg(test)]
use super::counters::Counters;
use super::limits::Limits;
use super::memory::{Memory, STACK_BYTES};
use super::pv_turns::turn_and_reply;
use super::report::{Best, Info, Listener, Score, SearchError, SearchNews};
use super::root_report;
use super::settings::Settings;
use super::skill::Level;
use super::thread::{RootInfo, Shared, ThreadData, ThreadMemory};
use super::time::Budget;
use super::tt::Table;
use super::vote::{ThreadResult, vote};
use crate::position::Position;
use crate::rules::{self, Game, Rules};
use crate::with_rules;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The maximum size of the transposition table, in MiB.
pub const MAX_HASH_MB: usize = 1 << 20;
/// The maximum number of search threads.
pub const MAX_THREADS: usize = 512;
/// The interval at which [`Searcher::search_until`] calls `is_over`.
const LOOK: Duration = Duration::from_millis(30);

/// There is not enough memory for a transposition table of the requested size; the old table is kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB (the table of {kept} MB is kept)")]
pub struct HashError {
    /// The requested size, in MiB.
    pub megabytes: usize,
    /// The size that is kept, in MiB.
    pub kept: usize,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchResult {
    /// The turn to play.
    pub best: Best,
    /// The last report of each line (variation), best first; empty if the game is over.
    pub lines: Vec<Info>,
}

impl SearchResult {
    /// The last report of the best line.
    pub fn info(&self) -> Option<&Info> {
        self.lines.first()
    }

    /// The number of nodes searched: the largest node count in `lines`.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|info| info.nodes).max().unwrap_or(0)
    }
}

/// A search that is ready to run, with the memory lent to it.
struct Job {
    memory: Memory,
    game: Game,
    limits: Limits,
    settings: Settings,
    stop: Arc<AtomicBool>,
    open_ended: Arc<AtomicBool>,
    listener: Listener,
}

impl Job {
    /// Runs the search, reports its result and returns the memory.
    fn run(mut self) -> Memory {
        let _unwinding = Unwinding(&self.listener);
        let memories = std::mem::take(&mut self.memory.threads);
        let budget = Budget::new(&self.limits, self.settings.move_overhead);
        let endgames = self.settings.endgames.clone();
        let endgames = endgames.as_ref().map(|endgames| &*endgames.0);
        let shared = Shared {
            table: &self.memory.table,
            stop: &self.stop,
            open_ended: &self.open_ended,
            nodes: memories.iter().map(|_| AtomicU64::new(0)).collect(),
            limits: &self.limits,
            check_interval: budget.check_interval(),
            budget,
            table_pieces: endgames.map_or(0, |it| {
                let wait = self.limits.is_untimed().then_some(&*self.stop);
                it.prepare(self.game.position(), wait)
            }),
            table_hits: AtomicU64::new(0),
            endgames,
        };
        let variant = self.game.position().variant();
        let (best, memories) = with_rules!(variant, R => {
            run::<R>(&shared, &self.game, &self.settings, memories, &self.listener)
        });
        (self.listener)(SearchNews::Best(best));
        self.memory.threads = memories;
        self.memory
    }
}

/// Reports an error if the search panics, so that the front-end still gets an answer.
struct Unwinding<'a>(&'a Listener);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)(SearchNews::Failed(SearchError::Lost));
        }
    }
}

/// The search thread: it runs one job after another and sends the memory of each back.
struct Worker {
    jobs: mpsc::Sender<Job>,
    returned: mpsc::Receiver<Memory>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the search thread.
    fn start(stack_bytes: usize) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (finished, returned) = mpsc::channel();
        let work = move || {
            for job in queue {
                if finished.send(job.run()).is_err() {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(stack_bytes)
            .spawn(work)?;
        Ok(Self {
            jobs,
            returned,
            thread,
        })
    }
}

/// Runs searches, one at a time. Keeps the transposition table and the histories from one search to the next.
pub struct Searcher {
    stop: Arc<AtomicBool>,
    open_ended: Arc<AtomicBool>,
    /// Whether the running search is infinite; a ponder hit does not end it then.
    infinite: bool,
    /// The transposition table and thread data; `None` while a search uses them, and after a search has panicked.
    memory: Option<Memory>,
    /// The search thread, which is kept for later searches because starting a thread takes long on a busy machine.
    worker: Option<Worker>,
    /// Whether the worker may be searching: it has got a job since the last [`Self::wait`].
    busy: bool,
    megabytes: usize,
    /// The stack size of the search thread, in bytes.
    stack_bytes: usize,
    /// The settings of the next search.
    pub settings: Settings,
}

impl Searcher {
    /// A searcher with a transposition table of `megabytes` MiB.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not available.
    pub fn new(megabytes: usize) -> Result<Self, HashError> {
        let table = Table::new(megabytes).ok_or(HashError { megabytes, kept: 0 })?;
        Ok(Self {
            stop: Arc::default(),
            open_ended: Arc::default(),
            infinite: false,
            memory: Some(Memory::new(table)),
            worker: None,
            busy: false,
            megabytes,
            stack_bytes: STACK_BYTES,
            settings: Settings::default(),
        })
    }

    /// Resizes the transposition table. Stops a running search first.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not available; the old table is kept.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.stop();
        self.wait();
        if megabytes != self.megabytes {
            let kept = self.megabytes;
            let table = Table::new(megabytes).ok_or(HashError { megabytes, kept })?;
            match &mut self.memory {
                Some(memory) => memory.table = table,
                None => self.memory = Some(Memory::new(table)),
            }
            self.megabytes = megabytes;
        }
        Ok(())
    }

    /// Clears the transposition table and the histories. Stops a running search first.
    pub fn clear(&mut self) {
        self.stop();
        self.wait();
        let threads = self.settings.threads;
        if let Some(memory) = &mut self.memory {
            memory.clear(threads);
        }
    }

    /// Stops the running search, which still reports its best turn.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.close();
    }

    /// Ends pondering because the opponent has played the expected move: from now on the search obeys its limits.
    pub fn ponder_hit(&self) {
        if !self.infinite {
            self.close();
        }
    }

    /// Clears the open-ended flag and wakes a search that waits for it.
    fn close(&self) {
        self.open_ended.store(false, Relaxed);
        if let Some(worker) = &self.worker {
            worker.thread.thread().unpark();
        }
    }

    /// Waits until the running search has ended.
    pub fn wait(&mut self) {
        if std::mem::take(&mut self.busy) {
            let returned = self.worker.as_ref().map(|worker| worker.returned.recv());
            self.memory = returned.and_then(Result::ok);
            if self.memory.is_none() {
                // The search has panicked.
                self.worker = None;
            }
        }
    }

    /// Searches the game's position and waits for the result; `progress` is called with each report. The limits must end the search: an
    /// infinite or pondering search would never return.
    ///
    /// ```
    /// use katydid::{rules::Game, search::{Limits, Searcher}, catalogue::Catalogue};
    /// let game = Game::new(&Catalogue::new().variant("chess").unwrap());
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let result = Searcher::new(1).unwrap().search(&game, limits, |_| {}).unwrap();
    /// assert!(result.best.turn.is_some());
    /// assert_eq!(result.info().map(|info| info.depth), Some(3));
    /// ```
    ///
    /// # Errors
    /// [`SearchError`] if the search ends without a result.
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        progress: impl FnMut(&Info),
    ) -> Result<SearchResult, SearchError> {
        self.search_until(game, limits, || false, progress)
    }

    /// Like [`Searcher::search`], but can be stopped: `is_over` is called every few hundredths of a second, and the search ends once it
    /// returns true.
    ///
    /// # Errors
    /// [`SearchError`] if the search ends without a result.
    pub fn search_until(
        &mut self,
        game: &Game,
        limits: Limits,
        mut is_over: impl FnMut() -> bool,
        mut progress: impl FnMut(&Info),
    ) -> Result<SearchResult, SearchError> {
        let (sender, receiver) = mpsc::channel();
        // Sending fails only if the receiver is gone; nobody needs the report then.
        let send = move |news| _ = sender.send(news);
        self.start(game, limits, send);
        let mut best = Err(SearchError::Lost);
        let mut lines: Vec<Info> = Vec::new();
        let mut looked = Instant::now();
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(SearchNews::Info(info)) => {
                    progress(&info);
                    match lines.iter_mut().find(|it| it.multipv == info.multipv) {
                        Some(line) => *line = info,
                        None => lines.push(info),
                    }
                }
                Ok(SearchNews::Best(turn)) => best = Ok(turn),
                Ok(SearchNews::Failed(error)) => best = Err(error),
                Ok(SearchNews::Fewer { .. }) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                if is_over() {
                    self.stop();
                }
            }
        }
        self.wait();
        best.map(|best| SearchResult { best, lines })
    }

    /// Starts a search of the game's position and returns at once; a running search is stopped first. The listener gets progress lines
    /// and, exactly once, the result or an error (also if the search cannot be started).
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        listener: impl Fn(SearchNews) + Send + Sync + 'static,
    ) {
        self.stop();
        self.wait();
        let listener: Listener = Arc::new(listener);
        if let Err(error) = self.try_start(game, limits, Arc::clone(&listener)) {
            log::error!("{error}");
            listener(SearchNews::Failed(error));
        }
    }

    /// Starts a search; none may be running.
    fn try_start(
        &mut self,
        game: &Game,
        limits: Limits,
        listener: Listener,
    ) -> Result<(), SearchError> {
        let job = self.job(game, limits, listener)?;
        if self.worker.is_none() {
            match Worker::start(self.stack_bytes) {
                Ok(worker) => self.worker = Some(worker),
                Err(error) => {
                    self.memory = Some(job.memory);
                    return Err(SearchError::Thread(error.to_string()));
                }
            }
        }
        let worker = self.worker.as_ref().ok_or(SearchError::Lost)?;
        self.busy = true;
        worker.jobs.send(job).map_err(|_| SearchError::Lost)
    }

    /// Prepares the next search with the table and the histories, which are new after a panic.
    fn job(
        &mut self,
        game: &Game,
        mut limits: Limits,
        listener: Listener,
    ) -> Result<Job, SearchError> {
        let settings = self.settings.clone();
        let level = Level::of(&settings);
        limits.depth = least(limits.depth, level.depth());
        limits.nodes = least(limits.nodes, level.nodes());
        let memory = self.memory.take();
        let Some(mut memory) = memory.or_else(|| self.new_memory()) else {
            return Err(SearchError::Memory);
        };
        let variant = game.position().variant();
        let threads = settings.threads.clamp(1, MAX_THREADS);
        memory.turn_to(variant, settings.network, threads);
        if let Err(error) = memory.make_room(threads, variant) {
            self.memory = Some(memory);
            return Err(error);
        }
        let searching = memory.threads.len();
        if searching < threads {
            listener(SearchNews::Fewer {
                threads: searching,
                wanted: threads,
            });
        }
        memory.table.next_age();
        self.stop.store(false, Relaxed);
        self.infinite = limits.infinite;
        self.open_ended
            .store(limits.infinite || limits.ponder, Relaxed);
        Ok(Job {
            memory,
            game: game.clone(),
            limits,
            settings,
            stop: Arc::clone(&self.stop),
            open_ended: Arc::clone(&self.open_ended),
            listener,
        })
    }

    /// Search memory with a new table of the set size or, if memory is short, of 1 MiB.
    fn new_memory(&self) -> Option<Memory> {
        let table = Table::new(self.megabytes).or_else(|| Table::new(1));
        table.map(Memory::new)
    }
}

/// The smaller of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
impl Searcher {
    /// A searcher whose searches cannot start, because no system has memory for a thread stack of 2^60 bytes.
    pub(crate) fn without_threads() -> Self {
        let mut searcher = Self::new(1).expect("memory for a small table");
        searcher.stack_bytes = 1 << 60;
        searcher
    }

    /// How often each search technique has fired in the first thread, in all searches of the present variant.
    pub fn counters(&self) -> Option<&Counters> {
        Some(&self.memory.as_ref()?.threads.first()?.counters)
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Runs all threads of a search and chooses the turn to play.
fn run<R: Rules>(
    shared: &Shared<'_>,
    game: &Game,
    settings: &Settings,
    memories: Vec<ThreadMemory>,
    listener: &Listener,
) -> (Best, Vec<ThreadMemory>) {
    let level = Level::of(settings);
    let mut memories = memories.into_iter().enumerate();
    let first = memories.next();
    let mut results: Vec<(ThreadResult, ThreadMemory)> = Vec::new();
    std::thread::scope(|scope| {
        // Stops the helpers even if this thread panics; otherwise the scope would wait for them for ever.
        let _stopping = Stopping(shared.stop);
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
                    let info = root_report::info::<R>(shared, game.position(), root_info);
                    listener(SearchNews::Info(info));
                }
            });
            wait_for_release(shared);
            shared.stop.store(true, Relaxed);
            results.push(result_of(thread));
        }
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
    });
    let (results, memories): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    let best = decide::<R>(shared, game.position(), &results, level, listener);
    (best, memories)
}

/// Sets the stop flag when dropped, so that the helper threads stop when the first thread ends.
struct Stopping<'a>(&'a AtomicBool);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn result_of<R: Rules>(thread: ThreadData<'_, R>) -> (ThreadResult, ThreadMemory) {
    let result = ThreadResult {
        depth: thread.completed_depth,
        root_moves: thread.root_moves.clone(),
    };
    (result, thread.into_memory())
}

/// Waits until an infinite search is stopped or pondering ends. UCI forbids an earlier answer, even if a limit is reached or nothing is
/// left to search.
fn wait_for_release(shared: &Shared<'_>) {
    while shared.is_open_ended() {
        std::thread::park();
    }
}

/// Chooses the turn to play: by the playing level, or by the threads' vote. Reports its line if it differs from the last report.
fn decide<R: Rules>(
    shared: &Shared<'_>,
    pos: &Position,
    results: &[ThreadResult],
    level: Level,
    listener: &Listener,
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
        listener(SearchNews::Info(root_report::info::<R>(
            shared, pos, &root_info,
        )));
    }
    let (turn, ponder) = turn_and_reply::<R>(pos, &chosen.pv);
    Best {
        turn,
        ponder,
        score: root_report::score::<R>(pos, chosen),
    }
}

/// The result of a search of a position without legal moves.
fn no_turn(pos: &Position) -> Best {
    let is_lost = rules::outcome(pos).is_some_and(|outcome| outcome.winner.is_some());
    Best {
        turn: None,
        ponder: None,
        score: if is_lost {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{STACK_BYTES, SearchError, Searcher};
    use crate::catalogue::games;
    use crate::rules::Game;
    use crate::search::{Limits, SearchNews};
    use std::sync::mpsc::channel;

    /// Runs a search and returns its final reports. With `panics` the listener panics at the first progress line.
    fn ends(searcher: &mut Searcher, panics: bool) -> Vec<Result<bool, SearchError>> {
        let game = Game::new(&games().variant("chess").expect("chess"));
        let limits = Limits {
            depth: (!panics).then_some(2),
            ..Limits::default()
        };
        let (sender, receiver) = channel();
        searcher.start(&game, limits, move |news| match news {
            SearchNews::Fewer { .. } => {}
            SearchNews::Info(_) => assert!(!panics, "a listener may fail"),
            SearchNews::Best(best) => sender.send(Ok(best.turn.is_some())).unwrap(),
            SearchNews::Failed(error) => sender.send(Err(error)).unwrap(),
        });
        searcher.wait();
        receiver.try_iter().collect()
    }

    #[test]
    fn a_search_without_a_thread_reports_so_and_the_next_one_runs() {
        let mut searcher = Searcher::without_threads();
        let reported = ends(&mut searcher, false);
        assert!(
            matches!(reported[..], [Err(SearchError::Thread(_))]),
            "{reported:?}"
        );
        searcher.stack_bytes = STACK_BYTES;
        assert_eq!(ends(&mut searcher, false), [Ok(true)]);
    }

    #[test]
    fn a_search_that_panics_reports_so_and_the_next_one_runs() {
        let mut searcher = Searcher::new(1).unwrap();
        for threads in [1, 3] {
            searcher.settings.threads = threads;
            assert_eq!(ends(&mut searcher, true), [Err(SearchError::Lost)]);
            assert_eq!(ends(&mut searcher, false), [Ok(true)]);
        }
    }
}
