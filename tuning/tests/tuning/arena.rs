//! The arena with engines that behave and engines that do not.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

const MOCK: &str = env!("CARGO_BIN_EXE_katydid-mock-engine");
/// Enough for a mock engine on a busy machine, and soon over for one that is late.
const SLOW: &str = "tc=100";

struct Outcome {
    output: String,
    summary: Value,
    folder: TempDir,
    failed: bool,
}

impl Outcome {
    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

/// Plays a match in a folder.
fn play_in(folder: TempDir, first: &str, second: &str, words: &str) -> Outcome {
    let path = |name: &str| folder.path().join(name).display().to_string();
    let json = path("match.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid-tuning"));
    command.args(["arena", "-engine", &format!("cmd={MOCK}"), "name=A"]);
    command.args(first.split_ascii_whitespace());
    command.args(["-engine", &format!("cmd={MOCK}"), "name=B"]);
    command.args(second.split_ascii_whitespace());
    command.args(words.split_ascii_whitespace());
    command.args(["-jsonout", &json, "-forfeits", &path("forfeits")]);
    command.args(["-pgnout", &format!("file={}", path("match.pgn"))]);
    let output = command.output().expect("the arena runs");
    let summary = std::fs::read_to_string(Path::new(&json)).unwrap_or_default();
    Outcome {
        output: String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr),
        summary: serde_json::from_str(&summary).unwrap_or_default(),
        folder,
        failed: !output.status.success(),
    }
}

fn play(first: &str, second: &str, words: &str) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    play_in(folder, first, second, words)
}

/// Plays two games in which B misbehaves at its second turn, and looks whether it forfeits both.
fn forfeits(kind: &str, engine: &str, limits: &str) -> Outcome {
    let words = format!("-rounds 1 -repeat -recover -maxmoves 5 -each {limits}");
    let outcome = play("", engine, &words);
    assert!(!outcome.failed, "{}", outcome.output);
    assert_eq!(
        outcome.summary["forfeits"][1][kind], 2,
        "{}",
        outcome.output
    );
    assert_eq!(outcome.summary["wins"], 2, "{}", outcome.output);
    // The lines from which OpenBench's client counts games and their results.
    for line in [
        "Finished game 1 (A vs B): 1-0 {",
        "Finished game 2 (B vs A): 0-1 {",
    ] {
        assert!(outcome.output.contains(line), "{}", outcome.output);
    }
    for number in [1, 2] {
        let told = outcome.file(&format!("forfeits/game-{number}-{kind}.txt"));
        assert!(
            told.contains("[Result") && told.contains("== Black"),
            "{told}"
        );
    }
    outcome
}

#[test]
fn a_crash_is_forfeited_and_the_engine_started_anew() {
    let outcome = forfeits("crash", "args=crash=2", SLOW);
    assert!(outcome.output.contains("B disconnects") || outcome.output.contains("disconnects}"));
    let told = outcome.file("forfeits/game-1-crash.txt");
    assert!(told.contains("! the mock engine crashes"), "{told}");
}

#[test]
fn without_recover_a_crash_ends_the_match() {
    let outcome = play("", "args=crash=1", &format!("-rounds 3 -each {SLOW}"));
    assert!(outcome.failed);
    assert_eq!(outcome.summary["games"], 1, "{}", outcome.output);
}

#[test]
fn an_engine_that_refuses_to_start_says_why() {
    let outcome = play("", "args=unwilling=1", &format!("-rounds 1 -each {SLOW}"));
    assert!(outcome.failed);
    let told = "B does not start: the engine has gone: the mock engine is unwilling";
    assert!(outcome.output.contains(told), "{}", outcome.output);
}

#[test]
fn a_stall_is_forfeited() {
    forfeits("stall", "args=stall=2", "tc=0.5 -ping-ms 200");
    forfeits("stall", "args=stall=2", "nodes=10 -stall-ms 300");
}

#[test]
fn lateness_is_forfeited_and_is_not_a_stall() {
    let outcome = forfeits("time", "args=slow=2 tc=0.2", SLOW);
    assert!(outcome.output.contains("Black loses on time"));
    let words = "-rounds 1 -repeat -recover -maxmoves 5";
    let outcome = play(SLOW, "args=slow=2 st=0.02", words);
    assert_eq!(
        outcome.summary["forfeits"][1]["time"], 2,
        "{}",
        outcome.output
    );
}

