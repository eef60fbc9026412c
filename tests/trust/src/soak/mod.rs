//! Long runs of the engine against itself: every game, one side speaking UCI, the other CECP where a match can be played
//! in it, the match runner of `tuning/` as referee. `docs/soak.md` is written anew after each game's share.
//!
//! - `rare`: what seldom happens, and how often it was met
//! - `report`: the page

pub mod rare;
mod report;

use crate::games;
use crate::places::random_move;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katydid::rules::{self, Game};
use katydid::variant::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use rare::Rare;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// How often a match is begun, or gone on with, before it is given up.
const TRIES: u32 = 5;
/// Moves of each side after which the runner calls a game a draw, and what the page says of such games.
const MOST_MOVES: &str = "300";
const BROKEN_OFF: &str = "a draw by the runner, after 300 moves of each side";

/// What a run is told.
#[derive(Clone, Debug, clap::Args)]
pub struct SoakArguments {
    /// Games in total, shared out among all games of the catalogue (two at least for each)
    #[arg(default_value_t = 10_000)]
    pub games: u64,
    /// The engine
    #[arg(long, default_value = "target/release/katydid")]
    pub engine: PathBuf,
    /// The match runner
    #[arg(long, default_value = "target/release/katydid-tuning")]
    pub arena: PathBuf,
    /// Where games and what is needed to go on are kept
    #[arg(long, default_value = "target/soak")]
    pub folder: PathBuf,
    /// The page that is written
    #[arg(long, default_value = "docs/soak.md")]
    pub page: PathBuf,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    pub concurrency: u32,
    /// Seconds a turn
    #[arg(long, default_value_t = 0.01)]
    pub seconds: f64,
    /// Milliseconds beyond it before a turn counts as late
    #[arg(long, default_value_t = 1000)]
    pub margin: u32,
}

/// What has come of the games of one variant.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    /// Games played.
    pub games: u64,
    /// Turns played.
    pub turns: u64,
    /// How games ended, by the runner's words: `rules`, `crash`, `illegal`, `time`, `stall` and so on.
    pub ends: BTreeMap<String, u64>,
    /// What seldom happens, and how often it did.
    pub rare: BTreeMap<String, u64>,
    /// What the second engine spoke; the first spoke UCI.
    pub protocol: String,
    /// The highest load of the machine seen, as the number of processes that want to run.
    pub load: f64,
}

/// One game of the runner's record.
#[derive(Deserialize)]
struct Record {
    number: u64,
    how: String,
    turns: u64,
}

/// Plays, counts and writes the page. A run that was interrupted goes on where it was.
///
/// # Errors
/// What the system says, and what keeps the runner from playing.
pub fn run(arguments: &SoakArguments) -> Result<()> {
    for program in [&arguments.engine, &arguments.arena] {
        ensure!(program.is_file(), "{} is missing", program.display());
    }
    std::fs::create_dir_all(&arguments.folder)
        .with_context(|| arguments.folder.display().to_string())?;
    let names = games().all_names();
    let each = (arguments.games.div_ceil(names.len() as u64))
        .next_multiple_of(2)
        .max(2);
    let bar = ProgressBar::new(each * names.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} games {msg} {eta}",
    )?);
    let mut shares: BTreeMap<String, Share> = BTreeMap::new();
    for name in &names {
        bar.set_message(name.clone());
        let variant = games().variant(name)?;
        let share = play(arguments, &variant, each).with_context(|| name.clone())?;
        bar.inc(share.games);
        shares.insert(name.clone(), share);
        std::fs::write(&arguments.page, report::page(&shares, arguments))
            .with_context(|| arguments.page.display().to_string())?;
    }
    bar.finish_and_clear();
    println!(
        "{}: {} games",
        arguments.page.display(),
        shares.values().map(|share| share.games).sum::<u64>()
    );
    Ok(())
}

