//! Annotates the games of a PGN file one by one.

use super::annotate::{Evaluation, annotate, annotated_json};
use super::{AnalyseArguments, SECONDS, fitting};
use crate::cli::convert::converted;
use crate::cli::interrupt::Watch;
use crate::cli::output::{self, Sink};
use crate::cli::quantities::span;
use crate::cli::status_line::StatusLine;
use anyhow::{Context as _, Result, bail};
use katydid::catalogue::Catalogue;
use katydid::pgn::{self, Games, Loss, Tree};
use katydid::rules::Game;
use katydid::search::Searcher;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The columns of the progress bar.
const BAR: usize = 30;

/// The progress bar on the terminal for the games of a file.
struct Bar {
    status: StatusLine,
    started: Instant,
    done: usize,
    /// The number of positions of all games; 0 if unknown.
    total: usize,
}

impl Bar {
    fn show(&mut self, game: usize) {
        self.done += 1;
        let done = (self.done as f64 / self.total as f64).min(1.0);
        let text = if self.total == 0 {
            format!("game {game}, {} positions", self.done)
        } else {
            let full = "#".repeat((BAR as f64 * done) as usize);
            let left = self.started.elapsed().mul_f64(1.0 / done - 1.0);
            let (percent, left) = (100.0 * done, span(left));
            format!("[{full:.<BAR$}] {percent:3.0} %, game {game}, {left} left")
        };
        self.status.show(&fitting(&text));
    }
}

impl AnalyseArguments {
    /// Annotates all games. After an interrupt the current game is written with the annotations found so far. The exit code is 1 after
    /// an interrupt, or if moves are lost.
    pub(super) fn games(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let (file, watch, status) = (&self.subject, Watch::begin(), StatusLine::new());
        let mut searcher = self.searcher()?;
        let mut out = self.sink()?;
        searcher.settings.multi_pv = 1;
        let total = if status.is_seen() { count(file)? } else { 0 };
        let mut bar = Bar {
            status,
            started: Instant::now(),
            done: 0,
            total,
        };
        let mut code = ExitCode::SUCCESS;
        let mut games = 0;
        for raw in Games::new(open(file)?).context(file.clone())? {
            if watch.is_stopped() && games > 0 {
                break;
            }
            games += 1;
            let (text, remarks) = converted(catalogue, &raw.context(file.clone())?, &self.pieces);
            for remark in remarks {
                bar.status.clear();
                output::complain(format_args!("{file}: {remark}"));
                if remark.loss != Loss::Nothing {
                    code = ExitCode::FAILURE;
                }
            }
            for mut tree in pgn::read(catalogue, &text).games {
                let look = || watch.is_stopped();
                let progress = || bar.show(games);
                let found = self.evaluations(&mut searcher, &tree, look, progress)?;
                bar.status.clear();
                if self.json {
                    out.line(annotated_json(&tree, games, &found))?;
                } else {
                    annotate(&mut tree, &found);
                    // Cannot fail: the reader limits nesting, and variations are added to the main line only.
                    out.line(tree.text(false).unwrap_or_default())?;
                }
            }
        }
        if watch.is_stopped() {
            output::complain(format_args!("katydid: stopped in game {games} of {file}"));
            code = ExitCode::FAILURE;
        }
        if games == 0 {
            bail!("{file}: no games in it");
        }
        Ok(code)
    }

    /// Opens the output; an error if it is the input file.
    fn sink(&self) -> Result<Sink> {
        let same = |path: &Path| path.canonicalize().ok();
        if let Some(path) = &self.output
            && same(path).is_some_and(|path| Some(path) == same(Path::new(&self.subject)))
        {
            bail!("--output is the file that is read");
        }
        Sink::open(self.output.as_deref())
    }

    /// The evaluations of the positions of the main line, first to last; `None` if not searched. The search goes from the last position
    /// backwards, so that the table knows the continuations.
    fn evaluations(
        &self,
        searcher: &mut Searcher,
        tree: &Tree,
        is_stopped: impl Fn() -> bool,
        mut progress: impl FnMut(),
    ) -> Result<Vec<Option<Evaluation>>> {
        let mut game = Game::at(tree.first.clone());
        for node in tree.main_line() {
            game.push(tree.nodes[node].turn.clone());
        }
        searcher.clear();
        let mut found = Vec::new();
        loop {
            let end = game.outcome();
            found.push(if is_stopped() {
                None
            } else if let Some(end) = end.filter(|_| found.is_empty()) {
                Some(Evaluation::End(end))
            } else {
                let limits = self.limits(SECONDS[1]);
                let result = searcher.search_until(&game, limits, &is_stopped, |_| {})?;
                result.info().cloned().map(Evaluation::Searched)
            });
            progress();
            if game.undo().is_none() {
                break;
            }
        }
        found.reverse();
        Ok(found)
    }
}

/// Opens a file, or standard input for `-`.
fn open(file: &str) -> Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let opened = File::open(file).with_context(|| format!("cannot read '{file}'"))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The number of positions of all games of a file; 0 for standard input, which can be read only once.
fn count(file: &str) -> Result<usize> {
    if file == "-" {
        return Ok(0);
    }
    let games = Games::new(open(file)?)?;
    games.map(|game| Ok(game?.moves().len() + 1)).sum()
}
