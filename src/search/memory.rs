//! Data that outlives a search: the transposition table, and histories and evaluator of each thread.

use super::history::History;
use super::report::SearchError;
use super::thread::ThreadMemory;
use super::tt::Table;
use crate::variant::Variant;
use std::sync::Arc;

/// The stack size of a search thread; the deepest line needs a few megabytes.
pub const STACK_BYTES: usize = 64 << 20;

/// Data that outlives a search; lent to its threads while it runs.
pub struct Memory {
    pub table: Table,
    /// Histories and evaluator of each thread.
    pub threads: Vec<ThreadMemory>,
    /// The variant that table and memories belong to. Keys are unique only within one variant with one set of declared pieces.
    variant: Option<Arc<Variant>>,
    /// Whether NNUE is on. Values found with and without it are not comparable, so a change clears everything.
    network: bool,
}

impl Memory {
    /// A table without data of threads.
    pub const fn new(table: Table) -> Self {
        Self {
            table,
            threads: Vec::new(),
            variant: None,
            network: true,
        }
    }

    /// Makes the data of up to `threads` threads for a game, as far as there is memory for them and for the threads' stacks.
    /// The first thread gets its data even if there is no room for its stack.
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
        // Room for the first thread's stack, and as much again for other allocations.
        let mut stacks = Vec::new();
        let mut room = has_room(&mut stacks) && has_room(&mut stacks);
        while self.threads.len() < threads {
            // Room for the thread's stack, and as much again for its heap: the C library reserves an arena for each thread (64 MiB in glibc).
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

    /// Clears the table and the histories.
    pub fn clear(&mut self, threads: usize) {
        self.table.clear(threads);
        for memory in &mut self.threads {
            memory.history.clear();
        }
    }

    /// Clears everything if the game changes, or if NNUE is switched on or off in a game that has it.
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
