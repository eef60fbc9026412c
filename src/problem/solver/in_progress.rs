//! Positions in progress: a position that one thread searches is deferred by the others.
//!
//! The idea is ABDADA (J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19(1), 1996): threads search the
//! same tree with a shared table and defer nodes in progress. Marks affect time only: if one is lost, or shared by two positions, some
//! work is repeated or delayed, but no result changes.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of marks; two positions with the same index share one.
const PLACES: usize = 1 << 12;

/// What to do at a position that another thread searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Leave the position for later.
    Leave,
    /// Search it as well.
    Join,
}

/// The marks of all threads.
pub struct InProgress {
    /// Hashes of the positions in progress, 0 for none. Empty with one thread.
    marks: Box<[AtomicU64]>,
}

/// A guard for a thread's mark: dropping it clears the mark.
#[derive(Default)]
pub struct Stay<'a> {
    mark: Option<&'a AtomicU64>,
    hash: u64,
}

impl InProgress {
    /// An empty set of marks for `threads` threads.
    pub fn of(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self {
            marks: (0..places).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Marks a position by its hash; `None` if another thread searches it and `meeting` is `Meeting::Leave`.
    #[inline]
    pub fn enter(&self, hash: impl FnOnce() -> u64, meeting: Meeting) -> Option<Stay<'_>> {
        if self.marks.is_empty() {
            return Some(Stay::default());
        }
        let hash = hash();
        // The lowest bits already select the shard of the table.
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
        // Both guards share one mark; dropping the first clears it.
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
