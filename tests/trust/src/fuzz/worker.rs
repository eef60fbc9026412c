//! One process that feeds a target.
//!
//! It writes the number of each input into a file before it is fed, so that whoever started it knows which one has
//! killed it.

use super::mutation::{Corpus, input};
use super::targets::Target;
use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Panics of any thread, searches included.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// When the present input was fed, in milliseconds since the start; `u64::MAX` between inputs.
static SINCE: AtomicU64 = AtomicU64::new(u64::MAX);

/// The status with which a worker ends whose input took too long.
pub(super) const HANGS: i32 = 70;
/// The status with which a worker ends whose input made it panic.
pub(super) const PANICKED: i32 = 71;

/// Feeds inputs from a number on until the time is over. Gives how many were fed, and by how many KiB the process has
/// grown since a fifth of the time.
///
/// The process ends at the first panic and the first input that takes too long, with what is wrong on standard error.
///
/// # Errors
/// What the system says of the examples or of the file `at`.
pub fn work(
    target: &'static Target,
    examples: &Path,
    at: &Path,
    first: u64,
    time: Duration,
) -> io::Result<(u64, u64)> {
    let corpus = Corpus::read(examples)?;
    let mut place = File::create(at)?;
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut panics) = PANICS.lock() {
            panics.push(info.to_string());
        }
    }));
    let begun = Instant::now();
    std::thread::spawn(move || watch(begun, target));
    let (mut number, mut early) = (first, None);
    while begun.elapsed() < time {
        place.rewind()?;
        place.write_all(&number.to_le_bytes())?;
        let bytes = input(&corpus, number);
        SINCE.store(begun.elapsed().as_millis() as u64, Relaxed);
        let fed = catch_unwind(AssertUnwindSafe(|| (target.feed)(&bytes)));
        SINCE.store(u64::MAX, Relaxed);
        let panics = PANICS
            .lock()
            .map(|panics| panics.join("\n"))
            .unwrap_or_default();
        if fed.is_err() || !panics.is_empty() {
            eprintln!("{panics}");
            std::process::exit(PANICKED);
        }
        number += 1;
        if early.is_none() && begun.elapsed() > time / 5 {
            early = Some(resident_kib());
        }
    }
    let grown = resident_kib().saturating_sub(early.unwrap_or(u64::MAX));
    Ok((number - first, grown))
}

/// Ends the process when an input takes too long: by the processor's time, since a busy machine lets it wait, and when
/// nothing is computed any more by the clock, with ten times the patience.
fn watch(begun: Instant, target: &Target) {
    let (mut seen, mut busy) = (u64::MAX, 0);
    loop {
        std::thread::sleep(Duration::from_millis(50));
        let since = SINCE.load(Relaxed);
        if since != seen {
            (seen, busy) = (since, busy_ms());
            continue;
        }
        if since == u64::MAX {
            continue;
        }
        let waited = (begun.elapsed().as_millis() as u64).saturating_sub(since);
        let computed = busy_ms().saturating_sub(busy);
        if computed > target.patience || waited > 10 * target.patience {
            eprintln!("no answer within {} ms", target.patience);
            std::process::exit(HANGS);
        }
    }
}

/// The processor's time that this process has used, in milliseconds; 0 where the system does not tell.
fn busy_ms() -> u64 {
    /// Milliseconds of a tick, as Linux counts them for programs.
    const TICK: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may hold blanks.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum::<u64>()
        * TICK
}

/// The memory of this process, in KiB; 0 where the system does not tell.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
