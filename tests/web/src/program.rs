//! The program under test.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The program, which stands beside the tests: `cargo test --workspace` and `make web-test` build it.
///
/// # Panics
/// If it is not there.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let folder = test.parent().and_then(|deps| deps.parent());
    let program = folder
        .expect("it lies in a folder")
        .join(format!("katydid{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{} is missing: `cargo build --bin katydid` with the profile of the tests makes it",
        program.display()
    );
    program
}

/// A running server.
pub struct Server {
    process: Child,
    /// The address that it has printed.
    pub address: String,
}

impl Server {
    /// Starts the server of the page.
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(program())
            .args(["web", "--no-open"])
            .args(arguments)
            .env_remove("KATYDID_VARIANTS")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let output = process.stdout.take().expect("a pipe");
        BufReader::new(output)
            .read_line(&mut address)
            .expect("the address");
        Self {
            process,
            address: address.trim_end().to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

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
