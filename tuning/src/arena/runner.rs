//! Playing the games of a match, several at a time, and telling how it goes.

use super::arguments::{ArenaArguments, EngineArguments, Protocol};
use super::cecp::Cecp;
use super::engine::{Launch, Player, Process, Trouble};
use super::game::{self, Conditions, Finished};
use super::live::Live;
use super::openings::Opening;
use super::peer::Dialect;
use super::pgn::{self, Tags};
use super::report::{Heading, Tally};
use super::resume::{Journal, Record};
use super::schedule::Slot;
use super::uci::Uci;
use crate::stats::sprt::SprtVerdict;
use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use katydid::base::Color;
use katydid::rules::Game;
use katydid::variant::Variant;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A match in progress.
struct Contest<'a> {
    arguments: &'a ArenaArguments,
    variant: Arc<Variant>,
    openings: Vec<Opening>,
    heading: Heading,
    stop: &'static AtomicBool,
    board: Mutex<Board>,
    /// The file that shows the games that are being played.
    live: Option<Live>,
}

/// What the games change.
struct Board {
    todo: std::vec::IntoIter<usize>,
    records: Vec<Record>,
    tally: Tally,
    journal: Option<Journal>,
    pgn: Option<File>,
    bar: ProgressBar,
    ending: Option<String>,
    failure: Option<anyhow::Error>,
}

/// Plays a match.
///
/// # Errors
/// If files cannot be written, an engine cannot be started or cannot play the game, or an engine crashed
/// and the match is not to recover.
pub fn run(
    arguments: &ArenaArguments,
    variant: &Arc<Variant>,
    openings: Vec<Opening>,
    stop: &'static AtomicBool,
) -> Result<()> {
    let board = Board::new(arguments, &openings)?;
    let games_left = board.todo.len();
    let live = arguments
        .live
        .as_ref()
        .map(|file| Live::new(file).with_context(|| format!("-live {}", file.display())));
    let live = live.transpose()?;
    let contest = Contest {
        arguments,
        variant: Arc::clone(variant),
        openings,
        heading: heading(arguments),
        stop,
        board: Mutex::new(board),
        live,
    };
    let workers = arguments.concurrency.min(games_left);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| contest.work());
        }
    });
    let board = contest
        .board
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    finish(arguments, &contest.heading, board)
}

/// The last report and the summary.
fn finish(arguments: &ArenaArguments, heading: &Heading, mut board: Board) -> Result<()> {
    board.bar.finish_and_clear();
    if board.tally.games() > 0 {
        println!("{}", board.tally.block(heading, arguments.sprt.as_ref()));
    }
    board.records.sort_by_key(|record| record.number);
    if let Some(path) = &arguments.json {
        let mut summary = board.tally.json(heading, arguments.sprt.as_ref());
        summary["variant"] = arguments.variant.clone().into();
        summary["records"] = serde_json::to_value(&board.records)?;
        std::fs::write(path, format!("{summary:#}\n"))
            .with_context(|| format!("-jsonout {}", path.display()))?;
    }
    if let Some(failure) = board.failure {
        return Err(failure);
    }
    match board.ending {
        Some(ending) => println!("{ending}"),
        None => println!("Tournament finished"),
    }
    Ok(())
}

/// What the first line of reports says in brackets.
fn heading(arguments: &ArenaArguments) -> Heading {
    let both = |of: &dyn Fn(&EngineArguments) -> String| -> String {
        let [first, second] = [0, 1].map(|index| of(&arguments.engines[index]));
        if first == second {
            first
        } else {
            let shown = [first, second].map(|one| {
                if one.is_empty() {
                    "usual".to_owned()
                } else {
                    one
                }
            });
            shown.join(" - ")
        }
    };
    let option = |name: &'static str, unit: &'static str| {
        move |engine: &EngineArguments| -> String {
            let found = engine
                .options
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map_or_else(String::new, |(_, value)| format!("{value}{unit}"))
        }
    };
    let mut parts = vec![
        both(&|engine| engine.control.clone()),
        both(&option("Threads", "t")),
        both(&option("Hash", "MB")),
    ];
    // Limits that are not set.
    parts.retain(|part| !part.is_empty());
    if arguments.variant != "chess" {
        parts.push(arguments.variant.clone());
    }
    if let Some(name) = arguments.openings.as_deref().and_then(Path::file_name) {
        parts.push(name.to_string_lossy().into_owned());
    }
    Heading {
        names: [0, 1].map(|index| arguments.engines[index].name.clone()),
        settings: parts.join(", "),
    }
}

