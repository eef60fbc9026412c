//! A file of games that is being filled: what is there is not done again, and what is added is added whole.

use super::data::{Header, Positions, Record, last_line, write_whole};
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A file of games that is being filled.
pub struct Store {
    path: PathBuf,
    file: Mutex<File>,
    done: BTreeSet<u64>,
}

impl Store {
    /// Opens a file, or makes one; it is cut behind its last whole game.
    ///
    /// # Errors
    /// If it holds other games than the header says, or cannot be read or written.
    pub fn open(path: &Path, header: Header) -> Result<Self> {
        let mut known = Positions {
            header,
            games: Vec::new(),
            complete: false,
        };
        if path.exists() {
            let read = Positions::read(path)?;
            ensure!(
                read.header == known.header,
                "{}: it holds other games: {}",
                path.display(),
                serde_json::to_string(&read.header)?
            );
            known.games = read.games;
        }
        write_whole(path, &known.text()?)?;
        let file = OpenOptions::new().append(true).open(path);
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file.with_context(|| path.display().to_string())?),
            done: known.numbers(),
        })
    }

    /// Whether the game of a number is there.
    pub fn has(&self, number: u64) -> bool {
        self.done.contains(&number)
    }

    /// Adds the games of some numbers, several at a time, and closes the file. Each thread has a worker; a game of which
    /// nothing comes is left out.
    ///
    /// # Errors
    /// Those of the workers, and if the file cannot be written.
    pub fn fill<W>(
        self,
        wanted: &[u64],
        threads: Option<usize>,
        worker: impl Fn() -> Result<W> + Sync + Send,
        game: impl Fn(&mut W, u64) -> Result<Option<Record>> + Sync + Send,
    ) -> Result<()> {
        let bar = ProgressBar::new((self.done.len() + wanted.len()) as u64);
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} {pos}/{len} games {per_sec} {eta}",
        )?);
        bar.set_position(self.done.len() as u64);
        let next = AtomicUsize::new(0);
        let fill = || -> Result<()> {
            let mut worker = worker()?;
            while let Some(number) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(record) = game(&mut worker, *number)? {
                    self.keep(&record)?;
                }
                bar.inc(1);
            }
            Ok(())
        };
        // The others do not begin another game once one of them has failed.
        let fill = || fill().inspect_err(|_| next.store(wanted.len(), Ordering::Relaxed));
        let threads = threads.map_or_else(
            || thread::available_parallelism().map(usize::from),
            |threads| Ok(threads.max(1)),
        )?;
        thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(fill)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })?;
        bar.finish_and_clear();
        self.finish()
    }

    /// Adds a game, in one go.
    fn keep(&self, record: &Record) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(record.lines().as_bytes())
            .with_context(|| self.path.display().to_string())
    }

    /// Adds the last line.
    fn finish(self) -> Result<()> {
        let text = std::fs::read_to_string(&self.path);
        let text = text.with_context(|| self.path.display().to_string())?;
        let games = text.lines().filter(|line| line.starts_with("game "));
        let end = last_line(&text, games.count());
        write_whole(&self.path, &(text + &end))
    }
}
