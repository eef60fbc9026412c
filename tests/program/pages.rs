//! Each command that a page or a manual page shows is run, with small limits in place of long ones.
//!
//! Commands of `katydid-tuning` are run by the tests of that program.

#[path = "../common/shown.rs"]
mod shown;

use shown::{PageCommand, root};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// What stands in a command, and what is run in its place: the same with less to do.
const SHORTER: &[(&str, &str)] = &[
    ("tables build ag KQAvK", "tables build ag KAvK"),
    (
        "tables build demichess KOvKL",
        "tables build demichess KOvK",
    ),
    ("tables build chess KQvKR", "tables build chess KQvK"),
    ("perft grasshopper 4", "perft grasshopper 3"),
    ("perft grasshopper 5", "perft grasshopper 3"),
    ("--time 5", "--time 0.2"),
    ("--time 1 ", "--time 0.1 "),
    ("--port 8123", "--port 0"),
    ("katydid demo", "katydid demo --time 0.02"),
];

/// Commands that are not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[(
    "katydid tune",
    "katydid-tuning does the work, and its tests run `fit`",
)];

/// Files that the commands of the pages read.
const FILES: &[(&str, &str)] = &[
    (
        "games.pgn",
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n",
    ),
    ("saved.pgn", "[Variant \"grasshopper\"]\n\n1. h4 *\n"),
    ("problems.inp", PROBLEM),
    ("more.inp", PROBLEM),
    ("problems.txt", PROBLEM),
    ("mygame.toml", "name = \"mygame\"\ninherits = \"chess\"\n"),
    (
        "variants.ini",
        "[my-variant:chess]\nstalemateValue = loss\n",
    ),
];
const PROBLEM: &str = "BeginProblem\nStipulation #1\nPieces White Kd3 Ra2\nBlack Kd1\nEndProblem\n";

/// A folder in which the commands of a page are run: files that they read, programs that they start, the program itself.
struct Place {
    folder: TempDir,
    path: String,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file");
        };
        for (name, text) in FILES {
            write(name, text);
        }
        let lessons = include_str!("../../docs/lessons.md");
        let game = lessons.split("```toml\n").nth(1).expect("the first game");
        write(
            "nightriders.toml",
            game.split("```").next().unwrap_or_default(),
        );
        for name in ["tests", "tuning"] {
            std::os::unix::fs::symlink(root().join(name), folder.path().join(name))
                .expect("a link");
        }
        let programs = folder.path().join("bin");
        for name in ["games", "bin"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        // Nothing opens a window; `jq`, which may be missing, hands on what it reads.
        for (name, does) in [("xboard", ":"), ("xdg-open", ":"), ("jq", "cat")] {
            let program = programs.join(name);
            std::fs::write(&program, format!("#!/bin/sh\n{does}\n")).expect("a program");
            let status = Command::new("chmod").arg("755").arg(&program).status();
            assert!(status.is_ok_and(|status| status.success()));
        }
        let program = Path::new(env!("CARGO_BIN_EXE_katydid"));
        std::os::unix::fs::symlink(program, programs.join("katydid")).expect("a link");
        let old = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{old}", programs.display());
        Self { folder, path }
    }

    fn shell(&self, command: &str) -> Command {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("HOME", self.folder.path())
            .env("KATYDID_TABLES", self.folder.path().join("tables"))
            .env_remove("KATYDID_VARIANTS")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CACHE_HOME");
        shell
    }

    /// Runs a command to its end, with some text as its input.
    fn run(&self, command: &str, input: &str) -> Output {
        let file = self.folder.path().join("input");
        std::fs::write(&file, input).expect("the input");
        let input = std::fs::File::open(&file).expect("the input");
        let output = self.shell(command).stdin(input).output();
        output.expect("sh runs")
    }

    /// Starts a server and stops it once it has printed its address; otherwise the error is what it has said.
    fn serve(&self, command: &str) -> Result<(), String> {
        let mut server = self
            .shell(&format!("exec {command}"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let mut line = String::new();
        let read = server.stdout.take().map(BufReader::new);
        let _ = read.map(|mut read| read.read_line(&mut line));
        let _ = server.kill();
        let output = server.wait_with_output().expect("it ends");
        if line.starts_with("http://127.0.0.1:") {
            Ok(())
        } else {
            Err(format!("{line}{}", String::from_utf8_lossy(&output.stderr)))
        }
    }

    /// Runs a command as a page shows it; the error says what is wrong.
    fn check(&self, shown: &PageCommand) -> Result<(), String> {
        let mut command = shown.text.clone();
        for (long, short) in SHORTER {
            command = command.replace(long, short);
        }
        let solves = command.contains("katydid solve");
        if solves && !shown.prompted {
            command += " --max-time 1";
        }
        if command.contains(" web") {
            return self.serve(&command);
        }
        // A protocol is spoken with the lines that follow.
        let input = if command == "katydid" {
            shown.rest.join("\n") + "\nquit\n"
        } else {
            String::new()
        };
        let output = self.run(&command, &input);
        let text = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        // A problem that is solved in part is no wrong command.
        let partial = solves && output.status.code() == Some(1);
        if !output.status.success() && !partial || text.contains("info string error") {
            return Err(format!("{}: {text}{said}", output.status));
        }
        let printed = shown.rest.iter().filter(|_| shown.prompted);
        for line in printed.filter(|line| !line.starts_with("> ")) {
            if !text.contains(line.as_str()) {
                return Err(format!("prints no '{line}' but\n{text}"));
            }
        }
        Ok(())
    }
}

/// The commands of the manual pages.
fn of_the_manual() -> Vec<PageCommand> {
    let place = Place::new();
    place.run("katydid man --folder man", "");
    let mut found = Vec::new();
    let folder = std::fs::read_dir(place.folder.path().join("man")).expect("the pages");
    let mut files: Vec<_> = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a page");
        let page = path.file_name().unwrap_or_default().to_string_lossy();
        for (number, line) in text.lines().enumerate() {
            let shown = line.strip_prefix("\\fBkatydid ");
            let Some(shown) = shown.and_then(|rest| rest.strip_suffix("\\fR")) else {
                continue;
            };
            let shown = shown.replace("\\-", "-").replace("\\(aq", "'");
            // Under "see also" and the like the names of other pages stand.
            if number > 0 && text.lines().nth(number - 1) == Some(".TP") && !shown.contains("\\f") {
                found.push(PageCommand {
                    page: page.to_string(),
                    line: number + 1,
                    text: format!("katydid {shown}"),
                    rest: Vec::new(),
                    prompted: false,
                });
            }
        }
    }
    found
}

