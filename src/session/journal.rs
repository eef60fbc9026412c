//! Logging: the conversation and the engine's remarks, to the error stream or to a file, never to the
//! output that belongs to the protocol.
//!
//! `KATYDID_LOG` chooses what is logged (as `env_logger` reads it; warnings when unset). While a file is open it gets the whole
//! conversation, whatever the variable's value.

use log::LevelFilter;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The environment variable that chooses what is logged.
pub const VARIABLE: &str = "KATYDID_LOG";

/// The open log file, if any.
static FILE: Mutex<Option<File>> = Mutex::new(None);
/// The log level while no file is open.
static USUAL: OnceLock<LevelFilter> = OnceLock::new();

/// Where the logger writes: the file if one is open, otherwise the error stream.
struct Sink;

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match FILE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(file) => file.write(bytes),
            None => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match FILE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(file) => file.flush(),
            None => io::stderr().flush(),
        }
    }
}

/// Starts logging; later calls do nothing.
pub fn start() {
    let wanted = std::env::var(VARIABLE).unwrap_or_default();
    let usual = env_logger::Builder::new()
        .filter_level(LevelFilter::Warn)
        .parse_filters(&wanted)
        .build()
        .filter();
    let started = env_logger::Builder::new()
        .filter_level(LevelFilter::Debug)
        .parse_filters(&wanted)
        .filter_module("katydid", LevelFilter::Trace)
        .target(env_logger::Target::Pipe(Box::new(Sink)))
        .format_timestamp_millis()
        .try_init()
        .is_ok();
    if started {
        log::set_max_level(*USUAL.get_or_init(|| usual));
    }
}

/// Sends the log to a file from now on (`None`: to the error stream again).
///
/// # Errors
/// The system's error if the file cannot be written; the log keeps its old destination.
pub fn log_to(path: Option<&Path>) -> io::Result<()> {
    let file = path
        .map(|path| File::options().create(true).append(true).open(path))
        .transpose()?;
    let level = match &file {
        Some(_) => LevelFilter::Debug,
        None => *USUAL.get().unwrap_or(&LevelFilter::Warn),
    };
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = file;
    log::set_max_level(level);
    Ok(())
}

/// Logs a line of the front-end.
pub(super) fn received(line: &str) {
    log::debug!("<< {}", line.escape_debug());
}

/// Logs a line for the front-end.
pub(super) fn sent(line: &str) {
    log::debug!(">> {line}");
}
