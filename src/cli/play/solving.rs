//! Solving the current position as a problem.

use crate::cli::interrupt::Watch;
use crate::cli::quantities::seconds;
use anyhow::{Result, anyhow, bail};
use katydid::position::Position;
use katydid::problem::{
    Options, Resources, Shown, Stipulation, Task, closing, solution_text, solve,
};
use std::time::Instant;

/// The size of the solver's tables, in bytes.
const MEMORY: usize = 64 << 20;
/// The usage of `solve`.
const EXPECTED: &str =
    "expected a stipulation and perhaps setplay, try, variation and seconds, as in solve #2 try 10";

/// A problem posed by the player.
pub struct Question {
    task: Task,
    time: Option<std::time::Duration>,
}

impl Question {
    /// Parses a stipulation for a position. The side to move begins; this decides which side the stipulation calls White.
    pub fn read(pos: &Position, text: &str) -> Result<Self> {
        if let Some(why) = Task::objection(pos.variant()) {
            bail!("no problems are solved in {}: {why}", pos.variant().name);
        }
        let mut words = text.split_whitespace();
        let stipulation: Stipulation = words.next().ok_or_else(|| anyhow!(EXPECTED))?.parse()?;
        let mut options = Options::default();
        let mut time = None;
        for word in words {
            match word.to_ascii_lowercase().as_str() {
                "setplay" => options.set_play = true,
                "try" => options.tries = true,
                "variation" => options.variations = true,
                number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    time = Some(seconds(number).map_err(|error| anyhow!(error))?);
                }
                _ => bail!("'{word}': {EXPECTED}"),
            }
        }
        Ok(Self {
            task: Task::of_position(pos, stipulation, options),
            time,
        })
    }

    /// The heading: the stipulation and the side to move.
    pub fn introduction(&self) -> String {
        let Task {
            position,
            white,
            stipulation,
            ..
        } = &self.task;
        let begins = position.side_to_move().name();
        let asked = white.name();
        format!(
            "{begins} begins, {asked} has White's part in {stipulation}; Ctrl-C stops the search."
        )
    }

    /// The solution as text; only its beginning if the time is over or the player interrupts.
    pub fn answer(&self) -> String {
        let watch = Watch::begin();
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let resources = Resources {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            deadline,
            ..Resources::of_memory(MEMORY, watch.flag())
        };
        let solution = solve(&self.task, &resources, &|_| ());
        let text = solution_text(&self.task, &Shown::default(), &solution);
        let verdict = closing(&self.task.stipulation, &solution, None);
        format!("{text}{verdict}")
    }
}
