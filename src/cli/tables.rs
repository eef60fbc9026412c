//! `katydid tables`: endgame tables.

use super::interrupt::Watch;
use super::output::{complain, line};
use super::quantities::{bytes, large, span};
use super::status_line::StatusLine;
use anyhow::{Context as _, Result, anyhow, bail};
use katydid::base::Color;
use katydid::catalogue::Catalogue;
use katydid::position::{FenFields, Position, Setup};
use katydid::rules::{can_capture_king, placed, turn_san, turn_text};
use katydid::tables::{
    Builder, Closure, Job, Made, Material, Rated, SMALL, Stage, Stats, TableError, Tables, Value,
    all_threads, digest, head, line as best_line, memory, seconds, verify,
};
use katydid::variant::Variant;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The exit status of interrupted work.
const INTERRUPTED: u8 = 130;

/// The environment variable that names the folder of tables.
const VARIABLE: &str = "KATYDID_TABLES";

/// The arguments of `tables`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A signature names the pieces: KQvKR is king and queen against king and rook. Tables of three pieces are \
                  made in memory and need no file.\n\nExit status: 0 done, 1 wrong input or a table that is wrong, 130 interrupted."
)]
pub struct TablesArguments {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, clap::Args)]
struct Ending {
    /// The game
    game: String,
    /// The pieces, as in `KQvKR`
    signature: String,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, clap::Args)]
struct Options {
    /// The folder of the tables (default: the environment's `KATYDID_TABLES`, else the folder `tables`)
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The most memory to use, as in 512M or 8G
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4G")]
    memory: usize,
    /// Threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Pieces for the game hurdlers, as in X=moose:A,Y=kangaroo:CE:enemy
    #[arg(long, default_value = "")]
    pieces: String,
    /// JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum TablesCommand {
    /// Say what a signature can turn into, how large its tables are, and about how long they take
    Plan(Ending),
    /// Build the tables of a signature and of all that it can turn into
    Build(Ending),
    /// Show the value of a position and of its legal turns
    Probe {
        /// The game
        game: String,
        /// The position (`-`: those of the standard input, one a line)
        fen: String,
        #[command(flatten)]
        options: Options,
    },
    /// Count the positions of a signature that are won, drawn and lost, by distance
    Stats(Ending),
    /// Play out the longest win of a signature
    Longest(Ending),
    /// Compare each value of a signature with those of its successors
    Verify {
        #[command(flatten)]
        ending: Ending,
        /// Compare about so many positions only
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        sample: Option<u64>,
    },
    /// List the table files of a folder
    List {
        #[command(flatten)]
        options: Options,
    },
}

impl TablesArguments {
    /// Runs the command.
    pub fn run(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        match &self.command {
            TablesCommand::Plan(ending) => ending.plan(catalogue),
            TablesCommand::Build(ending) => ending.build(catalogue),
            TablesCommand::Probe { game, fen, options } => probe(catalogue, game, fen, options),
            TablesCommand::Stats(ending) => ending.stats(catalogue),
            TablesCommand::Longest(ending) => ending.longest(catalogue),
            TablesCommand::Verify { ending, sample } => ending.verify(catalogue, *sample),
            TablesCommand::List { options } => list(catalogue, options),
        }
    }
}

impl Options {
    fn dir(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(usual_dir)
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(all_threads, usize::from)
    }

    fn tables(&self) -> Tables {
        Tables::new(Some(self.dir())).with_threads(self.threads())
    }
}

/// The default folder of the tables.
pub fn usual_dir() -> PathBuf {
    std::env::var_os(VARIABLE).map_or_else(|| PathBuf::from("tables"), PathBuf::from)
}

/// The tables of the default folder.
pub fn usual() -> Tables {
    Tables::new(Some(usual_dir())).with_threads(all_threads())
}

/// Reports files that cannot be used.
fn report(tables: &Tables) {
    for error in tables.take_complaints() {
        complain(format_args!("katydid: {error}"));
    }
}

