//! The games that are being played, as a PGN file that is written anew as they go on: for those who look on
//! (`katydid web --match FILE`).

use super::pgn::{self, Tags};
use katydid::rules::Game;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The file is not written more often than this.
const PAUSE: Duration = Duration::from_millis(200);

/// The file of the games that are being played.
pub struct Live {
    file: PathBuf,
    state: Mutex<State>,
}

struct State {
    /// The games by their numbers.
    games: BTreeMap<usize, String>,
    written: Option<Instant>,
}

impl Live {
    /// A file without games.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(file: &Path) -> std::io::Result<Self> {
        std::fs::write(file, "")?;
        Ok(Self {
            file: file.to_owned(),
            state: Mutex::new(State {
                games: BTreeMap::new(),
                written: None,
            }),
        })
    }

    /// A turn of a game was played.
    pub fn show(&self, number: usize, game: &Game, tags: &Tags) {
        self.change(false, |games| {
            games.insert(number, pgn::begun(game, tags));
        });
    }

    pub fn end(&self, number: usize) {
        self.change(true, |games| {
            games.remove(&number);
        });
    }

    /// Changes the games and writes them, unless that was done just now and there is no hurry.
    fn change(&self, hurry: bool, change: impl FnOnce(&mut BTreeMap<usize, String>)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = state.written.is_some_and(|at| at.elapsed() < PAUSE);
        if recent && !hurry {
            return;
        }
        change(&mut state.games);
        state.written = Some(Instant::now());
        let text: String = state.games.values().map(String::as_str).collect();
        // A reader gets the old file or the new one, never a part. An error here does not end the match.
        let part = self.file.with_extension("part");
        let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &self.file));
        if let Err(error) = written {
            eprintln!("Warning; -live {}: {error}", self.file.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;

    #[test]
    fn games_are_there_as_long_as_they_are_played() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("live.pgn");
        let live = Live::new(&file).expect("a file");
        let chess = Catalogue::new().variant("chess").expect("chess");
        let game = Game::set_up(&chess, None, ["e2e4"]).expect("a game");
        let read = || std::fs::read_to_string(&file).expect("the file");
        live.show(1, &game, &Tags::default());
        assert!(read().ends_with("1. e2e4 *\n\n"), "{}", read());
        live.end(1);
        assert_eq!(read(), "");
    }
}
