//! What the program says on the command line, and the runner of matches.

use super::server::program;
use super::skip::skip;
use std::path::PathBuf;
use std::process::Command;

/// The legal turns of a game's start position, as `katydid perft` counts them: texts that the page did not make.
///
/// # Panics
/// If the program does not list them.
pub fn divide(game: &str) -> Vec<String> {
    let output = Command::new(program())
        .args(["perft", game, "1", "--divide"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let turns = text.lines().filter_map(|line| line.split_once(": "));
    let turns: Vec<String> = turns.map(|(turn, _)| turn.to_owned()).collect();
    assert!(!turns.is_empty(), "{game} has no turns");
    turns
}

/// The runner of matches, which `cargo build --workspace` puts beside the program; `None` if it is not there.
pub fn match_runner() -> Option<PathBuf> {
    let name = format!("katydid-tuning{}", std::env::consts::EXE_SUFFIX);
    let found = program().with_file_name(name);
    if found.is_file() {
        return Some(found);
    }
    skip("no katydid-tuning beside the program (`cargo build --package katydid-tuning`)");
    None
}