impl Ending {
    fn resolve(&self, catalogue: &Catalogue) -> Result<(Arc<Variant>, Material)> {
        let variant = super::with_pieces(&catalogue.variant(&self.game)?, &self.options.pieces)?;
        let material = Material::parse(&variant, &self.signature)?;
        // The variant of the game in which these pieces can be set up.
        Ok((variant.for_setup(material.piece_types()), material))
    }

    /// The tables of the folder; an error if this signature's table is missing.
    fn tables(&self, variant: &Arc<Variant>, material: Material) -> Result<Tables> {
        let tables = self.options.tables();
        let there = tables.prepare(variant, material);
        report(&tables);
        if !there {
            // Fails with the reason if such a table cannot exist.
            Closure::new(variant, material)?;
            let (game, signature) = (&self.game, &self.signature);
            let dir = self.options.dir();
            bail!(
                "{}: no table of {signature} (katydid tables build {game} {signature} makes it)",
                dir.display()
            );
        }
        Ok(tables)
    }

    fn plan(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let (variant, material) = self.resolve(catalogue)?;
        let closure = Closure::new(&variant, material)?;
        let threads = self.options.threads() as f64;
        let (mut positions, mut time, mut most) = (0, 0.0, 0);
        let mut groups = Vec::new();
        for group in &closure.groups {
            most = most.max(memory(&variant, group));
            time += seconds(&variant, group) / threads;
            let mut signatures = Vec::new();
            for signature in group {
                positions += signature.index.positions();
                signatures.push(json!({
                    "signature": signature.index.material.name(&variant),
                    "positions": signature.index.positions(),
                    "symmetries": signature.index.symmetries().len(),
                }));
            }
            groups.push(signatures);
        }
        // Most tables need at most half a byte per position.
        let file = positions / 2;
        if self.options.json {
            let plan = json!({
                "game": variant.name, "signature": material.name(&variant), "groups": groups, "positions": positions,
                "bytes": file, "memory": most, "seconds": time,
            });
            line(plan)?;
            return Ok(ExitCode::SUCCESS);
        }
        for group in groups {
            for (index, signature) in group.iter().enumerate() {
                let text = |key: &str| signature[key].as_str().unwrap_or_default().to_owned();
                let number = |key: &str| signature[key].as_u64().unwrap_or_default();
                let with = if index > 0 {
                    ", together with the one before"
                } else {
                    ""
                };
                line(format_args!(
                    "{:<10} {:>12} positions, {} symmetries{with}",
                    text("signature"),
                    number("positions"),
                    number("symmetries")
                ))?;
            }
        }
        line(format_args!(
            "{positions} positions in all, about {}B on disk, {}B of memory, {}",
            large(file),
            large(most),
            span(Duration::from_secs_f64(time))
        ))?;
        Ok(ExitCode::SUCCESS)
    }

