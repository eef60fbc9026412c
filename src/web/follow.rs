//! A running match: the games of the PGN files that a match runner writes, sent again whenever the files change.

use super::pgn::tree_text;
use super::reply::Refusal;
use super::shared::Shared;
use super::stream::stream;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use katydid::catalogue::Catalogue;
use katydid::pgn;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(500);
/// The maximum number of bytes read from the end of a file.
const MOST_BYTES: usize = 4 << 20;
/// The maximum number of games sent; older ones are left out.
const MOST_GAMES: usize = 400;
/// The maximum number of games sent with their turns, the latest ones.
const MOST_SHOWN: usize = 60;

/// Modification time and length of a file.
type Stamp = Option<(SystemTime, u64)>;

/// `/api/match`: all games of the match, sent again after each change.
pub async fn follow(State(shared): State<Shared>) -> Result<Response, Refusal> {
    let files = shared.options.follow.clone();
    if files.is_empty() {
        return Err(Refusal::new(
            StatusCode::NOT_FOUND,
            "no match is followed (start with: katydid web --match FILE)",
        ));
    }
    let (sender, receiver) = unbounded_channel();
    tokio::task::spawn_blocking(move || watch(shared.catalogue, &files, &sender));
    Ok(stream(receiver, |news| news, || ()))
}

/// Polls the files until the receiver is gone.
fn watch(catalogue: Arc<Catalogue>, files: &[PathBuf], sender: &UnboundedSender<Value>) {
    let mut before: Option<Vec<Stamp>> = None;
    let mut known = Known::new(catalogue);
    while !sender.is_closed() {
        let now: Vec<Stamp> = files.iter().map(|file| stamp(file)).collect();
        if before.as_ref() != Some(&now) {
            if sender.send(known.games(files)).is_err() {
                return;
            }
            before = Some(now);
        }
        std::thread::sleep(PAUSE);
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = file.metadata().ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// A cache of parsed games by text; finished games of a match do not change any more.
struct Known {
    catalogue: Arc<Catalogue>,
    read: HashMap<String, Read>,
}

/// The games of a text, and the first problem in reading it.
#[derive(Clone)]
struct Read {
    games: Vec<Value>,
    problem: Option<String>,
}

impl Known {
    fn new(catalogue: Arc<Catalogue>) -> Self {
        Self {
            catalogue,
            read: HashMap::new(),
        }
    }

    /// All games of the files. Errors are reported and do not affect the other games.
    fn games(&mut self, files: &[PathBuf]) -> Value {
        let (mut texts, mut problems) = (Vec::new(), Vec::new());
        for file in files {
            match std::fs::read(file) {
                Ok(bytes) => {
                    let text = pgn::decoded(last_games(&bytes));
                    texts.extend(split(&text));
                }
                Err(error) => problems.push(format!("{}: {error}", file.display())),
            }
        }
        let first = texts.len().saturating_sub(MOST_GAMES);
        let last = texts.split_off(first);
        let is_written = last.iter().any(|text| !text.text.trim().is_empty());
        let mut games = self.read(last, &mut problems);
        if games.is_empty() && is_written {
            problems.push("no game is found in the files (expected PGN)".to_owned());
        }
        let older = games.len().saturating_sub(MOST_SHOWN);
        for game in &mut games[..older] {
            game["nodes"] = json!([]);
        }
        json!({ "kind": "games", "games": games, "problems": problems })
    }

    /// Reads games one by one, so that a half-written one does not affect the others.
    fn read(&mut self, texts: Vec<Text>, problems: &mut Vec<String>) -> Vec<Value> {
        let mut before = std::mem::take(&mut self.read);
        let mut games = Vec::new();
        for Text { text, is_last } in texts {
            let read = before
                .remove(&text)
                .unwrap_or_else(|| read(&self.catalogue, &text));
            games.extend(read.games.iter().cloned());
            // The last game of a file may be half written, so its problems are not reported.
            problems.extend(read.problem.clone().filter(|_| !is_last));
            self.read.insert(text, read);
        }
        games
    }
}

/// The text of one game in a file.
struct Text {
    text: String,
    is_last: bool,
}

fn read(catalogue: &Catalogue, text: &str) -> Read {
    let read = pgn::read(catalogue, text);
    let games = read.games.iter();
    Read {
        games: games
            .filter_map(|tree| serde_json::to_value(tree_text(tree)).ok())
            .collect(),
        problem: read.remarks.first().map(|remark| remark.reason.clone()),
    }
}

/// The last `MOST_BYTES` bytes of a file, from the beginning of a game on.
fn last_games(bytes: &[u8]) -> &[u8] {
    let Some(cut) = bytes.len().checked_sub(MOST_BYTES) else {
        return bytes;
    };
    let begin = b"\n[Event ";
    let found = bytes[cut..].windows(begin.len()).position(|it| it == begin);
    found.map_or(&bytes[bytes.len()..], |at| &bytes[cut + at + 1..])
}

/// Splits a text into games.
fn split(text: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let next = rest.get(1..).and_then(|behind| behind.find("\n[Event "));
        let end = next.map_or(rest.len(), |at| at + 2);
        texts.push(Text {
            text: rest[..end].to_owned(),
            is_last: next.is_none(),
        });
        rest = &rest[end..];
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> (Vec<Value>, Vec<String>) {
        let mut problems = Vec::new();
        let games = Known::new(Arc::default()).read(split(text), &mut problems);
        (games, problems)
    }

    #[test]
    fn a_game_that_is_being_written_spoils_no_other() {
        let text = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. e4 {half";
        let (found, problems) = games(text);
        assert_eq!((found.len(), problems.len()), (2, 0));
        assert_eq!(found[1]["nodes"].as_array().map(Vec::len), Some(1));
        let text = "[Event \"a\"]\n\n1. e9 1-0\n\n[Event \"b\"]\n\n1. e4 *\n";
        let (found, problems) = games(text);
        assert_eq!((found.len(), problems.len()), (2, 1));
        assert_eq!(found[1]["result"], "*");
    }

    #[test]
    fn of_many_games_the_last_ones_have_turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        let game = "[Event \"a\"]\n[White \"one\"]\n\n1. e4 e5 1-0\n\n";
        std::fs::write(&file, game.repeat(500)).expect("a file");
        let mut known = Known::new(Arc::default());
        let told = known.games(std::slice::from_ref(&file));
        let turns = |index: usize| told["games"][index]["nodes"].as_array().map(Vec::len);
        assert_eq!(told["games"].as_array().map(Vec::len), Some(MOST_GAMES));
        assert_eq!(
            (turns(0), turns(339), turns(340), turns(399)),
            (Some(0), Some(0), Some(2), Some(2))
        );
        assert_eq!(told["games"][0]["result"], "1-0");
        // Reading again from the cache gives the same.
        assert_eq!(known.games(std::slice::from_ref(&file)), told);
    }
}
