//! The server's state for each page: its game and its one search.

use super::place::Kept;
use super::reply::Refusal;
use katydid::search::Searcher;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of sessions; beyond it the least recently active one is dropped.
const MOST: usize = 64;
/// The number of sessions, the most recently active ones, that keep their tables without a search.
const MOST_TABLES: usize = 8;
/// The maximum number of remembered declarations of pieces.
const MOST_DECLARED: usize = 64;
const LONGEST_NAME: usize = 64;

/// The state of a page.
#[derive(Default)]
pub struct Session {
    /// The game of the last request.
    pub kept: Option<Kept>,
    /// The engine, created on first use.
    pub searcher: Option<Searcher>,
    /// Stops the problem that is being solved.
    solving: Arc<AtomicBool>,
    /// The number of the current or last search or solution.
    ticket: u64,
    /// Whether it is still running.
    running: bool,
}

/// The states of all pages.
#[derive(Default)]
pub struct Sessions {
    /// The sessions by name, the most recently active one last.
    all: Mutex<Vec<(String, SharedSession)>>,
    /// The latest declarations of pieces that pages have made.
    declared: Mutex<VecDeque<String>>,
}

/// The state of a page, shared by its simultaneous requests.
pub type SharedSession = Arc<Mutex<Session>>;

/// Locks a mutex, even a poisoned one, because no handler leaves its data inconsistent.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    /// The session that a page has called `name`; created if it is new.
    ///
    /// # Errors
    /// If the name is malformed.
    pub fn of(&self, name: &str) -> Result<SharedSession, Refusal> {
        let is_name = (1..=LONGEST_NAME).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name {
            return Err(Refusal::of(format!(
                "session: expected 1 to {LONGEST_NAME} letters and digits"
            )));
        }
        let mut all = locked(&self.all);
        let known = all.iter().position(|(other, _)| other == name);
        let entry = match known {
            Some(index) => all.remove(index),
            None => (name.to_owned(), SharedSession::default()),
        };
        let session = Arc::clone(&entry.1);
        all.push(entry);
        let idle = all.len().saturating_sub(MOST_TABLES);
        for (_, session) in &all[..idle] {
            if let Ok(mut session) = session.try_lock()
                && !session.running
            {
                session.searcher = None;
            }
        }
        let gone = (all.len() > MOST).then(|| all.remove(0));
        drop(all);
        if let Some((_, gone)) = gone {
            locked(&gone).stop();
        }
        Ok(session)
    }
}

impl Sessions {
    /// Remembers pieces that a page has declared, so that their pictures can be requested.
    pub fn declare(&self, pieces: &str) {
        let mut declared = locked(&self.declared);
        if pieces.is_empty() || declared.iter().any(|known| known == pieces) {
            return;
        }
        declared.push_back(pieces.to_owned());
        if declared.len() > MOST_DECLARED {
            declared.pop_front();
        }
    }

    /// Whether a page has declared these pieces. Only then are pictures served, so that such requests do not compile new games.
    pub fn knows(&self, pieces: &str) -> bool {
        pieces.is_empty() || locked(&self.declared).iter().any(|known| known == pieces)
    }
}

impl Session {
    /// Ends the running search or solution.
    pub fn stop(&mut self) {
        self.solving.store(true, Relaxed);
        if let Some(searcher) = &mut self.searcher {
            searcher.stop();
        }
    }

    /// Ends the running search or solution and returns the number of the next one, with the flag that stops a solution.
    pub fn begin(&mut self) -> (u64, Arc<AtomicBool>) {
        self.stop();
        self.solving = Arc::default();
        self.ticket += 1;
        self.running = true;
        (self.ticket, Arc::clone(&self.solving))
    }

    /// Ends the search or solution with the number `ticket`, if it still runs.
    pub fn end(&mut self, ticket: u64) {
        if self.ticket == ticket {
            self.running = false;
            self.stop();
        }
    }
}