impl Board {
    fn new(arguments: &ArenaArguments, openings: &[Opening]) -> Result<Self> {
        let (journal, records) = match &arguments.resume {
            Some(path) => {
                let (journal, records) = Journal::open(path, &description(arguments, openings))?;
                (Some(journal), records)
            }
            None => (None, Vec::new()),
        };
        let mut tally = Tally::default();
        for record in &records {
            tally.add(record, arguments.schedule.in_pairs());
        }
        let played: std::collections::BTreeSet<usize> =
            records.iter().map(|record| record.number).collect();
        let todo: Vec<usize> = (1..=arguments.schedule.total())
            .filter(|number| !played.contains(number))
            .collect();
        let pgn = arguments.pgn.as_ref().map(|pgn| {
            // Games from before an interruption are kept.
            let append = pgn.append || !records.is_empty();
            open(&pgn.file, append).with_context(|| format!("-pgnout {}", pgn.file.display()))
        });
        let bar = ProgressBar::new(arguments.schedule.total() as u64);
        if !arguments.progress || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = "{bar:30} {pos}/{len} games, {elapsed} gone, {eta} to go  {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.set_position(records.len() as u64);
        Ok(Self {
            todo: todo.into_iter(),
            records,
            tally,
            journal,
            pgn: pgn.transpose()?,
            bar,
            ending: None,
            failure: None,
        })
    }

    fn tell(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}

/// What makes a match the same match when it goes on.
fn description(arguments: &ArenaArguments, openings: &[Opening]) -> serde_json::Value {
    let engine = |engine: &EngineArguments| {
        json!({
            "command": engine.command, "name": engine.name, "arguments": engine.arguments,
            "options": engine.options, "control": engine.control,
        })
    };
    json!({
        "variant": arguments.variant,
        "engines": arguments.engines.iter().map(engine).collect::<Vec<_>>(),
        "games": arguments.schedule.games,
        "swap": arguments.schedule.swap,
        "reverse": arguments.schedule.reverse,
        "openings": openings.len(),
        "first": openings.first().map(|opening| opening.fen.clone()),
        "last": openings.last().map(|opening| opening.fen.clone()),
    })
}

/// Opens a file for writing; the folders above it are made.
fn open(path: &Path, append: bool) -> std::io::Result<File> {
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)?;
    }
    OpenOptions::new()
        .create(true)
        .append(append)
        .write(true)
        .truncate(!append)
        .open(path)
}

