//! Long runs: `katydid-trust --help` lists them.

use anyhow::{Context as _, Result, anyhow};
use clap::{Parser, Subcommand};
use katydid_trust::{fuzz, random_game, random_run, soak};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

#[derive(Parser)]
#[command(about = "Long runs that look for what no test has looked for")]
struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Feed everything that reads with bytes that nobody meant, and try the laws in games made at random
    Fuzz {
        /// How long in total
        seconds: u64,
        /// Only these targets; `laws` is one of them
        targets: Vec<String>,
    },
    /// Play games of the engine against itself through both protocols and write docs/soak.md
    Soak(soak::SoakArguments),
    /// Print the variant file of a seed
    Game {
        /// The seed
        seed: u64,
        /// A game of which the rules oracle has a model
        #[arg(long)]
        modelled: bool,
    },
    /// Print the input of a number for a target
    Input {
        /// The target
        target: String,
        /// The number
        number: u64,
    },
    #[command(hide = true)]
    Worker {
        target: String,
        first: u64,
        seconds: f64,
        examples: PathBuf,
        place: PathBuf,
    },
    #[command(hide = true)]
    Laws { first: u64, seconds: f64 },
}

/// The examples of the targets.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus")
}

/// Where inputs go that break something.
fn finds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/finds")
}

/// A process tries the laws for so long, since games that were compiled stay in memory.
const SHIFT: u64 = 20;

fn try_laws(seconds: u64) -> Result<()> {
    let mut first = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)?
        .as_secs()
        << 20;
    let mut left = seconds;
    while left > 0 {
        let shift = left.min(SHIFT);
        let status = Command::new(std::env::current_exe()?)
            .args(["laws", &first.to_string(), &shift.to_string()])
            .status()?;
        if !status.success() {
            return Err(anyhow!("a law does not hold"));
        }
        first += 1 << 14;
        left -= shift;
    }
    Ok(())
}

/// The laws and what reads, each with its share of the time: a quarter for the laws where both are wanted.
fn fuzz_all(seconds: u64, targets: &[String]) -> Result<()> {
    let is_laws = |name: &&String| *name == "laws";
    let readers: Vec<String> = targets
        .iter()
        .filter(|name| !is_laws(name))
        .cloned()
        .collect();
    let laws = targets.is_empty() || targets.iter().any(|name| name == "laws");
    let feeds = targets.is_empty() || !readers.is_empty();
    let share = match (laws, feeds) {
        (true, true) => seconds / 4,
        (true, false) => seconds,
        (false, _) => 0,
    };
    // Everything has its turn, whatever the first finds.
    let lawful = try_laws(share);
    if feeds {
        fuzz::run(
            &readers,
            &examples(),
            &finds(),
            Duration::from_secs(seconds - share),
        )?;
    }
    lawful
}

fn act(action: Action) -> Result<()> {
    match action {
        Action::Fuzz { seconds, targets } => fuzz_all(seconds, &targets),
        Action::Soak(arguments) => soak::run(&arguments),
        Action::Game { seed, modelled } => {
            let draw = if modelled {
                random_game::modelled_text
            } else {
                random_game::text
            };
            print!("{}", draw(&format!("random-{seed}"), seed));
            Ok(())
        }
        Action::Input { target, number } => {
            let corpus =
                fuzz::Corpus::read(&examples().join(&target)).with_context(|| target.clone())?;
            std::io::Write::write_all(&mut std::io::stdout(), &fuzz::input(&corpus, number))?;
            Ok(())
        }
        Action::Worker {
            target,
            first,
            seconds,
            examples,
            place,
        } => {
            let target = fuzz::target(&target).ok_or_else(|| anyhow!("no target {target}"))?;
            let time = Duration::from_secs_f64(seconds);
            let (fed, grown) = fuzz::work(target, &examples, &place, first, time)?;
            println!("{fed} {grown}");
            Ok(())
        }
        Action::Laws { first, seconds } => {
            std::panic::set_hook(Box::new(|_| ()));
            let tally = random_run::run(first, Duration::from_secs_f64(seconds))
                .map_err(|found| anyhow!("{found}"))?;
            println!(
                "laws: {} files, {} games, {} looks",
                tally.files, tally.games, tally.looks
            );
            Ok(())
        }
    }
}

fn main() -> ExitCode {
    match act(Arguments::parse().action) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
