//! Each command of `katydid-tuning` that a page shows is run, with small numbers and a mock engine.

#[path = "../../../tests/common/shown.rs"]
mod shown;

use shown::{PageCommand, root};
use std::path::Path;
use std::process::Command;

/// Options, and the numbers that they get here.
const FEWER: &[(&str, &str)] = &[
    ("--games", "60"),
    ("--nodes", "20"),
    ("--count", "2"),
    ("--limit", "400"),
    ("--rounds", "1"),
    ("-rounds", "1"),
];

/// What else is replaced: another engine and its options are not there, and a search of positions takes few nodes.
const INSTEAD: &[(&str, &str)] = &[
    (
        " --engine stockfish --peer tuning/peers/fairy-stockfish.toml",
        "",
    ),
    (" peer=tuning/peers/fairy-stockfish.toml", ""),
    (" \"option.Use NNUE=false\"", ""),
    (
        "suite collect",
        "suite collect --short 20 --long 200 --count 1",
    ),
    ("openings ag", "openings ag --limit 400 --nodes 20"),
    ("suite solve", "suite solve --most 1000"),
    ("compose h#2", "compose h#1 --candidates 4000"),
    (" --changes 3", " --changes 0"),
    ("cmd=stockfish", "cmd=MOCK"),
    ("cmd=target/release/katydid", "cmd=MOCK"),
    ("cmd=target-tuning/release/katydid", "cmd=MOCK"),
    (" option.null_move_depth=255", ""),
    (" option.Hash=128 option.Threads=1", ""),
    (" option.Hash=8", ""),
    ("tc=5+0.05", "tc=5+0.05 -maxmoves 5"),
    ("nodes=8000", "tc=5 -maxmoves 5"),
    ("st=0.02", "st=1 -maxmoves 5"),
];

/// A command with less to do.
fn shorter(command: &str) -> String {
    let mut command = command.to_owned();
    for (long, short) in INSTEAD {
        command = command.replace(long, short);
    }
    let mut words: Vec<&str> = command.split(' ').collect();
    for index in 1..words.len() {
        let fewer = FEWER.iter().find(|(option, _)| *option == words[index - 1]);
        words[index] = fewer.map_or(words[index], |(_, number)| number);
    }
    words
        .join(" ")
        .replace("MOCK", env!("CARGO_BIN_EXE_katydid-mock-engine"))
}

#[test]
fn the_commands_of_the_pages_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_katydid-tuning"));
    let programs = program.parent().expect("a folder").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let commands = shown::commands(&["katydid-tuning"]);
    assert!(commands.len() > 10, "{} commands", commands.len());
    let run = |command: &str, folder: &Path| {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(folder)
            .env("PATH", &path);
        shell.output().expect("sh runs")
    };
    let mut page = String::new();
    let mut folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for shown in commands {
        if page != shown.page {
            page.clone_from(&shown.page);
            folder = tempfile::tempdir().expect("a folder");
            for (from, to) in [
                ("tuning", "tuning"),
                ("tuning/openings/demichess.epd", "demichess.epd"),
            ] {
                std::os::unix::fs::symlink(root().join(from), folder.path().join(to))
                    .expect("a link");
            }
            // The page says nothing of how these were played.
            if page.starts_with("tuning") {
                let positions =
                    "katydid-tuning datagen chess --games 4 --nodes 20 -o chess.positions";
                assert!(run(positions, folder.path()).status.success());
            }
        }
        let command = shorter(&shown.text);
        let output = run(&command, folder.path());
        if !output.status.success() {
            let PageCommand { page, line, .. } = &shown;
            let said = String::from_utf8_lossy(&output.stderr);
            wrong.push(format!("{page}:{line}: {command}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
