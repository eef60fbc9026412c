//! The owner of threads and table. (First stand-in: picks by one leg of look-ahead on material.)

use super::{Best, Bound, Info, Limits, Listener, Score};
use crate::base::Color;
use crate::rules::{Game, legal_turns, outcome};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The largest table, in mebibytes.
pub const MAX_HASH_MB: usize = 1 << 20;
/// The most threads.
pub const MAX_THREADS: usize = 512;

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
            skill: 20,
            elo: None,
            analysing: false,
        }
    }
}

/// The searching half of the engine.
pub struct Searcher {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    running: Option<JoinHandle<()>>,
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
        Ok(Self {
            stop: Arc::default(),
            pondering: Arc::default(),
            running: None,
            megabytes,
            settings: Settings::default(),
        })
    }

    /// Changes the size of the table. Waits for a running search, which is stopped.
    ///
    /// # Errors
    /// [`HashError`] if the memory is not to be had; the old table is kept.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.stop();
        self.wait();
        self.megabytes = megabytes;
        Ok(())
    }

    /// Forgets everything learnt. Waits for a running search, which is stopped.
    pub fn clear(&mut self) {
        self.stop();
        self.wait();
    }

    /// Whether a search is running.
    pub fn is_running(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Tells the running search to end soon; it still reports its best turn.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: the search goes on by the clock.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Waits until the running search has ended.
    pub fn wait(&mut self) {
        if let Some(thread) = self.running.take()
            && thread.join().is_err()
        {
            log::error!("the search thread has panicked");
        }
    }

    /// Starts a search of the game's position; a running one is stopped first.
    pub fn start(&mut self, game: &Game, limits: Limits, listener: Arc<dyn Listener>) {
        self.stop();
        self.wait();
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(limits.ponder, Ordering::Relaxed);
        let (stop, pondering) = (Arc::clone(&self.stop), Arc::clone(&self.pondering));
        let pos = game.position().clone();
        self.running = Some(std::thread::spawn(move || {
            let started = Instant::now();
            let sign = if pos.turn() == Color::White { 1 } else { -1 };
            let worth = |turn: &crate::rules::Turn| match outcome(&turn.after) {
                Some(end) => end
                    .winner
                    .map_or(0, |w| if w == pos.turn() { 30_000 } else { -30_000 }),
                None => sign * turn.after.values().opening(),
            };
            let turns = if outcome(&pos).is_some() {
                Vec::new()
            } else {
                legal_turns(&pos)
            };
            let allowed = |turn: &&crate::rules::Turn| {
                (limits.only.is_empty() || limits.only.contains(&turn.legs[0]))
                    && !limits.except.contains(&turn.legs[0])
            };
            let best = turns.iter().filter(allowed).max_by_key(|turn| worth(turn));
            let score = Score::Centipawns(best.map_or(0, worth));
            let turn = best.map_or_else(Vec::new, |turn| turn.legs.clone());
            listener.info(&Info {
                depth: 1,
                seldepth: 1,
                multipv: 1,
                score,
                bound: Bound::Exact,
                wdl: (333, 334, 333),
                nodes: turns.len() as u64,
                time: started.elapsed(),
                hashfull: 0,
                pv: turn.clone(),
            });
            while (limits.infinite || pondering.load(Ordering::Relaxed))
                && !stop.load(Ordering::Relaxed)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            listener.best(&Best {
                turn,
                ponder: Vec::new(),
                score,
            });
        }));
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
