//! The owner of table, histories and threads: starts searches, lets the threads vote, reports the end.

use super::history::History;
use super::limits::Limits;
use super::report::{Best, Bound, Info, Listener, Score};
use super::skill;
use super::time::Budget;
use super::tt::Table;
use super::worker::{RootMove, RootTold, Shared, Worker};
use crate::base::{MATE_IN_MAX, Move, Value};
use crate::position::Position;
use crate::rules::{self, Game, Rules};
use crate::with_rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

/// The largest table, in mebibytes.
pub const MAX_HASH_MB: usize = 1 << 20;
/// The most threads.
pub const MAX_THREADS: usize = 512;
/// Every search thread has so much stack: the deepest line needs a few megabytes.
const STACK_BYTES: usize = 64 << 20;

/// Why the table cannot have the size asked for; the old one is kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB (the table of {kept} MB is kept)")]
pub struct HashError {
    /// The size asked for.
    pub megabytes: usize,
    /// The size that stays.
    pub kept: usize,
}

/// How to search, apart from limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many threads.
    pub threads: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// Time lost outside the engine at each move.
    pub move_overhead: Duration,
    /// Playing strength 0-20; 20 is full strength.
    pub skill: u8,
    /// Play at this Elo instead of full strength.
    pub elo: Option<u32>,
    /// Whether the search serves analysis: no shortcuts that hide lines.
    pub analysing: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            skill: skill::FULL,
            elo: None,
            analysing: false,
        }
    }
}

/// What outlives a search: lent to its threads while it runs.
struct Memory {
    table: Table,
    histories: Vec<History>,
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
    /// A searcher with a table of so many mebibytes.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not to be had.
    pub fn new(megabytes: usize) -> Result<Self, HashError> {
        let table = Table::new(megabytes).ok_or(HashError { megabytes, kept: 0 })?;
        Ok(Self {
            stop: Arc::default(),
            pondering: Arc::default(),
            memory: Some(Memory {
                table,
                histories: Vec::new(),
            }),
            running: None,
            megabytes,
            settings: Settings::default(),
        })
    }

    /// Changes the size of the table. A running search is stopped and waited for.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not to be had; the old table is kept.
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

    /// Forgets everything learnt. A running search is stopped and waited for.
    pub fn clear(&mut self) {
        self.stop();
        self.wait();
        let threads = self.settings.threads;
        if let Some(memory) = &mut self.memory {
            memory.table.clear(threads);
            for history in &mut memory.histories {
                history.clear();
            }
        }
    }

