//! The data that is kept between searches: the transposition table, and each thread's histories and evaluator.

use super::history::History;
use super::report::SearchError;
use super::thread::ThreadMemory;
use super::tt::Table;
use crate::variant::Variant;
use std::sync::Arc;

/// The stack size of a search thread, in bytes; the deepest line needs a few megabytes.
pub const STACK_BYTES: usize = 64 << 20;

/// The data that is kept between searches. A running search takes it and returns it at the end.
pub struct Memory {
    pub table: Table,
    /// The histories and the evaluator of each thread.
    pub threads: Vec<ThreadMemory>,
    /// The variant of all this data: hash keys are unique only within one variant with one set of declared pieces.
    variant: Option<Arc<Variant>>,
    /// Whether NNUE is on. Values with and without NNUE are not comparable, so a change clears everything.
    network: bool,
}

impl Memory {
    /// Memory with a transposition table and no data of threads yet.
    pub const fn new(table: Table) -> Self {
        Self {
            table,
            threads: Vec::new(),
            variant: None,
            network: true,
        }
    }

    /// Allocates the data of up to `threads` threads for a game, as many as there is memory for, their stacks included. The first thread
    /// gets its data even if there seems to be no room for its stack.
    ///
    /// # Errors
    /// [`SearchError::Memory`] if there is not enough memory for one thread.
    pub fn make_room(&mut self, threads: usize, variant: &Arc<Variant>) -> Result<(), SearchError> {
        self.threads.truncate(threads);
        if self.threads.len() == threads {
            return Ok(());
        }
        let has_room = |stacks: &mut Vec<Vec<u8>>| {
            let mut stack = Vec::new();
            let there = stack.try_reserve_exact(STACK_BYTES).is_ok();
            stacks.push(stack);
            there
        };
        // Reserves room for the first thread's stack, and the same amount for other allocations.
        let mut stacks = Vec::new();
        let mut room = has_room(&mut stacks) && has_room(&mut stacks);
        while self.threads.len() < threads {
            // Reserves room for the thread's stack, and the same amount for its heap: the C library reserves an arena per thread (64 MiB in glibc).
            room = room && has_room(&mut stacks) && has_room(&mut stacks);
            if !room && !self.threads.is_empty() {
                break;
            }
            let Some(history) = History::try_new() else {
                break;
            };
            let memory = ThreadMemory::new(history, variant, self.network);
            self.threads.push(memory);
        }
        if self.threads.is_empty() {
            return Err(SearchError::Memory);
        }
        Ok(())
    }

    /// Clears the transposition table and the histories; `threads` threads clear the table.
    pub fn clear(&mut self, threads: usize) {
        self.table.clear(threads);
        for memory in &mut self.threads {
            memory.history.clear();
        }
    }

    /// Prepares for a search: clears everything if the game has changed, or if NNUE was switched on or off in a game that has one.
    pub fn turn_to(&mut self, variant: &Arc<Variant>, network: bool, threads: usize) {
        let other_game = self
            .variant
            .replace(Arc::clone(variant))
            .is_some_and(|before| !Arc::ptr_eq(&before, variant));
        let asked = std::mem::replace(&mut self.network, network);
        if other_game || variant.network.is_some() && asked != network {
            self.threads.clear();
            self.table.clear(threads);
        }
    }
}
