//! Ctrl-C and termination signals: while problems are solved the first one stops the search, which reports its results; otherwise, and
//! the second time, they end the program.

use std::process::exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the search is to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether a signal stops the search instead of the program.
static WATCHED: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// The exit code of a program that an interrupt has ended.
const INTERRUPTED: i32 = 130;

/// A guard: while it lives, an interrupt stops the search.
pub struct Watch {
    /// Whether the reader of standard output has gone.
    unread: AtomicBool,
}

impl Watch {
    /// Installs the guard and clears earlier interrupts.
    pub fn begin() -> Self {
        INSTALLED.call_once(|| {
            // Without a handler an interrupt just ends the program.
            if let Err(error) = ctrlc::set_handler(handle) {
                log::warn!("interrupts cannot be watched: {error}");
            }
        });
        STOP.store(false, Ordering::Relaxed);
        WATCHED.store(true, Ordering::Relaxed);
        Self {
            unread: AtomicBool::new(false),
        }
    }

    /// The stop flag of the search.
    #[expect(clippy::unused_self, reason = "only who watches may look")]
    pub const fn flag(&self) -> &'static AtomicBool {
        &STOP
    }

    /// Whether the search is to stop.
    pub fn is_stopped(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        self.flag().store(true, Ordering::Relaxed);
    }

    /// Records that the reader of standard output has gone.
    pub fn end_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Whether the reader of standard output has gone.
    pub fn is_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.store(false, Ordering::Relaxed);
    }
}

fn handle() {
    if !WATCHED.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
        exit(INTERRUPTED);
    }
}