/// The games of one variant, or what an earlier run has counted of them.
fn play(arguments: &SoakArguments, variant: &Arc<Variant>, games: u64) -> Result<Share> {
    let file = |ending: &str| {
        arguments
            .folder
            .join(format!("{}-{games}.{ending}", variant.name))
    };
    if let Ok(known) = std::fs::read_to_string(file("json"))
        && let Ok(share) = serde_json::from_str(&known)
    {
        return Ok(share);
    }
    std::fs::write(file("epd"), openings(variant, games / 2))?;
    let before = load();
    let words = [
        "arena",
        "-variant",
        &variant.name,
        "-noprogress",
        "-recover",
        "-maxmoves",
        MOST_MOVES,
        "-ratinginterval",
        "0",
        "-scoreinterval",
        "0",
        "-stall-ms",
        "20000",
        "-games",
        "2",
        "-repeat",
    ];
    let each = format!("st={}", arguments.seconds);
    let mut match_of_two = Command::new(&arguments.arena);
    match_of_two
        .args(words)
        .args(["-rounds", &(games / 2).to_string()])
        .args(["-concurrency", &arguments.concurrency.to_string()])
        .args(["-each", &each, &format!("timemargin={}", arguments.margin)])
        .args([
            "-engine",
            &format!("cmd={}", arguments.engine.display()),
            "name=uci",
            "proto=uci",
        ])
        .args([
            "-engine",
            &format!("cmd={}", arguments.engine.display()),
            "name=other",
            &format!("proto={}", protocol(variant)),
        ])
        .args([
            "-openings",
            &format!("file={}", file("epd").display()),
            "format=epd",
            "order=sequential",
        ])
        .args([
            "-pgnout",
            &format!("file={}", file("pgn").display()),
            "append=true",
        ])
        .args(["-resume", &format!("file={}", file("games").display())])
        .args([
            "-forfeits",
            &format!("dir={}", arguments.folder.join("forfeits").display()),
        ])
        .stdout(Stdio::null());
    // A machine under load can keep an engine from greeting in time; what was played is kept.
    let mut status = match_of_two.status()?;
    for _ in 1..TRIES {
        if status.success() {
            break;
        }
        status = match_of_two.status()?;
    }
    ensure!(status.success(), "the match runner ends with {status}");
    let mut share = counted(&file("games"))?;
    share.rare = rare_rules(&file("pgn"))?;
    protocol(variant).clone_into(&mut share.protocol);
    share.load = before.max(load());
    std::fs::write(file("json"), serde_json::to_string(&share)?)?;
    Ok(share)
}

/// What the second engine speaks. Where moves do more than XBoard can be told in one ply the engine tells it in further
/// plies for XBoard's board, which the match runner does not take, and XBoard's cylinder is another game: there both speak UCI.
fn protocol(variant: &Variant) -> &'static str {
    let has = variant.rules.capabilities;
    if has.changes_more() || has.wraps {
        "uci"
    } else {
        "cecp"
    }
}

/// Openings of a few random turns: one for two games.
fn openings(variant: &Arc<Variant>, count: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(count);
    let mut text = String::new();
    for _ in 0..count {
        let mut pos = rules::start(variant);
        for _ in 0..rng.random_range(2..9) {
            let Some(mv) = random_move(&pos, &mut rng) else {
                break;
            };
            let next = rules::play(&pos, mv);
            if rules::outcome(&next).is_some() {
                break;
            }
            pos = next;
        }
        while pos.state().mid_turn() {
            let Some(mv) = random_move(&pos, &mut rng) else {
                break;
            };
            pos = rules::play(&pos, mv);
        }
        let over = rules::outcome(&pos).is_some() || pos.state().mid_turn();
        let fen = if over {
            variant.start.clone()
        } else {
            pos.fen()
        };
        text.push_str(&fen);
        text.push('\n');
    }
    text
}

/// The games of the runner's record.
fn counted(file: &Path) -> Result<Share> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut share = Share::default();
    let mut seen = Vec::new();
    for record in text
        .lines()
        .skip(1)
        .filter_map(|line| serde_json::from_str::<Record>(line).ok())
    {
        if seen.contains(&record.number) {
            continue;
        }
        seen.push(record.number);
        share.games += 1;
        share.turns += record.turns;
        *share.ends.entry(record.how.to_lowercase()).or_default() += 1;
    }
    Ok(share)
}

/// What seldom happens in the games of a PGN file.
fn rare_rules(file: &Path) -> Result<BTreeMap<String, u64>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let read = katydid::pgn::read(games(), &text);
    if let Some(remark) = read.remarks.first() {
        anyhow::bail!("{}: {remark}", file.display());
    }
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for tree in read.games {
        let mut game = Game::at(tree.first.clone());
        for node in &tree.nodes {
            for rare in Rare::of_turn(game.position(), &node.turn) {
                *found.entry(rare.words().to_owned()).or_default() += 1;
            }
            game.push(node.turn.clone());
        }
        let end = game.outcome().map_or(BROKEN_OFF, |end| end.reason.words());
        *found.entry(format!("end: {end}")).or_default() += 1;
    }
    Ok(found)
}

/// How many processes want to run; 0 where the system does not tell.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace()
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(0.0)
}
