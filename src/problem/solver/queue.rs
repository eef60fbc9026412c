//! The work that threads share out: each item goes to one of them, and who finds none left helps the others.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Items of work, by their indices.
pub struct Queue {
    next: AtomicUsize,
    done: Vec<AtomicBool>,
}

/// An item that a thread works at.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Which item.
    pub index: usize,
    /// Whether nobody had begun it: others only help.
    pub is_ours: bool,
    done: &'a AtomicBool,
}

impl Queue {
    /// So many items, all untouched.
    pub fn new(items: usize) -> Self {
        Self {
            next: AtomicUsize::new(0),
            done: (0..items).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The next item that nobody has begun or, where there is none, one that is not done; `None` if all are.
    pub fn next(&self) -> Option<Work<'_>> {
        let untouched = self.next.fetch_add(1, Ordering::Relaxed);
        let work = |index: usize, is_ours| Work {
            index,
            is_ours,
            done: &self.done[index],
        };
        if untouched < self.done.len() {
            return Some(work(untouched, true));
        }
        let open = |done: &AtomicBool| !done.load(Ordering::Relaxed);
        let helped = self.done.iter().position(open)?;
        Some(work(helped, false))
    }
}

impl Work<'_> {
    /// Whether it is done, by whomever.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// It is done; whether nobody has said so before.
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
        let (first, second) = (queue.next().unwrap(), queue.next().unwrap());
        assert!(first.is_ours && second.is_ours && first.index != second.index);
        assert!(first.finish());
        let help = queue.next().unwrap();
        assert!(!help.is_ours && help.index == second.index && !help.is_done());
        assert!(help.finish() && !second.finish() && second.is_done());
        assert!(queue.next().is_none());
    }
}
