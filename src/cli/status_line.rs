//! A line on the terminal that is rewritten to show progress.

use std::io::{IsTerminal as _, Write as _, stderr};

/// Moves the cursor to the beginning of the line and clears the line.
const ANEW: &str = "\r\x1b[K";

/// A line on standard error; writes nothing if standard error is not a terminal.
pub struct StatusLine {
    terminal: bool,
    /// Whether the line has to be cleared before other output.
    shown: bool,
}

impl StatusLine {
    pub fn new() -> Self {
        Self {
            terminal: stderr().is_terminal(),
            shown: false,
        }
    }

    pub const fn is_seen(&self) -> bool {
        self.terminal
    }

    /// Rewrites the line. Write errors are ignored, because progress is not essential.
    pub fn show(&mut self, text: &str) {
        if self.terminal {
            let _ = write!(stderr(), "{ANEW}{text}").and_then(|()| stderr().flush());
            self.shown = true;
        }
    }

    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(stderr(), "{ANEW}").and_then(|()| stderr().flush());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
