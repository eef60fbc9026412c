//! Openings: the turns that were played in the games of the user's PGN files, position by position, and how these games ended.

use super::sessions::locked;
use katydid::catalogue::Catalogue;
use katydid::pgn::Games;
use katydid::position::Position;
use katydid::rules::turn_text;
use serde::Serialize;
use std::collections::HashMap;
use std::io::{BufReader, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The number of turns of each game that are counted, from its beginning.
const DEPTH: usize = 40;
/// The maximum nesting depth of folders.
const MOST_FOLDERS: usize = 8;

/// The number of games in which a turn was played, by result.
#[derive(Clone, Default, Serialize)]
pub struct Tally {
    /// The coordinate text of the turn.
    pub text: String,
    games: u32,
    white: u32,
    draws: u32,
    black: u32,
}

/// The turns that were played in a position.
type Played = Vec<Tally>;

/// The contents of the files read so far.
#[derive(Default)]
struct Contents {
    games: usize,
    /// The turns played, by the name of the game (with its declared pieces) and the key of the position.
    positions: HashMap<String, HashMap<u64, Played>>,
    problems: Vec<String>,
    reading: bool,
}

/// The games of the user's files. They are read in a thread of their own while the server answers.
#[derive(Default)]
pub struct Openings(Mutex<Contents>);

impl Openings {
    /// Begins to read files and the PGN files of folders.
    pub fn begin(paths: Vec<PathBuf>, catalogue: &Arc<Catalogue>) -> Arc<Self> {
        let openings = Arc::new(Self::default());
        if paths.is_empty() {
            return openings;
        }
        locked(&openings.0).reading = true;
        let (shared, catalogue) = (Arc::clone(&openings), Arc::clone(catalogue));
        std::thread::spawn(move || {
            for path in paths {
                shared.read_path(&path, &catalogue, 0);
            }
            locked(&shared.0).reading = false;
        });
        openings
    }

    /// Reads a file, or the PGN files of a folder. Files that cannot be read are reported.
    fn read_path(&self, path: &Path, catalogue: &Catalogue, depth: usize) {
        let read = if path.is_dir() {
            self.read_folder(path, catalogue, depth)
        } else {
            self.read_file(path, catalogue)
        };
        if let Err(error) = read {
            let problems = &mut locked(&self.0).problems;
            problems.push(format!("{}: {error}", path.display()));
        }
    }

    fn read_folder(&self, path: &Path, catalogue: &Catalogue, depth: usize) -> Result<()> {
        let entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
        let mut paths = entries.collect::<Result<Vec<_>>>()?;
        paths.sort();
        let is_pgn = |path: &Path| {
            path.extension()
                .is_some_and(|it| it.eq_ignore_ascii_case("pgn"))
        };
        for inner in paths {
            if is_pgn(&inner) || inner.is_dir() && depth < MOST_FOLDERS {
                self.read_path(&inner, catalogue, depth + 1);
            }
        }
        Ok(())
    }

    fn read_file(&self, path: &Path, catalogue: &Catalogue) -> Result<()> {
        for raw in Games::new(BufReader::new(std::fs::File::open(path)?))? {
            let raw = raw?;
            let (Some(tree), _) = raw.tree(catalogue) else {
                continue;
            };
            let mut before = &tree.first;
            let mut turns = Vec::new();
            for node in tree.main_line().into_iter().take(DEPTH) {
                let node = &tree.nodes[node];
                turns.push((before.key(), turn_text(before, &node.turn)));
                before = &node.after;
            }
            self.add(&name(&tree.first), turns, &tree.result);
        }
        Ok(())
    }

    /// Counts the turns of a game.
    fn add(&self, game: &str, turns: Vec<(u64, String)>, result: &str) {
        let mut contents = locked(&self.0);
        contents.games += 1;
        let positions = contents.positions.entry(game.to_owned()).or_default();
        for (key, text) in turns {
            let played = positions.entry(key).or_default();
            let known = played.iter().position(|tally| tally.text == text);
            let place = known.unwrap_or_else(|| {
                played.push(Tally {
                    text,
                    ..Tally::default()
                });
                played.len() - 1
            });
            let tally = &mut played[place];
            tally.games += 1;
            match result {
                "1-0" => tally.white += 1,
                "0-1" => tally.black += 1,
                "1/2-1/2" => tally.draws += 1,
                _ => {}
            }
        }
    }

    /// The number of games that are read so far, whether files are still being read, and the files that cannot be read.
    pub fn progress(&self) -> (usize, bool, Vec<String>) {
        let contents = locked(&self.0);
        (contents.games, contents.reading, contents.problems.clone())
    }

    /// The turns that were played in a position, the most frequent first.
    pub fn played(&self, pos: &Position) -> Vec<Tally> {
        let contents = locked(&self.0);
        let here = contents.positions.get(&name(pos));
        let mut played = here
            .and_then(|here| here.get(&pos.key()))
            .cloned()
            .unwrap_or_default();
        drop(contents);
        played.sort_by(|one, other| (other.games, &one.text).cmp(&(one.games, &other.text)));
        played
    }
}

/// The name of the game with its declared pieces.
fn name(pos: &Position) -> String {
    let variant = pos.variant();
    format!("{} {}", variant.base().name, variant.declared_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_a_folder_are_counted_by_positions() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file");
        };
        std::fs::create_dir(folder.path().join("more")).expect("a folder");
        write(
            "a.pgn",
            "1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"b\"]\n\n1. Nf3 Nc6 2. e4 (2. d4) e5 3. Bc4 1/2-1/2\n",
        );
        write("more/b.PGN", "1. e4 c5 0-1\n");
        write("more/c.txt", "1. d4 d5 0-1\n");
        write("broken.pgn", "1. e4 nonsense\n");
        let games = Catalogue::default();
        let openings = Openings::default();
        openings.read_path(folder.path(), &games, 0);
        openings.read_path(&folder.path().join("missing.pgn"), &games, 0);
        let told = |fen: Option<&str>| -> Vec<String> {
            let variant = games.variant("chess").expect("chess");
            let pos = fen.map_or_else(
                || katydid::rules::start(&variant),
                |fen| katydid::rules::position(&variant, fen).expect("a position"),
            );
            let played = openings.played(&pos).into_iter();
            played
                .map(|it| {
                    format!(
                        "{} {}: {}-{}-{}",
                        it.text, it.games, it.white, it.draws, it.black
                    )
                })
                .collect()
        };
        assert_eq!(told(None), ["e2e4 3: 1-0-1", "g1f3 1: 0-1-0"]);
        // Transpositions count together.
        let met = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        assert_eq!(told(Some(met)), ["f1c4 1: 0-1-0"]);
        let contents = locked(&openings.0);
        assert_eq!((contents.games, contents.problems.len()), (4, 1));
        drop(contents);
    }
}
