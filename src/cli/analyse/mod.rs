//! `katydid analyse`: the engine's analysis of a position, or of the games of a PGN file.

mod annotate;
mod games;

use super::interrupt::Watch;
use super::opinion::{opinion, opinion_json};
use super::quantities::seconds;
use super::status_line::StatusLine;
use super::{choice, output, tables};
use anyhow::{Context as _, Result, bail};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{Game, turn_san, turn_text};
use katydid::search::{Info, Limits, Searcher, Settings};
use katydid::session::endgame_tables;
use katydid::tables::MOST_PIECES;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The default time limits in seconds: for a position, and for each turn of a game.
const SECONDS: [f64; 2] = [5.0, 0.5];

/// The arguments of `analyse`.
#[derive(Debug, clap::Args)]
pub struct AnalyseArguments {
    /// A game, or a PGN file whose games are annotated (- is standard input)
    #[arg(value_name = "GAME|FILE")]
    subject: String,
    /// The position (default: the start position)
    #[arg(long)]
    fen: Option<String>,
    /// Pieces for positions of the game hurdlers, as in X=moose:A,Y=kangaroo:CE:enemy
    #[arg(long, default_value = "")]
    pieces: String,
    /// Seconds for the position, or for each turn of a game (default without another limit: 5 and 0.5)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Search no deeper than this, in legs
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search no more legs than this
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The lines to show of a position
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u8).range(1..=100))]
    lines: u8,
    /// Threads that search
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Mebibytes for the table
    #[arg(long, value_name = "MB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// One JSON object a line for each position or game
    #[arg(long)]
    json: bool,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl AnalyseArguments {
    /// Analyses and prints.
    pub fn run(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let path = Path::new(&self.subject);
        let is_named = || catalogue.variant(&self.subject).is_ok();
        let is_path = self.subject == "-" || self.subject.contains(['.', '/', '\\']);
        if is_path || path.is_file() && !is_named() {
            if self.fen.is_some() {
                bail!("--fen goes with a game, and '{}' is a file", self.subject);
            }
            return self.games(catalogue);
        }
        let variant = super::with_pieces(&choice::game(catalogue, &self.subject)?, &self.pieces)?;
        let game = Game::set_up(&variant, self.fen.as_deref(), [])?;
        self.position(&game)?;
        Ok(ExitCode::SUCCESS)
    }

    fn searcher(&self) -> Result<Searcher> {
        let mut searcher = Searcher::new(self.hash as usize)?;
        searcher.settings = Settings {
            threads: self.threads.into(),
            multi_pv: self.lines.into(),
            analysing: true,
            endgames: endgame_tables(&Arc::new(tables::usual()), MOST_PIECES as u32),
            ..Settings::default()
        };
        Ok(searcher)
    }

    /// The limits given, or else `seconds` per search.
    fn limits(&self, seconds: f64) -> Limits {
        let is_limited = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        let usual = (!is_limited).then(|| Duration::from_secs_f64(seconds));
        Limits {
            move_time: self.time.or(usual),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    /// Searches a position and writes its lines; an interrupt ends the search early.
    fn position(&self, game: &Game) -> Result<()> {
        let mut out = output::Sink::open(self.output.as_deref())?;
        let pos = game.position();
        let (name, fen) = (&pos.variant().base().name, pos.fen());
        if let Some(end) = game.outcome() {
            let text = format!("The game is over: {end}");
            let told = json!({ "game": name, "fen": fen, "end": end.to_string() });
            return out.line(if self.json { told.to_string() } else { text });
        }
        let (watch, mut status) = (Watch::begin(), StatusLine::new());
        let progress = |info: &Info| {
            if info.multipv == 1 {
                status.show(&fitting(&opinion(pos, info)));
            }
        };
        let mut searcher = self.searcher()?;
        let limits = self.limits(SECONDS[0]);
        let result = searcher.search_until(game, limits, || watch.is_stopped(), progress)?;
        status.clear();
        let best = result.best.turn.context("the engine has no turn here")?;
        if self.json {
            let lines = result.lines.iter().map(|info| opinion_json(pos, info));
            return out.line(json!({
                "game": name,
                "fen": fen,
                "best": turn_text(pos, &best),
                "lines": lines.collect::<Vec<_>>(),
            }));
        }
        if result.lines.is_empty() {
            return out.line(format_args!("best: {}", turn_san(pos, &best)));
        }
        for info in &result.lines {
            out.line(numbered(pos, info, self.lines > 1))?;
        }
        Ok(())
    }
}

/// A line, with its number if there are several lines.
fn numbered(pos: &Position, info: &Info, several: bool) -> String {
    let opinion = opinion(pos, info);
    if several {
        format!("{}. {opinion}", info.multipv)
    } else {
        opinion
    }
}

/// The first 79 characters of a text, which fit on a line of the terminal.
fn fitting(text: &str) -> String {
    text.chars().take(79).collect()
}
