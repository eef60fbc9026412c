//! The arena: a match runner with Katydid's rules as the referee.
//!
//! [`run`] takes a command line in the manner of fastchess. Two engines play pairs of games with one opening
//! and swapped colours; [`runner`] plays several games at a time, [`game`] judges each of them, [`report`]
//! counts, and [`resume`] remembers what has been played.

mod adjudication;
mod arguments;
mod cecp;
mod clock;
mod engine;
mod game;
mod judge;
mod live;
mod openings;
mod peer;
mod pgn;
mod report;
mod resume;
mod runner;
mod schedule;
mod uci;

pub use judge::Judge;

use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
use katydid::variant::Variant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set when the match has to stop: by the user, by the sequential test, or because it cannot go on.
static STOP: AtomicBool = AtomicBool::new(false);

/// Plays the match of a command line.
///
/// # Errors
/// Says what is wrong with the command line, the files or the engines.
pub fn run(words: &[String]) -> Result<()> {
    if words.is_empty()
        || words
            .iter()
            .any(|word| matches!(word.as_str(), "-help" | "--help"))
    {
        println!("{}", include_str!("help.txt"));
        return Ok(());
    }
    let (arguments, warnings) = arguments::parse(words)?;
    for warning in warnings {
        eprintln!("Warning; {warning}");
    }
    let variant = variant(&arguments)?;
    let list = match &arguments.openings {
        Some(path) => openings::read(path, &variant)?,
        None => openings::start_position(&variant),
    };
    let list = openings::arrange(list, arguments.order, arguments.seed, arguments.start);
    ctrlc::set_handler(|| STOP.store(true, Relaxed)).context("no handler for interruptions")?;
    runner::run(&arguments, &variant, list, &STOP)
}

/// The game of the match.
fn variant(arguments: &arguments::ArenaArguments) -> Result<Arc<Variant>> {
    let catalogue = Catalogue::new();
    for path in &arguments.variant_files {
        catalogue
            .add(path)
            .with_context(|| format!("-variants {}", path.display()))?;
    }
    let variant = catalogue.variant(&arguments.variant)?;
    ensure!(
        !variant.start.is_empty(),
        "{} has no start position",
        arguments.variant
    );
    Ok(variant)
}
