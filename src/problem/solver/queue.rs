//! The work queue: each item belongs to one thread; threads without an item of their own help with unfinished ones.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Items of work, by their indices.
pub struct Queue {
    next: AtomicUsize,
    done: Vec<AtomicBool>,
}

/// An item that a thread works on.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub index: usize,
    /// Whether the item belongs to this thread; otherwise the thread only helps.
    pub is_ours: bool,
    done: &'a AtomicBool,
}

impl Queue {
    /// A queue of `items` items.
    pub fn new(items: usize) -> Self {
        Self {
            next: AtomicUsize::new(0),
            done: (0..items).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The next item for a thread: one that no thread has begun or, if there is none, an unfinished one. A thread helps with each item
    /// once; `None` if nothing is left for it.
    pub fn next(&self, last: Option<Work<'_>>) -> Option<Work<'_>> {
        let untouched = self.next.fetch_add(1, Ordering::Relaxed);
        let work = |index: usize, is_ours| Work {
            index,
            is_ours,
            done: &self.done[index],
        };
        if untouched < self.done.len() {
            return Some(work(untouched, true));
        }
        let from = last.map_or(0, |last| if last.is_ours { 0 } else { last.index + 1 });
        let mut open = (from..self.done.len()).map(|index| work(index, false));
        open.find(|work| !work.is_done())
    }
}

impl Work<'_> {
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Marks an item as done. Returns whether this call was the first.
    pub fn finish(&self) -> bool {
        !self.done.swap(true, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finds_nothing_untouched_helps() {
        let queue = Queue::new(2);
        let first = queue.next(None).unwrap();
        let second = queue.next(Some(first)).unwrap();
        assert!(first.is_ours && second.is_ours && first.index != second.index);
        assert!(first.finish());
        let help = queue.next(Some(first)).unwrap();
        assert!(!help.is_ours && help.index == second.index && !help.is_done());
        assert!(queue.next(Some(help)).is_none());
        assert!(help.finish() && !second.finish() && second.is_done());
        assert!(queue.next(None).is_none());
    }
}
