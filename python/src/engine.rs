//! The search.

use crate::error::{Error, SearchError};
use crate::game::Game;
use katydid::{
    Best, Bound, Clock, Info, Limits, Position, Score, SearchNews, Searcher, turn_san, turn_text,
    turns_of_line,
};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a search looks for signals of Python and for [`Engine::stop`].
const LOOK: Duration = Duration::from_millis(20);

/// A line that a search has found.
#[pyclass(frozen, get_all, module = "katydid")]
pub struct Line {
    number: u32,
    depth: u32,
    seldepth: u32,
    /// In centipawns for the side to move; `None` for a forced end.
    score: Option<i32>,
    /// In turns of the winner, positive if the side to move wins.
    mate: Option<i32>,
    bound: &'static str,
    /// Thousandths of wins, draws and losses.
    wdl: (u32, u32, u32),
    nodes: u64,
    /// In seconds.
    time: f64,
    turns: Vec<String>,
    sans: Vec<String>,
}

impl Line {
    fn of(pos: &Position, info: &Info) -> Self {
        let (score, mate) = parts(info.score);
        let line = turns_of_line(pos, &info.pv);
        // A turn in which the line breaks off is left out.
        let turns = line.iter().filter_map(|at| Some((at.before(), at.turn()?)));
        let (turns, sans) = turns
            .map(|(pos, turn)| (turn_text(pos, &turn), turn_san(pos, &turn)))
            .unzip();
        Self {
            number: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score,
            mate,
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            wdl: info.wdl,
            nodes: info.nodes,
            time: info.time.as_secs_f64(),
            turns,
            sans,
        }
    }
}

/// Centipawns, or the turns to a forced end.
const fn parts(score: Score) -> (Option<i32>, Option<i32>) {
    match score {
        Score::Centipawns(value) => (Some(value), None),
        Score::Mate(turns) => (None, Some(turns)),
    }
}

/// A score as a person reads it.
fn score_text(score: Option<i32>, mate: Option<i32>) -> String {
    match (score, mate) {
        (_, Some(turns)) => format!("mate {turns}"),
        (Some(value), None) => format!("{:+.2}", f64::from(value) / 100.0),
        (None, None) => "none".to_owned(),
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!(
            "<katydid.Line {} depth {} score {} {}>",
            self.number,
            self.depth,
            score_text(self.score, self.mate),
            self.sans.join(" ")
        )
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "katydid")]
pub struct SearchResult {
    /// `None` if the game is over.
    turn: Option<String>,
    san: Option<String>,
    /// The expected reply.
    ponder: Option<String>,
    score: Option<i32>,
    mate: Option<i32>,
    nodes: u64,
    /// Best first.
    lines: Vec<Py<Line>>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        format!(
            "<katydid.SearchResult {} score {} nodes {}>",
            self.san.as_deref().unwrap_or("none"),
            score_text(self.score, self.mate),
            self.nodes
        )
    }
}

/// A search with its transposition table.
#[pyclass(frozen, module = "katydid")]
pub struct Engine {
    searcher: Mutex<Searcher>,
    stop: AtomicBool,
}