    fn build(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let (variant, material) = self.resolve(catalogue)?;
        let dir = self.options.dir();
        let mut builder = Builder::new(&variant, material, Some(&dir))?;
        let watch = Watch::begin();
        let bar = ProgressBar::new();
        let job = Job {
            threads: self.options.threads(),
            memory: self.options.memory,
            stop: watch.flag(),
            progress: &|stage, done, of| bar.show(stage, done, of),
        };
        let started = Instant::now();
        let json = self.options.json;
        let mut failed = None;
        let result = builder.run(&job, &mut |builder, material, made| {
            bar.clear();
            let index = builder.solved[&material].index();
            let name = material.name(&variant);
            let word = match made {
                Made::Found => "there already",
                Made::Solved if material.len() <= SMALL => "solved, kept in memory",
                Made::Solved => "solved",
            };
            let written = if json {
                line(json!({"signature": name, "positions": index.positions(), "made": word}))
            } else {
                line(format_args!(
                    "{name:<10} {:>12} positions, {word}",
                    index.positions()
                ))
            };
            failed = failed.take().or(written.err());
        });
        bar.clear();
        match (result, failed) {
            (Err(TableError::Stopped), _) => {
                complain(
                    "katydid: stopped; the tables that are finished stay, and building goes on with the next one",
                );
                return Ok(ExitCode::from(INTERRUPTED));
            }
            (Err(error), _) => return Err(error.into()),
            (Ok(()), Some(error)) => return Err(error),
            (Ok(()), None) => {}
        }
        if !json {
            line(format_args!(
                "{} in {}",
                material.name(&variant),
                span(started.elapsed())
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn stats(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let (variant, material) = self.resolve(catalogue)?;
        let tables = self.tables(&variant, material)?;
        let stats = Stats::of(&tables, &variant, material).ok_or_else(|| anyhow!("no table"))?;
        if self.options.json {
            line(stats_json(&variant, material, &stats))?;
        } else {
            write_stats(&variant, material, &stats)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn longest(&self, catalogue: &Catalogue) -> Result<ExitCode> {
        let (variant, material) = self.resolve(catalogue)?;
        let tables = self.tables(&variant, material)?;
        let stats = Stats::of(&tables, &variant, material).ok_or_else(|| anyhow!("no table"))?;
        let Some((_, longest)) = stats.longest() else {
            line(format_args!("{}: nobody wins", material.name(&variant)))?;
            return Ok(ExitCode::SUCCESS);
        };
        let played = best_line(&tables, &longest.position, usize::from(longest.distance));
        let turns: Vec<String> = played
            .iter()
            .map(|(pos, turn)| turn_san(pos, turn))
            .collect();
        let fen = longest.position.fen();
        if self.options.json {
            let game = json!({"game": variant.name, "fen": fen, "distance": longest.distance, "turns": turns});
            line(game)?;
        } else {
            line(format_args!(
                "{fen}: win {}{}",
                longest.distance,
                beyond(&variant, longest.distance)
            ))?;
            line(numbered(&longest.position, &turns))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn verify(&self, catalogue: &Catalogue, sample: Option<u64>) -> Result<ExitCode> {
        let (variant, material) = self.resolve(catalogue)?;
        let tables = self.tables(&variant, material)?;
        let name = material.name(&variant);
        let (table, _) = tables.table(&variant, material).context("no table")?;
        table.check()?;
        let step = sample.map_or(1, |sample| (table.index().positions() / sample).max(1) | 1);
        let watch = Watch::begin();
        let bar = ProgressBar::new();
        let progress = |done, of| bar.show(Stage::Turns, done, of);
        let threads = self.options.threads();
        let verified = verify(
            &tables,
            &variant,
            material,
            step,
            threads,
            watch.flag(),
            &progress,
        );
        bar.clear();
        report(&tables);
        let (compared, wrong) = verified.context("no table")?;
        if let Some(wrong) = wrong {
            let word = |value: Option<Value>| value.map_or_else(|| "none".to_owned(), described);
            bail!(
                "{name}: {} is {}, but its successors make it {}",
                wrong.fen,
                word(wrong.stored),
                word(wrong.expected)
            );
        }
        if watch.is_stopped() {
            complain(format_args!("katydid: stopped after {compared} positions"));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if self.options.json {
            line(json!({"signature": name, "compared": compared, "wrong": 0}))?;
        } else {
            line(format_args!(
                "{name}: {compared} positions agree with their successors"
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A value in words: `win 31`, `draw`.
fn described(value: Value) -> String {
    let distance = value.distance().map(|distance| format!(" {distance}"));
    value.word().to_owned() + &distance.unwrap_or_default()
}

/// A remark if a win takes longer than the game's move limit allows.
fn beyond(variant: &Variant, distance: u16) -> String {
    let limit = variant.rules.move_limit;
    if distance > limit {
        format!(", longer than the limit of {limit}")
    } else {
        String::new()
    }
}

/// Turns with move numbers.
fn numbered(first: &Position, turns: &[String]) -> String {
    let mut text = String::new();
    let mut number = 1;
    for (index, turn) in turns.iter().enumerate() {
        let white = (index % 2 == 0) == (first.side_to_move() == Color::White);
        if white {
            text += &number.to_string();
            text.push('.');
        } else if index == 0 {
            text += "1...";
        }
        text += turn;
        text.push(' ');
        number += usize::from(!white);
    }
    text.trim_end().to_owned()
}

/// Probes a position, or each line of the standard input if the FEN is `-`.
fn probe(catalogue: &Catalogue, game: &str, fen: &str, options: &Options) -> Result<ExitCode> {
    let variant = super::with_pieces(&catalogue.variant(game)?, &options.pieces)?;
    let tables = options.tables();
    if fen == "-" {
        for fen in std::io::stdin().lines() {
            probe_one(&variant, &tables, fen?.trim(), game, options)?;
        }
    } else {
        probe_one(&variant, &tables, fen, game, options)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn probe_one(
    variant: &Arc<Variant>,
    tables: &Tables,
    fen: &str,
    game: &str,
    options: &Options,
) -> Result<()> {
    let fields = FenFields::split(fen)?;
    let variant = variant
        .for_placement(fields.boards)
        .map_err(|reason| anyhow!(reason))?;
    let pos = placed(&variant, &Setup::read(&variant, &fields)?)?;
    let illegal = can_capture_king(&pos);
    let value = tables.probe(&pos);
    let turns = if illegal {
        Vec::new()
    } else {
        tables.turns(&pos)
    };
    report(tables);
    if value.is_none() && !illegal {
        let material = Material::of(&pos);
        Closure::new(pos.variant(), material)?;
        let name = material.name(&variant);
        if material.len() <= SMALL || tables.prepare(pos.variant(), material) {
            bail!("{fen}: in no table (positions with castling rights are in none)");
        }
        bail!(
            "{}: no table of {name} (katydid tables build {game} {name} makes it)",
            options.dir().display()
        );
    }
    if options.json {
        return line(probe_json(&pos, value, &turns));
    }
    let Some(value) = value else {
        return line("none: the side that is not to move could be captured");
    };
    line(listed(&pos, value, &turns))
}

/// The value of a position and the values of its turns, one per line.
pub fn listed(pos: &Position, value: Value, turns: &[Rated]) -> String {
    let limit = value
        .distance()
        .map(|distance| beyond(pos.variant(), distance));
    let mut text = described(value) + &limit.unwrap_or_default();
    for rated in turns {
        let value = rated
            .value
            .map_or_else(|| "not in a table".to_owned(), described);
        let _ = write!(text, "\n  {:<10} {value}", turn_san(pos, &rated.turn));
    }
    text
}

fn probe_json(pos: &Position, value: Option<Value>, turns: &[Rated]) -> Json {
    let word = |value: Option<Value>| value.map_or("none", Value::word);
    let distance = |value: Option<Value>| value.and_then(Value::distance);
    let turns = turns.iter().map(|rated| {
        json!({
            "turn": turn_text(pos, &rated.turn),
            "value": word(rated.value),
            "distance": distance(rated.value),
        })
    });
    json!({
        "game": pos.variant().name, "fen": pos.fen(), "value": word(value), "distance": distance(value),
        "turns": turns.collect::<Vec<_>>(),
    })
}

fn stats_json(variant: &Variant, material: Material, stats: &Stats) -> Json {
    let side = |color: Color| {
        let side = &stats.sides[color.index()];
        let counts = |distances: &std::collections::BTreeMap<u16, u64>| {
            distances
                .iter()
                .map(|(distance, count)| json!([distance, count]))
                .collect::<Vec<_>>()
        };
        json!({
            "won": side.won, "drawn": side.drawn, "lost": side.lost, "mean": side.mean(),
            "longest": side.longest.as_ref().map(|it| json!({"distance": it.distance, "fen": it.position.fen()})),
            "wins": counts(&side.wins), "losses": counts(&side.losses),
        })
    };
    json!({
        "game": variant.name, "signature": material.name(variant), "white": side(Color::White), "black": side(Color::Black),
        "zugzwangs": stats.zugzwangs, "zugzwang": stats.zugzwang.as_ref().map(Position::fen),
    })
}

fn write_stats(variant: &Variant, material: Material, stats: &Stats) -> Result<()> {
    line(format_args!(
        "{} in {}",
        material.name(variant),
        variant.name
    ))?;
    for color in Color::ALL {
        let side = &stats.sides[color.index()];
        let share = |count: u64| 100.0 * count as f64 / side.total().max(1) as f64;
        line(format_args!(
            "{} to move: {} positions, won {:.2} %, drawn {:.2} %, lost {:.2} %",
            color.name(),
            side.total(),
            share(side.won),
            share(side.drawn),
            share(side.lost)
        ))?;
        if let (Some(longest), Some(mean)) = (&side.longest, side.mean()) {
            line(format_args!(
                "  longest win {}{}, mean {mean:.1}: {}",
                longest.distance,
                beyond(variant, longest.distance),
                longest.position.fen()
            ))?;
        }
        for (word, distances) in [("won", &side.wins), ("lost", &side.losses)] {
            if !distances.is_empty() {
                let each = distances
                    .iter()
                    .map(|(distance, count)| format!("{distance}: {count}"));
                line(format_args!(
                    "  {word} by distance: {}",
                    each.collect::<Vec<_>>().join(", ")
                ))?;
            }
        }
    }
    match &stats.zugzwang {
        Some(first) => line(format_args!(
            "mutual zugzwangs: {}, as {}",
            stats.zugzwangs,
            first.fen()
        )),
        None => line("mutual zugzwangs: none"),
    }
}

/// Lists the table files of a folder.
fn list(catalogue: &Catalogue, options: &Options) -> Result<ExitCode> {
    let dir = options.dir();
    if !dir.exists() {
        complain(format_args!("no tables in {}/", dir.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let mut files = Vec::new();
    let folders = |path: &Path| -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort();
        Ok(paths)
    };
    for game in folders(&dir)?.iter().filter(|path| path.is_dir()) {
        files.extend(
            folders(game)?
                .into_iter()
                .filter(|path| path.extension().is_some_and(|it| it == "ktb")),
        );
    }
    for file in files {
        let size = std::fs::metadata(&file).map_or(0, |it| it.len());
        match head(&file) {
            Ok(head) => {
                let variant = catalogue.variant(&head.game).ok();
                let material = variant
                    .as_ref()
                    .and_then(|it| Material::parse(it, &head.signature).ok());
                let fits = variant.zip(material).is_some_and(|(variant, material)| {
                    digest(&variant.for_setup(material.piece_types())) == head.digest
                });
                if options.json {
                    line(json!({
                        "file": file.display().to_string(), "game": head.game, "signature": head.signature,
                        "positions": head.numbers, "bytes": size, "fits": fits,
                    }))?;
                } else {
                    let note = if fits {
                        ""
                    } else {
                        ", made by other rules than the game has now"
                    };
                    line(format_args!(
                        "{:<18} {:<10} {:>12} positions, {}B{note}",
                        head.game,
                        head.signature,
                        head.numbers,
                        large(size)
                    ))?;
                }
            }
            Err(error) => complain(format_args!("katydid: {error}")),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Progress and remaining time, on a terminal.
struct ProgressBar {
    state: Mutex<(StatusLine, Option<Times>)>,
}

/// The current stage, when it began, and when it was shown last.
type Times = (Stage, Instant, Instant);

impl ProgressBar {
    /// The minimum time between two updates of the bar.
    const PAUSE: Duration = Duration::from_millis(200);

    fn new() -> Self {
        Self {
            state: Mutex::new((StatusLine::new(), None)),
        }
    }

    fn show(&self, stage: Stage, done: u64, of: u64) {
        let now = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (line, times) = &mut *state;
        let (since, last) = match *times {
            Some((before, since, last)) if before == stage && done > 0 => (since, last),
            _ => (now, now),
        };
        if now - last < Self::PAUSE && since != now {
            return;
        }
        *times = Some((stage, since, now));
        let share = (done as f64 / of.max(1) as f64).min(1.0);
        let left = (now - since).mul_f64((1.0 / share.max(1e-6) - 1.0).min(1e6));
        let bar = "#".repeat((share * 30.0) as usize);
        let (left, percent) = (span(left), 100.0 * share);
        line.show(&match stage {
            Stage::Turns => format!("[{bar:<30}] {percent:.0} %, {left} left"),
            // How long the longest win is shows only in the end.
            Stage::Distances => {
                format!("[{bar:<30}] distance {done} of about {of}, about {left} left")
            }
        });
    }

    fn clear(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0.clear();
        state.1 = None;
    }
}