impl Contest<'_> {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the match because it cannot go on.
    fn fail(&self, error: anyhow::Error) {
        self.board().failure.get_or_insert(error);
        self.stop.store(true, Relaxed);
    }

    /// Plays games until none is left.
    fn work(&self) {
        let mut seats: [Option<Box<dyn Player>>; 2] = [None, None];
        while let Some(slot) = self.next() {
            if let Err(error) = self.play(slot, &mut seats) {
                self.fail(error);
                return;
            }
        }
    }

    fn next(&self) -> Option<Slot> {
        if self.stop.load(Relaxed) {
            self.board()
                .ending
                .get_or_insert_with(|| "Tournament was interrupted".to_owned());
            return None;
        }
        let mut board = self.board();
        let slot = self.arguments.schedule.slot(board.todo.next()?);
        let total = self.arguments.schedule.total();
        let players = self.players(slot);
        board.tell(&format!(
            "Started game {} of {total} ({players})",
            slot.number
        ));
        Some(slot)
    }

    fn players(&self, slot: Slot) -> String {
        let names = &self.heading.names;
        format!("{} vs {}", names[slot.white], names[1 - slot.white])
    }

    fn opening(&self, slot: Slot) -> &Opening {
        &self.openings[slot.round % self.openings.len()]
    }

    /// Plays one game with the engines on their seats; starts those that are missing.
    fn play(&self, slot: Slot, seats: &mut [Option<Box<dyn Player>>; 2]) -> Result<()> {
        let order = [slot.white, 1 - slot.white];
        for (index, seat) in seats.iter_mut().enumerate() {
            if seat.is_none() || self.arguments.engines[index].restart {
                *seat = None;
                match self.start(index) {
                    Ok(player) => *seat = Some(player),
                    Err(_) if self.stop.load(Relaxed) => return Ok(()),
                    Err(error) => return Err(error),
                }
            }
        }
        let conditions = Conditions {
            limits: order.map(|index| self.arguments.engines[index].limits),
            patience: self.arguments.patience,
            adjudication: self.arguments.adjudication,
        };
        let [Some(first), Some(second)] = seats else {
            bail!("an engine is missing");
        };
        let mut players: [&mut dyn Player; 2] = if slot.white == 0 {
            [first.as_mut(), second.as_mut()]
        } else {
            [second.as_mut(), first.as_mut()]
        };
        let tags = self.tags(slot);
        let watch = |game: &Game| {
            if let Some(live) = &self.live {
                live.show(slot.number, game, &tags);
            }
        };
        let played = game::play(&self.opening(slot).game, &mut players, &conditions, &watch);
        if let Some(live) = &self.live {
            live.end(slot.number);
        }
        let finished = match played {
            Ok(finished) => finished,
            Err(Trouble::Stopped) => return Ok(()),
            Err(trouble) => bail!("game {}: {trouble}", slot.number),
        };
        let how = finished.end.how;
        if how.is_forfeit() {
            self.keep_conversation(slot, &finished, &mut players)?;
        }
        self.settle(slot, &finished)?;
        if let (true, Some(culprit)) = (how.is_fatal(), finished.end.culprit) {
            seats[order[culprit.index()]] = None;
            if !self.arguments.recover {
                let reason = &finished.end.reason;
                bail!(
                    "game {}: {reason} (-recover goes on after that)",
                    slot.number
                );
            }
        }
        Ok(())
    }

    fn start(&self, index: usize) -> Result<Box<dyn Player>> {
        let engine = &self.arguments.engines[index];
        let dialect = match &engine.peer {
            Some(peer) => peer.dialect(&self.variant.name)?,
            None => Dialect::default(),
        };
        let launch = Launch {
            program: program(engine),
            arguments: engine.arguments.clone(),
            folder: engine.folder.clone(),
        };
        let process = Process::start(&launch, self.stop)?;
        let patience = self.arguments.patience;
        let options = &engine.options;
        let name = &engine.name;
        let context = || format!("{name} does not start");
        let pattern = self.arguments.pgn.as_ref();
        let pattern = pattern.and_then(|pgn| pgn.match_line.clone());
        let (player, unknown): (Box<dyn Player>, Vec<String>) = match engine.protocol {
            Protocol::Uci => {
                let player = Uci::greet(process, dialect, options, patience, pattern)
                    .with_context(context)?;
                let unknown = player.unknown(options);
                (Box::new(player), unknown)
            }
            Protocol::Cecp => {
                let player =
                    Cecp::greet(process, dialect, options, patience).with_context(context)?;
                let unknown = player.unknown(options);
                (Box::new(player), unknown)
            }
        };
        if !unknown.is_empty() {
            eprintln!("Warning; {name} does not offer: {}", unknown.join(", "));
        }
        Ok(player)
    }

    /// Writes down what was said in a game that was forfeited.
    fn keep_conversation(
        &self,
        slot: Slot,
        finished: &Finished,
        players: &mut [&mut dyn Player; 2],
    ) -> Result<()> {
        let folder = &self.arguments.forfeits;
        let word = finished.end.how.word();
        let path = folder.join(format!("game-{}-{word}.txt", slot.number));
        let mut text = pgn::game(finished, &self.tags(slot), pgn::Details::default());
        for color in Color::ALL {
            let player = &mut players[color.index()];
            let introduced = player.introduced().unwrap_or("?").to_owned();
            let conversation = player.process().transcript();
            let _ = writeln!(text, "== {} ({introduced})\n{conversation}", color.name());
        }
        open(&path, false)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("-forfeits {}", folder.display()))
    }

    fn tags(&self, slot: Slot) -> Tags {
        let order = [slot.white, 1 - slot.white];
        let engines = &self.arguments.engines;
        Tags {
            event: self.arguments.event.clone(),
            site: self.arguments.site.clone(),
            date: jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
            round: slot.round + 1,
            names: order.map(|index| engines[index].name.clone()),
            controls: order.map(|index| engines[index].control.clone()),
        }
    }

    /// Counts a game, reports it, and looks whether the match is decided.
    fn settle(&self, slot: Slot, finished: &Finished) -> Result<()> {
        let end = &finished.end;
        let half_points = match end.winner {
            None => 1,
            Some(winner) => {
                let first_has_white = slot.white == 0;
                2 * u8::from((winner == Color::White) == first_has_white)
            }
        };
        let engine_of = |color: Color| {
            if color == Color::White {
                slot.white
            } else {
                1 - slot.white
            }
        };
        let record = Record {
            number: slot.number,
            opening: self.opening(slot).number,
            white: slot.white,
            half_points,
            how: end.how,
            culprit: end.culprit.map(engine_of),
            reason: end.reason.clone(),
            turns: finished.game.turns().len(),
        };
        let mut board = self.board();
        if self.stop.load(Relaxed) && board.ending.is_some() {
            // Games that end after the match was decided would tilt the result.
            return Ok(());
        }
        if let (Some(pgn), Some(file)) = (&self.arguments.pgn, &mut board.pgn) {
            let text = pgn::game(finished, &self.tags(slot), pgn.details);
            file.write_all(text.as_bytes()).context("-pgnout")?;
        }
        if let Some(journal) = &mut board.journal {
            journal.add(&record)?;
        }
        board.tally.add(&record, self.arguments.schedule.in_pairs());
        board.records.push(record);
        self.tell(slot, finished, &mut board);
        Ok(())
    }

    fn tell(&self, slot: Slot, finished: &Finished, board: &mut Board) {
        let end = &finished.end;
        let (number, result, reason) = (slot.number, end.result(), &end.reason);
        let players = self.players(slot);
        board.tell(&format!(
            "Finished game {number} ({players}): {result} {{{reason}}}"
        ));
        let score = board.tally.score_line(&self.heading.names);
        let games = board.tally.games() as usize;
        let is_due = |interval: usize| interval > 0 && games.is_multiple_of(interval);
        if is_due(self.arguments.score_interval) {
            board.tell(&score);
        }
        let sprt = self.arguments.sprt.as_ref();
        if is_due(self.arguments.rating_interval) {
            board.tell(&board.tally.block(&self.heading, sprt));
        }
        board.bar.inc(1);
        board.bar.set_message(score);
        if let Some(sprt) = sprt {
            let hypothesis = match sprt.verdict(sprt.llr(&board.tally.pairs)) {
                SprtVerdict::Continue => return,
                SprtVerdict::H0 => "H0",
                SprtVerdict::H1 => "H1",
            };
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            board.ending.get_or_insert_with(|| {
                format!("SPRT ([{elo0:.2}, {elo1:.2}]) completed - {hypothesis} was accepted")
            });
            self.stop.store(true, Relaxed);
        }
    }
}

/// The path of an engine's program: one with a folder is looked for in the engine's folder first, as a
/// shell would that had changed to it.
fn program(engine: &EngineArguments) -> PathBuf {
    let command = Path::new(&engine.command);
    let is_plain = command.components().count() == 1 && !engine.command.starts_with("./");
    match &engine.folder {
        Some(folder) if command.is_relative() && folder.join(command).is_file() => {
            std::path::absolute(folder.join(command)).unwrap_or_else(|_| command.to_owned())
        }
        _ if is_plain => command.to_owned(),
        _ => std::path::absolute(command).unwrap_or_else(|_| command.to_owned()),
    }
}
