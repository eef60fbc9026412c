//! Output of a position's solution, during and after the search: text or JSON.

use super::document::Kind;
use super::input::Case;
use super::progress::ProgressLine;
use crate::cli::interrupt::Watch;
use crate::cli::output::complain;
use crate::cli::quantities::{large, span};
use katydid::problem::{
    News, Record, Shown, Solution, Task, closing, key_text, line_text, set_line_text, solution_text,
};
use std::collections::HashSet;
use std::io::{ErrorKind, Write as _, stdout};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Results are held back for this time, so that those of short searches are written sorted; after it they are written at once.
const HELD: Duration = Duration::from_millis(250);

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for a terminal; results are written while the search goes on.
    Text,
    /// One JSON object a line for each position.
    Json,
    /// A document; each problem is written when it is solved.
    Document(Kind),
}

/// How results are told.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub format: Format,
    /// Whether progress and the line with the time are left out.
    pub quiet: bool,
    /// Whether the verdict is left to the last line of the output.
    pub framed: bool,
}

pub struct Report<'a> {
    case: &'a Case<'a>,
    shown: Shown,
    task: &'a Task,
    manner: Manner,
    watch: &'a Watch,
    started: Instant,
    state: Mutex<State>,
}

struct State {
    progress: ProgressLine,
    /// Lines found but not written yet.
    held: Vec<String>,
    /// Keys already written.
    told: HashSet<String>,
    /// Whether lines of solutions, and of set play, were found.
    has_lines: bool,
    has_set_play: bool,
    /// Whether the lines found are written at once.
    is_running: bool,
}

impl<'a> Report<'a> {
    /// Writes the diagram or the heading of the twin.
    pub fn begin(case: &'a Case<'a>, task: &'a Task, manner: Manner, watch: &'a Watch) -> Self {
        let shown = case.phase.shown();
        let asked = case.phase.options.move_numbers;
        let progress = ProgressLine::new(manner.quiet, asked, shown.notation.clone());
        if manner.format == Format::Text {
            write(watch, &case.above(task.shown_position(), &task.stipulation));
        }
        Self {
            case,
            shown,
            task,
            manner,
            watch,
            started: Instant::now(),
            state: Mutex::new(State {
                progress,
                held: Vec::new(),
                told: HashSet::new(),
                has_lines: false,
                has_set_play: false,
                is_running: false,
            }),
        }
    }

    /// Handles a notification of the search; may be called from several threads.
    pub fn hear(&self, news: &News<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (task, shown) = (self.task, &self.shown);
        match news {
            News::Key(_) | News::Line(_) | News::SetLine(_)
                if self.manner.format != Format::Text => {}
            // With variations the keys are written at the end, with their play.
            News::Key(_) if task.options.variations => {}
            News::Key(key) => state.held.push(key_text(task, shown, key)),
            News::Line(line) => {
                let first = !std::mem::replace(&mut state.has_lines, true);
                let gap = if first && state.has_set_play {
                    "\n"
                } else {
                    ""
                };
                state
                    .held
                    .push(format!("{gap}{}", line_text(task, shown, line)));
            }
            News::SetLine(line) => {
                state.has_set_play = true;
                state.held.push(set_line_text(task, shown, line));
            }
            News::Progress(_) => {}
        }
        if !state.held.is_empty() && self.started.elapsed() >= HELD {
            state.progress.clear();
            write(self.watch, &state.held.concat());
            state.is_running = true;
            let held = std::mem::take(&mut state.held);
            if let News::Key(_) = news {
                state.told.extend(held);
            }
        }
        if let News::Progress(progress) = news {
            state.progress.tell(task, progress);
        }
    }

    /// Writes the remaining results and the verdict; of a document returns them instead, of framed output the verdict in one line.
    pub fn end(self, mut solution: Solution) -> Option<String> {
        let time = self.started.elapsed();
        let (task, intended) = (self.task, self.case.phase.options.intended);
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.progress.clear();
        if self.manner.format == Format::Json {
            let subject = self.case.subject();
            let record = Record::solved(subject, task, &solution, intended.unwrap_or(1), time);
            write(self.watch, &(record.line() + "\n"));
            return None;
        }
        let verdict = closing(&task.stipulation, &solution, intended);
        if let Format::Document(_) = self.manner.format {
            let text = solution_text(task, &self.shown, &solution);
            return Some(format!("{text}\n{verdict}"));
        }
        // Lines that are written already need no second text: of a flood it would take longer than the search.
        let told_lines = state.is_running && state.has_lines;
        if told_lines {
            solution.lines.clear();
        }
        let told_set_play = state.is_running && state.has_set_play;
        if told_set_play {
            solution.set_play = None;
        }
        let everything = solution_text(task, &self.shown, &solution);
        let text = match everything.is_empty() {
            true => String::new(),
            // Single lines that are already written are left out; a tree of variations is always written as a whole.
            false if solution.tree.is_none() => rest(&everything, &state.told),
            false => everything,
        };
        let above = if told_set_play && !text.is_empty() {
            "\n"
        } else {
            ""
        };
        let has_told = told_lines || told_set_play || !state.told.is_empty();
        let gap = if text.is_empty() && !has_told {
            ""
        } else {
            "\n"
        };
        let cost = if self.manner.quiet {
            String::new()
        } else {
            format!("{} moves played in {}\n", large(solution.nodes), span(time))
        };
        if self.manner.framed {
            write(self.watch, &format!("{above}{text}"));
            let lines: Vec<&str> = verdict.lines().chain(cost.lines()).collect();
            return Some(lines.join(", "));
        }
        write(self.watch, &format!("{above}{text}{gap}{verdict}{cost}"));
        None
    }
}

/// The lines that were not written yet.
fn rest(page: &str, told: &HashSet<String>) -> String {
    let lines = page.split_inclusive('\n');
    lines.filter(|line| !told.contains(*line)).collect()
}

/// Writes to standard output at once. A closed pipe stops the search.
pub fn write(watch: &Watch, text: &str) {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written {
        watch.stop();
        if error.kind() == ErrorKind::BrokenPipe {
            watch.end_unread();
        } else {
            complain(format_args!("katydid: cannot write: {error}"));
        }
    }
}
