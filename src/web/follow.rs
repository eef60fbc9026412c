//! A running match: the games of PGN files that a match runner writes, told again whenever the files change.

use super::pgn::{TreeText, tree_text};
use super::reply::Refusal;
use super::shared::Shared;
use super::stream::stream;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use katydid::pgn;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(500);
/// Of a long file only so much of its end is read, in bytes.
const MOST_BYTES: usize = 4 << 20;
/// The games told at most, the last ones.
const MOST_GAMES: usize = 400;

/// When a file was written last, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

/// `/api/match`: all games of the match, again and again as they change.
pub async fn follow(State(shared): State<Shared>) -> Result<Response, Refusal> {
    let files = shared.options.follow.clone();
    if files.is_empty() {
        return Err(Refusal::new(
            StatusCode::NOT_FOUND,
            "no match is followed (start with: katydid web --match FILE)",
        ));
    }
    let (sender, receiver) = unbounded_channel();
    tokio::task::spawn_blocking(move || watch(&files, &sender));
    Ok(stream(receiver, Some, || ()))
}

/// Looks at the files until nobody listens.
fn watch(files: &[PathBuf], sender: &UnboundedSender<Value>) {
    let mut before: Option<Vec<Stamp>> = None;
    while !sender.is_closed() {
        let now: Vec<Stamp> = files.iter().map(|file| stamp(file)).collect();
        if before.as_ref() != Some(&now) {
            let told = games(files);
            if sender.send(told).is_err() {
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

/// All games of the files. What cannot be read is told, and the rest is shown all the same.
fn games(files: &[PathBuf]) -> Value {
    let mut games: Vec<TreeText> = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        match std::fs::read(file) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(last_games(&bytes)).into_owned();
                add_games(&text, &mut games, &mut problems);
            }
            Err(error) => problems.push(format!("{}: {error}", file.display())),
        }
    }
    let first = games.len().saturating_sub(MOST_GAMES);
    json!({ "kind": "games", "games": &games[first..], "problems": problems })
}

/// The end of a file, from the beginning of a game.
fn last_games(bytes: &[u8]) -> &[u8] {
    let Some(cut) = bytes.len().checked_sub(MOST_BYTES) else {
        return bytes;
    };
    let begin = b"\n[Event ";
    let found = bytes[cut..].windows(begin.len()).position(|it| it == begin);
    found.map_or(&bytes[bytes.len()..], |at| &bytes[cut + at + 1..])
}

/// Reads games one by one, so that one that is being written spoils no other.
fn add_games(text: &str, games: &mut Vec<TreeText>, problems: &mut Vec<String>) {
    let mut rest = text;
    while !rest.is_empty() {
        let next = rest.get(1..).and_then(|behind| behind.find("\n[Event "));
        let end = next.map_or(rest.len(), |at| at + 2);
        match pgn::read(&rest[..end]) {
            Ok(trees) => games.extend(trees.iter().map(tree_text)),
            // The last game may be half written.
            Err(error) if next.is_some() => problems.push(error.to_string()),
            Err(_) => {}
        }
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_being_written_spoils_no_other() {
        let text = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. e4 {half";
        let (mut found, mut problems) = (Vec::new(), Vec::new());
        add_games(text, &mut found, &mut problems);
        assert_eq!((found.len(), problems.len()), (1, 0));
        let text = "[Event \"a\"]\n\n1. e9 1-0\n\n[Event \"b\"]\n\n1. e4 *\n";
        add_games(text, &mut found, &mut problems);
        assert_eq!((found.len(), problems.len()), (2, 1));
    }
}