    /// Whether a search is running.
    pub fn is_running(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Tells the running search to end soon; it still reports its best turn.
    pub fn stop(&self) {
        self.pondering.store(false, Relaxed);
        self.stop.store(true, Relaxed);
    }

    /// The opponent has played the expected move: the search goes on by the clock.
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
            self.memory = table.map(|table| Memory {
                table,
                histories: Vec::new(),
            });
        }
    }

    /// Starts a search of the game's position; a running one is stopped first.
    pub fn start(&mut self, game: &Game, mut limits: Limits, listener: Arc<dyn Listener>) {
        self.stop();
        self.wait();
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        self.stop.store(false, Relaxed);
        self.pondering.store(limits.ponder, Relaxed);
        let settings = self.settings.clone();
        if let Some(depth) = skill::Level::of(&settings).depth() {
            limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        }
        let threads = settings.threads.clamp(1, MAX_THREADS);
        memory.histories.resize_with(threads, History::new);
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
            let histories = std::mem::take(&mut memory.histories);
            let variant = game.position().variant();
            let (best, histories) = with_rules!(variant, R => {
                run::<R>(&shared, &game, &settings, histories, listener.as_ref())
            });
            // A search without end, or on the opponent's time, reports only when it is told to.
            while (limits.infinite || pondering.load(Relaxed)) && !stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            listener.best(&best);
            memory.histories = histories;
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

/// What one thread has found.
struct Finding {
    depth: u32,
    moves: Vec<RootMove>,
}

/// Runs all threads of a search and settles on a turn.
fn run<R: Rules>(
    shared: &Shared<'_>,
    game: &Game,
    settings: &Settings,
    histories: Vec<History>,
    listener: &dyn Listener,
) -> (Best, Vec<History>) {
    let level = skill::Level::of(settings);
    let lines = settings.multi_pv.max(level.lines());
    let mut tell = |told: &RootTold<'_>| {
        if told.line <= settings.multi_pv {
            listener.info(&info::<R>(shared, game.position(), told));
        }
    };
    let mut silent = |_: &RootTold<'_>| {};
    let mut results: Vec<(Finding, History)> = Vec::new();
    std::thread::scope(|scope| {
        let mut histories = histories.into_iter().enumerate();
        let first = histories.next();
        let helpers: Vec<_> = histories
            .filter_map(|(index, history)| {
                let work = move || {
                    let mut worker = Worker::<R>::new(shared, index, game, history);
                    worker.deepen(1, &mut |_| {});
                    let finding = Finding {
                        depth: worker.depth,
                        moves: worker.moves.clone(),
                    };
                    (finding, worker.into_history())
                };
                std::thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work)
                    .ok()
            })
            .collect();
        if let Some((index, history)) = first {
            let mut worker = Worker::<R>::new(shared, index, game, history);
            let told: &mut dyn FnMut(&RootTold<'_>) = if worker.moves.is_empty() {
                &mut silent
            } else {
                &mut tell
            };
            worker.deepen(lines, told);
            let endless = shared.limits.infinite || shared.pondering.load(Relaxed);
            if !endless || !worker.moves.is_empty() {
                while (shared.limits.infinite || shared.pondering.load(Relaxed))
                    && !shared.stopped()
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            shared.stop.store(true, Relaxed);
            let finding = Finding {
                depth: worker.depth,
                moves: worker.moves.clone(),
            };
            results.push((finding, worker.into_history()));
        }
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
    });
    let (findings, histories): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    let best = settle::<R>(shared, game, &findings, level, listener);
    (best, histories)
}

/// The best turn by the vote of the threads, or by the level's taste.
fn settle<R: Rules>(
    shared: &Shared<'_>,
    game: &Game,
    findings: &[Finding],
    level: skill::Level,
    listener: &dyn Listener,
) -> Best {
    let pos = game.position();
    let Some(leader) = findings.first().filter(|finding| !finding.moves.is_empty()) else {
        let score =
            rules::outcome(pos).map_or(Score::Centipawns(0), |outcome| match outcome.winner {
                Some(winner) if winner == pos.side_to_move() => Score::Mate(0),
                Some(_) => Score::Mate(0),
                None => Score::Centipawns(0),
            });
        return Best {
            turn: Vec::new(),
            ponder: Vec::new(),
            score,
        };
    };
    let weakened = level.choose::<R>(&leader.moves, pos);
    let chosen = weakened
        .as_ref()
        .or_else(|| vote(findings))
        .unwrap_or(&leader.moves[0]);
    if chosen.mv != leader.moves[0].mv {
        let told = RootTold {
            depth: leader.depth,
            line: 1,
            best: chosen,
        };
        listener.info(&info::<R>(shared, pos, &told));
    }
    let mut turns = split_turns::<R>(pos, &chosen.pv);
    let mut after = pos.clone();
    let turn = turns.next().unwrap_or_default();
    let turn = complete::<R>(pos, turn, &mut after);
    let ponder = match turns.next() {
        Some(legs) if rules::outcome(&after).is_none() => {
            let mut end = after.clone();
            let whole = legs.iter().all(|leg| {
                let mover = end.side_to_move();
                end = R::play(&end, *leg);
                end.side_to_move() != mover || R::LEGS
            });
            if whole && end.side_to_move() != after.side_to_move() {
                legs
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    };
    Best {
        turn,
        ponder,
        score: score::<R>(pos, chosen),
    }
}

/// The thread whose best move has the most votes, weighted by depth and value (the idea of Stockfish's
/// thread vote).
fn vote(findings: &[Finding]) -> Option<&RootMove> {
    let candidates = || {
        findings
            .iter()
            .filter(|finding| finding.depth > 0 && !finding.moves.is_empty())
    };
    let least = candidates().map(|finding| finding.moves[0].value).min()?;
    let weight = |finding: &Finding| {
        i64::from(finding.moves[0].value - least + 14) * i64::from(finding.depth)
    };
    let votes = |mv: Move| -> i64 {
        candidates()
            .filter(|finding| finding.moves[0].mv == mv)
            .map(weight)
            .sum()
    };
    let mut best = candidates().next()?;
    for finding in candidates() {
        let (ours, theirs) = (&best.moves[0], &finding.moves[0]);
        let better = if ours.value.abs() >= MATE_IN_MAX {
            theirs.value > ours.value
        } else {
            theirs.value >= MATE_IN_MAX
                || theirs.value > -MATE_IN_MAX && votes(theirs.mv) > votes(ours.mv)
        };
        if better {
            best = finding;
        }
    }
    best.moves.first()
}

/// A line cut into turns.
fn split_turns<'a, R: Rules>(
    pos: &Position,
    line: &'a [Move],
) -> impl Iterator<Item = Vec<Move>> + use<'a, R> {
    let mut at = pos.clone();
    let mut rest = line.iter();
    std::iter::from_fn(move || {
        let mover = at.side_to_move();
        let mut legs = Vec::new();
        for leg in rest.by_ref() {
            at = R::play(&at, *leg);
            legs.push(*leg);
            if at.side_to_move() != mover || !R::LEGS {
                break;
            }
        }
        (!legs.is_empty()).then_some(legs)
    })
}