/// Runs commands, each once, those of a page in its order and in one folder; fails with a list of what is wrong.
fn check(commands: Vec<PageCommand>) {
    let mut wrong = Vec::new();
    let mut done: Vec<String> = Vec::new();
    let mut place = (String::new(), Place::new());
    for command in commands {
        if NOT_RUN
            .iter()
            .any(|(begin, _)| command.text.starts_with(begin))
            || done.contains(&command.text)
        {
            continue;
        }
        if place.0 != command.page {
            place = (command.page.clone(), Place::new());
        }
        if let Err(reason) = place.1.check(&command) {
            let PageCommand {
                page, line, text, ..
            } = &command;
            wrong.push(format!("{page}:{line}: {text}: {reason}"));
        }
        done.push(command.text);
    }
    assert!(done.len() > 20, "{} commands", done.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_commands_of_the_pages_run() {
    check(shown::commands(&["katydid"]));
}

#[test]
fn the_commands_of_the_manual_run() {
    check(of_the_manual());
}

#[test]
fn the_targets_of_the_pages_exist() {
    let makefile = include_str!("../../Makefile");
    let commands = shown::commands(&["make"]);
    assert!(commands.len() > 20, "{} commands", commands.len());
    for shown in commands {
        let PageCommand {
            page, line, text, ..
        } = &shown;
        let words = text.trim_start_matches("sudo ");
        let words = words.trim_start_matches("make ");
        // Targets stand before the variables.
        let targets = words.split(' ').take_while(|word| !word.contains('='));
        for target in targets {
            let rule = format!("\n{target}: ");
            assert!(
                makefile.contains(&rule),
                "{page}:{line}: {text}: no target {target}"
            );
        }
        // Recipes that build another revision do so even where make only prints.
        if words.contains("BASE=") {
            continue;
        }
        let make = format!("make -n {words}");
        let output = Command::new("sh")
            .args(["-c", &make])
            .current_dir(root())
            .output();
        let output = output.expect("sh runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}:{line}: {text}: {said}");
    }
}