impl Engine {
    /// Searches, without the interpreter's lock, and reports to a Python function.
    fn run(
        &self,
        game: &katydid::Game,
        limits: Limits,
        lines: usize,
        on_line: Option<&Py<PyAny>>,
    ) -> PyResult<(Best, Vec<Info>)> {
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        searcher.settings.multi_pv = lines;
        self.stop.store(false, Relaxed);
        let (sender, receiver) = mpsc::channel();
        // An error means that the receiver is gone and the report is not needed.
        searcher.start(game, limits, move |news| _ = sender.send(news));
        let mut found: Vec<Info> = Vec::new();
        let mut best = Err(SearchError::new_err(
            "the search has ended without a result",
        ));
        let mut raised = Ok(());
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(SearchNews::Info(info)) => {
                    if let Some(on_line) = on_line.filter(|_| raised.is_ok()) {
                        let line = Line::of(game.position(), &info);
                        raised = Python::attach(|py| on_line.call1(py, (line,)).map(|_| ()));
                    }
                    match found.iter_mut().find(|line| line.multipv == info.multipv) {
                        Some(line) => *line = info,
                        None => found.push(info),
                    }
                }
                Ok(SearchNews::Best(turn)) => best = Ok(turn),
                Ok(SearchNews::Failed(error)) => {
                    best = Err(SearchError::new_err(error.to_string()));
                }
                Ok(SearchNews::Fewer { .. }) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if raised.is_ok() {
                raised = Python::attach(signals);
            }
            if raised.is_err() || self.stop.load(Relaxed) {
                searcher.stop();
            }
        }
        searcher.wait();
        raised?;
        Ok((best?, found))
    }
}

/// Raises what Python has a signal for, as Ctrl-C.
pub fn signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// A duration of so many seconds.
pub fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value).map_err(|_| {
        Error::new_err(format!(
            "{name}: found {value}, expected seconds from 0 to 1e9"
        ))
    })
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash = 16, threads = 1, network = true))]
    fn new(hash: usize, threads: usize, network: bool) -> PyResult<Self> {
        if threads == 0 {
            return Err(Error::new_err("threads: found 0, expected 1 or more"));
        }
        let mut searcher =
            Searcher::new(hash).map_err(|error| SearchError::new_err(error.to_string()))?;
        searcher.settings.threads = threads;
        searcher.settings.network = network;
        searcher.settings.analysing = true;
        Ok(Self {
            searcher: Mutex::new(searcher),
            stop: AtomicBool::new(false),
        })
    }

    /// Searches the position of a game; one limit at least has to be given, times in seconds. `on_line` is called with each line that is found;
    /// an exception in it ends the search.
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    #[pyo3(signature = (game, *, depth = None, nodes = None, time = None, mate = None, left = None, increment = 0.0, lines = 1, on_line = None))]
    fn search(
        &self,
        py: Python<'_>,
        game: PyRef<'_, Game>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        left: Option<f64>,
        increment: f64,
        lines: usize,
        on_line: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        if lines == 0 {
            return Err(Error::new_err("lines: found 0, expected 1 or more"));
        }
        let limits = Limits {
            clock: Clock {
                left: left.map(|left| seconds("left", left)).transpose()?,
                increment: seconds("increment", increment)?,
                ..Clock::default()
            },
            move_time: time.map(|time| seconds("time", time)).transpose()?,
            depth,
            nodes,
            mate,
            ..Limits::default()
        };
        let limited = depth.is_some()
            || nodes.is_some()
            || time.is_some()
            || mate.is_some()
            || left.is_some();
        if !limited {
            return Err(Error::new_err(
                "a search without a limit (expected depth, nodes, time, mate or left)",
            ));
        }
        let game = game.0.clone();
        let (best, found) = py.detach(|| self.run(&game, limits, lines, on_line.as_ref()))?;
        let pos = game.position();
        let (score, mate) = parts(best.score);
        let lines = found.iter().map(|info| Py::new(py, Line::of(pos, info)));
        Ok(SearchResult {
            turn: best.turn.as_ref().map(|turn| turn_text(pos, turn)),
            san: best.turn.as_ref().map(|turn| turn_san(pos, turn)),
            ponder: best
                .turn
                .as_ref()
                .zip(best.ponder.as_ref())
                .map(|(turn, reply)| turn_text(&turn.after(pos), reply)),
            score,
            mate,
            nodes: found.iter().map(|info| info.nodes).max().unwrap_or(0),
            lines: lines.collect::<PyResult<_>>()?,
        })
    }

    /// Ends the search that runs in another thread; it still has a result.
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Clears the table.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
            searcher.clear();
        });
    }
}
