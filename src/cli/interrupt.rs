//! Ctrl-C, and other wishes that the program end: while problems are solved they stop the search, which tells what it
//! has found; at any other time, and the second time, they end the program.

use std::process::exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the search is to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether a search is to be stopped rather than the program ended.
static WATCHED: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// The exit code of a program that an interrupt has ended.
const INTERRUPTED: i32 = 130;

/// As long as it lives, an interrupt stops the search.
pub struct Watch {
    /// Nobody reads what is written any more.
    unread: AtomicBool,
}

impl Watch {
    /// Begins to watch; earlier wishes to stop are forgotten.
    pub fn begin() -> Self {
        INSTALLED.call_once(|| {
            // Without a handler an interrupt ends the program, which is no reason not to begin.
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

    /// What a search looks at.
    #[expect(clippy::unused_self, reason = "only who watches may look")]
    pub const fn flag(&self) -> &'static AtomicBool {
        &STOP
    }

    /// Whether the search is to stop.
    pub fn is_stopped(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.flag().store(true, Ordering::Relaxed);
    }

    /// Remembers that nobody reads what is written any more.
    pub fn end_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Whether nobody reads what is written any more.
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
