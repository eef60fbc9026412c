//! Progress on standard error: on a terminal one line that is rewritten; otherwise, if requested, a new line each time.

use crate::cli::output::complain;
use crate::cli::quantities::{large, span};
use crate::cli::status_line::StatusLine;
use katydid::base::Move;
use katydid::problem::{Notation, Progress, Task};
use std::time::Instant;

pub struct ProgressLine {
    status: StatusLine,
    told: bool,
    notation: Notation,
    started: Instant,
    /// The first move that is being searched, and the time when its search began.
    current: Option<(Move, Instant)>,
}

impl ProgressLine {
    /// The progress of a search that begins now; with `asked`, lines are written even without a terminal.
    pub fn new(quiet: bool, asked: bool, notation: Notation) -> Self {
        let status = StatusLine::new();
        Self {
            told: !quiet && (status.is_seen() || asked),
            status,
            notation,
            started: Instant::now(),
            current: None,
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
        if self.status.is_seen() {
            self.status.show(&text);
        } else {
            complain(text);
        }
    }

    pub fn clear(&mut self) {
        self.status.clear();
    }

    fn text(&self, task: &Task, progress: &Progress, now: Instant) -> String {
        let elapsed = now.duration_since(self.started);
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let current = self.current.map_or_else(String::new, |(mv, since)| {
            let leg = self.notation.leg(&task.position, mv, None);
            format!(", {leg} for {}", span(now.duration_since(since)))
        });
        let share = (100 * progress.done)
            .checked_div(progress.total)
            .unwrap_or(0);
        let left = if progress.done == 0 {
            String::new()
        } else {
            let moves_left = progress.total.saturating_sub(progress.done) as f64;
            let left = elapsed.mul_f64(moves_left / progress.done as f64);
            format!(", about {} left", span(left))
        };
        format!(
            "{share} %: {}/{} first moves{current}, {} half-moves, {} nodes, {}/s, {}{left}",
            progress.done,
            progress.total,
            progress.half_moves,
            large(progress.nodes),
            large(speed as u64),
            span(elapsed)
        )
    }
}