#[test]
fn illegal_turns_are_forfeited() {
    let outcome = forfeits("illegal", "args=illegal=2", SLOW);
    assert!(outcome.output.contains("makes an illegal move: a1h7"));
    forfeits("illegal", "args=illegal=2 proto=cecp", SLOW);
}

#[test]
fn wrong_claims_are_forfeited() {
    forfeits("disagreement", "args=none=2", SLOW);
    forfeits("disagreement", "args=claim=2 proto=cecp", SLOW);
    forfeits("disagreement", "args=refuse=2 proto=cecp", SLOW);
}

#[test]
fn resignation_is_no_forfeit() {
    let words = format!("-rounds 1 -each {SLOW}");
    let outcome = play("", "args=resign=3 proto=cecp", &words);
    assert_eq!(outcome.summary["wins"], 2, "{}", outcome.output);
    assert!(outcome.output.contains("resigns}"), "{}", outcome.output);
    assert!(!outcome.output.contains("Forfeits"), "{}", outcome.output);
}

#[test]
fn both_protocols_play_games_with_drops_and_turns_of_several_legs() {
    for game in [
        "hopgi",
        "grasshopper",
        "demirifle",
        "acg",
        "doublemove-demichess",
    ] {
        let words = format!("-variant {game} -rounds 1 -maxmoves 30 -each {SLOW}");
        let outcome = play("", "proto=cecp", &words);
        assert_eq!(outcome.summary["games"], 2, "{game}: {}", outcome.output);
        assert!(!outcome.output.contains("Forfeits"), "{}", outcome.output);
    }
}

#[test]
fn colours_swap_and_the_schedule_repeats() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.epd");
    let lines = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1",
    ];
    std::fs::write(&book, lines.join("\n")).expect("a list");
    let words = format!(
        "-openings file={} format=epd order=random -srand 5 -rounds 3 -repeat -maxmoves 8 -each {SLOW}",
        book.display()
    );
    let games = |concurrency: usize| {
        let outcome = play("", "", &format!("{words} -concurrency {concurrency}"));
        let started = "Started game 2 of 6 (B vs A)";
        assert!(outcome.output.contains(started), "{}", outcome.output);
        let pgn = outcome.file("match.pgn");
        let tag = |name: &str| -> Vec<String> {
            let tags = pgn
                .lines()
                .filter(|line| line.starts_with(&format!("[{name} ")));
            tags.map(str::to_owned).collect()
        };
        let mut games: Vec<_> = tag("Round")
            .into_iter()
            .zip(tag("White"))
            .zip(tag("FEN"))
            .collect();
        games.sort();
        games
    };
    let one = games(1);
    assert_eq!(one.len(), 6);
    for pair in one.chunks(2) {
        // The same round and position, the other colour.
        assert_eq!(pair[0].0.0, pair[1].0.0);
        assert_eq!(pair[0].1, pair[1].1);
        assert_ne!(pair[0].0.1, pair[1].0.1);
    }
    assert_eq!(one, games(2));
    drop(folder);
}

#[test]
fn a_match_goes_on_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.resume");
    let words = |rounds: usize| {
        let file = file.display();
        format!("-rounds {rounds} -maxmoves 5 -each {SLOW} -resume file={file}")
    };
    let first = play("", "", &words(1));
    assert_eq!(first.summary["games"], 2, "{}", first.output);
    let second = play("", "", &words(2));
    assert!(
        !second.output.contains("Started game 2 "),
        "{}",
        second.output
    );
    assert!(
        second.output.contains("Started game 3 of 4"),
        "{}",
        second.output
    );
    assert_eq!(second.summary["games"], 4);
    let other = play("", "args=crash=99", &words(2));
    assert!(
        other.failed && other.output.contains("another match"),
        "{}",
        other.output
    );
}

#[test]
fn a_decided_test_ends_the_match() {
    let words = format!("-rounds 500 -each {SLOW} -sprt elo0=0 elo1=50 -ratinginterval 2 -recover");
    let outcome = play("", "args=illegal=1", &words);
    assert!(
        outcome.output.contains("H1 was accepted"),
        "{}",
        outcome.output
    );
    assert!(outcome.output.contains("LLR: "), "{}", outcome.output);
    let games = outcome.summary["games"].as_u64().unwrap_or_default();
    assert!((4..500).contains(&games), "{games} games");
}

#[test]
fn the_version_has_the_number_that_programs_look_for() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid-tuning"));
    let output = command.arg("--version").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("fastchess 1."), "{text}");
}
