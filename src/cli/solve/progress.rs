//! Progress on standard error: one line that is rewritten on a terminal; elsewhere, if requested, a line each time.

use crate::cli::quantities::{large, span};
use katydid::base::Move;
use katydid::problem::{Notation, Progress, Task};
use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::Instant;

/// Back to the beginning of the line, which is cleared.
const ANEW: &str = "\r\x1b[K";

pub struct ProgressLine {
    terminal: bool,
    told: bool,
    notation: Notation,
    started: Instant,
    /// The first move that is being searched, and since when.
    current: Option<(Move, Instant)>,
    /// Whether a progress line has to be cleared before other output.
    shown: bool,
}

impl ProgressLine {
    /// For a search that begins now; with `asked` lines are written even without a terminal.
    pub fn new(quiet: bool, asked: bool, notation: Notation) -> Self {
        let terminal = stderr().is_terminal();
        Self {
            terminal,
            told: !quiet && (terminal || asked),
            notation,
            started: Instant::now(),
            current: None,
            shown: false,
        }
    }

    pub fn tell(&mut self, task: &Task, progress: &Progress) {
        let now = Instant::now();
        if self.current.map(|(mv, _)| mv) != progress.current {
            self.current = progress.current.map(|mv| (mv, now));
        }
        if !self.told {
            return;
        }
        let text = self.text(task, progress, now);
        // Write errors are ignored: progress is not essential.
        let _ = if self.terminal {
            write!(stderr(), "{ANEW}{text}").and_then(|()| stderr().flush())
        } else {
            writeln!(stderr(), "{text}")
        };
        self.shown = self.terminal;
    }

    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(stderr(), "{ANEW}").and_then(|()| stderr().flush());
        }
    }

    fn text(&self, task: &Task, progress: &Progress, now: Instant) -> String {
        let elapsed = now.duration_since(self.started);
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let current = self.current.map_or_else(String::new, |(mv, since)| {
            let leg = self.notation.leg(&task.position, mv, None);
            format!(", {leg} for {}", span(now.duration_since(since)))
        });
        format!(
            "{}/{} first moves{current}, {} half-moves, {} nodes, {}/s, {}",
            progress.done,
            progress.total,
            progress.half_moves,
            large(progress.nodes),
            large(speed as u64),
            span(elapsed)
        )
    }
}
