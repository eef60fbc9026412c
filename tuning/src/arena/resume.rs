//! The file from which an interrupted match goes on: a line that describes the match, then a line for each
//! game that has ended, all JSON. A line that was cut off by the interruption is passed over.

use super::game::How;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

/// A game that has ended, as far as counting needs it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its opening in the list, from 1.
    pub opening: usize,
    /// Which engine (0 or 1) had White.
    pub white: usize,
    /// Half points of the first engine: 0, 1 or 2.
    pub half_points: u8,
    /// In which way it ended.
    pub how: How,
    /// Which engine (0 or 1) forfeited it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<usize>,
    pub reason: String,
    /// How many turns it had.
    pub turns: usize,
}

/// Writes the file as games end.
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens the file, or begins it; returns the games that are in it.
    ///
    /// # Errors
    /// If the file belongs to another match or cannot be read or written.
    pub fn open(path: &Path, description: &serde_json::Value) -> Result<(Self, Vec<Record>)> {
        let context = || format!("-resume file={}", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(context),
        };
        let mut lines = text.lines();
        let known: Option<serde_json::Value> = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok());
        if known.as_ref().is_some_and(|known| known != description) {
            bail!("{}: the file belongs to another match", context());
        }
        let mut records: Vec<Record> = lines
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        records.sort_by_key(|record| record.number);
        records.dedup_by_key(|record| record.number);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(context)?;
        if known.is_none() {
            if !text.is_empty() {
                bail!("{}: the file is no record of a match", context());
            }
            writeln!(file, "{description}").with_context(context)?;
        } else if !text.ends_with('\n') {
            writeln!(file).with_context(context)?;
        }
        Ok((Self { file }, records))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<()> {
        let line = serde_json::to_string(record)?;
        writeln!(self.file, "{line}").context("the resume file cannot be written")?;
        self.file.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(number: usize) -> Record {
        Record {
            number,
            opening: number,
            white: 0,
            half_points: 1,
            how: How::Rules,
            culprit: None,
            reason: "Draw: third repetition".to_owned(),
            turns: 40,
        }
    }

    #[test]
    fn a_match_goes_on_where_it_was_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("match.json");
        let (mut journal, records) = Journal::open(&path, &json!({"a": 1})).expect("a new file");
        assert!(records.is_empty());
        journal.add(&record(2)).expect("a line");
        journal.add(&record(1)).expect("a line");
        OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| write!(file, "{{\"number\":3,\"ope"))
            .expect("a cut line");
        let (mut journal, records) = Journal::open(&path, &json!({"a": 1})).expect("the file");
        assert_eq!(records, [record(1), record(2)]);
        journal.add(&record(3)).expect("a line");
        let (_, records) = Journal::open(&path, &json!({"a": 1})).expect("the file");
        assert_eq!(records.len(), 3);
        assert!(Journal::open(&path, &json!({"a": 2})).is_err());
    }
}
