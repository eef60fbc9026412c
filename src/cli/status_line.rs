//! A line on the terminal that is rewritten while something goes on.

use std::io::{IsTerminal as _, Write as _, stderr};

/// Back to the beginning of the line, which is cleared.
const ANEW: &str = "\r\x1b[K";

/// A line on standard error; nothing where that is no terminal.
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

    /// Writes the line anew. Write errors are ignored: progress is not essential.
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