/// Completes a turn whose last legs the line does not show, with the leg that looks best at once.
fn complete<R: Rules>(pos: &Position, mut turn: Vec<Move>, after: &mut Position) -> Vec<Move> {
    *after = turn.iter().fold(pos.clone(), |at, leg| R::play(&at, *leg));
    while R::LEGS && after.side_to_move() == pos.side_to_move() && R::immediate_end(after).is_none()
    {
        let legs = rules::legal_moves(after).into_iter();
        let Some(leg) = legs.max_by_key(|leg| glance::<R>(after, *leg)) else {
            break;
        };
        *after = R::play(after, leg);
        turn.push(leg);
    }
    turn
}

/// What a leg is worth to the side to move by the evaluation alone, without any answer to it.
pub(super) fn glance<R: Rules>(pos: &Position, leg: Move) -> Value {
    let next = R::play(pos, leg);
    let value = crate::eval::evaluate(&next);
    if next.side_to_move() == pos.side_to_move() {
        value
    } else {
        -value
    }
}

/// A root move's score, with mate distances in turns of the winner.
fn score<R: Rules>(pos: &Position, root: &RootMove) -> Score {
    let exact = Score::of(root.value);
    match exact {
        Score::Mate(moves) if R::LEGS => {
            let turns = split_turns::<R>(pos, &root.pv).count() as i32;
            Score::Mate(if moves > 0 {
                (turns + 1) / 2
            } else {
                -(turns / 2)
            })
        }
        _ => exact,
    }
}

fn info<R: Rules>(shared: &Shared<'_>, pos: &Position, told: &RootTold<'_>) -> Info {
    let best = told.best;
    Info {
        depth: told.depth,
        seldepth: best.seldepth.max(told.depth),
        multipv: told.line as u32,
        score: score::<R>(pos, best),
        bound: if best.value.abs() >= MATE_IN_MAX {
            Bound::Exact
        } else {
            best.bound
        },
        wdl: chances(best.value),
        nodes: shared.all_nodes(),
        time: shared.budget.elapsed(),
        hashfull: shared.table.fullness(),
        pv: best.pv.clone(),
    }
}

/// Centipawns at which winning is as likely as not.
const EVEN_CHANCE: f64 = 100.0;
/// Centipawns over which the chance of winning grows by the factor e of its odds.
const WIN_SCALE: f64 = 100.0;

/// Win, draw and loss in thousandths: two logistic curves, fitted by likelihood to 34,000 scores of 200
/// games of `demichess` that the engine played against itself at 1 s + 0.01 s.
fn chances(value: Value) -> (u32, u32, u32) {
    let win = |x: f64| 1000.0 / (1.0 + ((EVEN_CHANCE - x) / WIN_SCALE).exp());
    let value = f64::from(value.clamp(-4000, 4000));
    let (win, loss) = (win(value) as u32, win(-value) as u32);
    (win, 1000 - win - loss, loss)
}
