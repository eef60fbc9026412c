//! What the threads are at: a position that one of them searches is left for later by the others.
//!
//! The idea is that of ABDADA (J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19(1),
//! 1996): threads search the same tree with a common table, and whoever meets another goes elsewhere first. It is about
//! time only: a mark that is lost, or shared by two positions, costs work and changes no result.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places for marks; two positions that share one are taken for one.
const PLACES: usize = 1 << 12;

/// What to do where another thread is searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Leave the position for later.
    Leave,
    /// Search it as well.
    Join,
}

/// The marks of the threads.
pub struct InProgress {
    /// Hashes of the positions; 0 where there is none. No places if nobody could be met.
    marks: Box<[AtomicU64]>,
}

/// A thread's stay at a position; its mark goes with it.
#[derive(Default)]
pub struct Stay<'a> {
    mark: Option<&'a AtomicU64>,
    hash: u64,
}

impl InProgress {
    /// No marks yet, of so many threads.
    pub fn of(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self {
            marks: (0..places).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Begins a stay at a position with a hash; `None` if another thread is there and is not to be joined.
    #[inline]
    pub fn enter(&self, hash: impl FnOnce() -> u64, meeting: Meeting) -> Option<Stay<'_>> {
        if self.marks.is_empty() {
            return Some(Stay::default());
        }
        let hash = hash();
        // The lowest bits have chosen the part of the table.
        let mark = &self.marks[(hash >> 32) as usize % PLACES];
        if meeting == Meeting::Leave && mark.load(Ordering::Relaxed) == hash {
            return None;
        }
        mark.store(hash, Ordering::Relaxed);
        Some(Stay {
            mark: Some(mark),
            hash,
        })
    }
}

impl Drop for Stay<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(mark) = self.mark
            && mark.load(Ordering::Relaxed) == self.hash
        {
            mark.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_met_is_left_or_joined() {
        let busy = InProgress::of(2);
        let enter = |number: u64, meeting| busy.enter(|| number << 32, meeting);
        let first = enter(7, Meeting::Leave);
        assert!(first.is_some());
        assert!(enter(7, Meeting::Leave).is_none());
        assert!(enter(8, Meeting::Leave).is_some());
        let second = enter(7, Meeting::Join);
        assert!(second.is_some());
        drop(second);
        // The mark was common: with the first to leave it is gone.
        assert!(enter(7, Meeting::Leave).is_some());
        drop(first);
    }

    #[test]
    fn one_thread_meets_nobody() {
        let busy = InProgress::of(1);
        let first = busy.enter(|| 7, Meeting::Leave);
        assert!(first.is_some() && busy.enter(|| 7, Meeting::Leave).is_some());
    }
}
