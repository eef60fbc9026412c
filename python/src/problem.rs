//! Chess problems.

use crate::engine::{seconds, signals};
use crate::error::ProblemError;
use crate::variant::CATALOGUE;
use katydid::problem::{Parts, Problem, Record, Resources, Subject, popeye, solve};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The limits of each position.
struct SolverLimits {
    threads: Option<usize>,
    /// In bytes.
    memory: usize,
    max_time: Option<Duration>,
    max_nodes: Option<u64>,
}

/// How often solving looks for signals of Python.
const LOOK: Duration = Duration::from_millis(20);

/// Solves the problem of some parts: one JSON text for each of its positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
#[pyo3(signature = (fen, stipulation, game, conditions, pieces, twins, options, threads, memory, max_time, max_nodes))]
pub fn solve_parts(
    py: Python<'_>,
    fen: &str,
    stipulation: &str,
    game: Option<&str>,
    conditions: Vec<String>,
    pieces: Vec<String>,
    twins: Vec<String>,
    options: Vec<String>,
    threads: Option<usize>,
    memory: usize,
    max_time: Option<f64>,
    max_nodes: Option<u64>,
) -> PyResult<Vec<String>> {
    let parts = Parts {
        game,
        fen,
        stipulation,
        conditions: &conditions,
        pieces: &pieces,
        twins: &twins,
        options: &options,
        title: None,
    };
    let problem = Problem::from_parts(&CATALOGUE, &parts)
        .map_err(|error| ProblemError::new_err(error.to_string()))?;
    let limits = SolverLimits::new(threads, memory, max_time, max_nodes)?;
    interruptible(py, |stop| limits.lines(1, &problem, stop))
}

/// Solves the problems of a text in the input language of Popeye: a JSON text for each position; a problem that is refused has
/// one with the key `error`.
#[pyfunction]
#[pyo3(signature = (text, threads, memory, max_time, max_nodes))]
pub fn solve_text(
    py: Python<'_>,
    text: &str,
    threads: Option<usize>,
    memory: usize,
    max_time: Option<f64>,
    max_nodes: Option<u64>,
) -> PyResult<Vec<String>> {
    let limits = SolverLimits::new(threads, memory, max_time, max_nodes)?;
    interruptible(py, |stop| {
        let mut lines = Vec::new();
        for (index, read) in popeye::read(&CATALOGUE, text).into_iter().enumerate() {
            let number = index + 1;
            match read {
                Ok(problem) => lines.extend(limits.lines(number, &problem, stop)),
                Err(error) => {
                    lines.push(Record::refused(Subject::refused(number), error.to_string()).line());
                }
            }
        }
        lines
    })
}

impl SolverLimits {
    /// Limits with a memory in MiB and a time in seconds.
    fn new(
        threads: Option<usize>,
        memory: usize,
        max_time: Option<f64>,
        max_nodes: Option<u64>,
    ) -> PyResult<Self> {
        Ok(Self {
            threads,
            memory: memory.saturating_mul(1 << 20),
            max_time: max_time.map(|time| seconds("max_time", time)).transpose()?,
            max_nodes,
        })
    }

    /// The results of the positions of a problem as JSON.
    fn lines(&self, number: usize, problem: &Problem, stop: &AtomicBool) -> Vec<String> {
        let mut lines = Vec::new();
        for phase in problem.phases() {
            let subject = Subject::of(number, problem, &phase);
            let record = match &phase.task {
                Err(error) => Record::refused(subject, error.to_string()),
                Ok(task) => {
                    let begun = Instant::now();
                    let resources = self.resources(phase.options.max_time, stop);
                    let solution = solve(task, &resources, &|_| ());
                    let intended = phase.options.intended.unwrap_or(1);
                    Record::solved(subject, task, &solution, intended, begun.elapsed())
                }
            };
            lines.push(record.line());
        }
        lines
    }

    fn resources<'a>(&self, max_time: Option<Duration>, stop: &'a AtomicBool) -> Resources<'a> {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        Resources {
            threads: self.threads.unwrap_or_else(processors).clamp(1, 256),
            deadline: [self.max_time, max_time]
                .into_iter()
                .flatten()
                .min()
                .and_then(|time| Instant::now().checked_add(time)),
            most_nodes: self.max_nodes,
            ..Resources::of_memory(self.memory, stop)
        }
    }
}

/// Runs `work` on a thread without the interpreter's lock, and sets its flag when Python has a signal.
fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let working = scope.spawn(|| work(&stop));
            let mut raised = Ok(());
            while !working.is_finished() {
                thread::park_timeout(LOOK);
                if raised.is_ok() {
                    raised = Python::attach(signals);
                    stop.store(raised.is_err(), Relaxed);
                }
            }
            let done = working.join();
            raised?;
            done.map_err(|_| ProblemError::new_err("solving has ended without a result"))
        })
    })
}
