//! Ctrl-C and termination signals. While problems are solved the first signal stops the search, which then reports its results; a
//! second one, and any signal at other times, ends the program.

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

/// A guard: while it exists, an interrupt stops the search instead of the program.
pub struct Watch {
    /// Whether standard output is a closed pipe.
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

    /// Records that standard output is a closed pipe.
    pub fn end_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Whether standard output is a closed pipe.
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
