//! `katydid analyse`: positions, and the games of PGN files.

use crate::scratch::Scratch;
use assert_cmd::Command;
use serde_json::Value;

fn analyse(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid"));
    command.arg("analyse").args(arguments);
    command.env_remove("KATYDID_VARIANTS");
    command
}

fn output(arguments: &[&str]) -> String {
    let assert = analyse(arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// White mates in one, by one turn only.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

/// A game with a mistake at the end, and what a person has written.
const GAME: &str = "[Event \"x\"]\n\n1. e4 {[%clk 0:05:00] best} e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 (4... Bc5) 5. exd5 Qxd5 *\n";

#[test]
fn a_position_has_lines_with_score_depth_and_turns() {
    let text = output(&["chess", "--fen", MATE, "--depth", "3"]);
    assert!(
        text.starts_with("White wins in 1, depth ") && text.ends_with(": Re8\n"),
        "{text}"
    );
    let text = output(&["chess", "--nodes", "2000", "--lines", "3"]);
    let begins: Vec<&str> = text.lines().filter_map(|line| line.get(..3)).collect();
    assert_eq!(begins, ["1. ", "2. ", "3. "], "{text}");
    let text = output(&["hopgi", "--depth", "2", "--json", "--lines", "2"]);
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["lines"][1]["line"], 2);
    assert_eq!(told["lines"][0]["coordinates"][0], told["best"]);
    let black = MATE.replace(" w ", " b ");
    let text = output(&["chess", "--fen", &black, "--depth", "2", "--json"]);
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert!(
        told["lines"][0]["score"]["centipawns"].as_i64() > Some(0),
        "{text}"
    );
    let over = output(&["chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(over.starts_with("The game is over: 1/2-1/2"), "{over}");
}

#[test]
fn games_get_scores_signs_and_better_lines() {
    let file = Scratch::new("mistake.pgn", GAME);
    let path = file.display().to_string();
    let text = output(&[&path, "--depth", "5"]);
    for part in [
        "[Annotator \"Katydid ",
        "1. e4 {[%clk 0:05:00] [%eval ",
        " best} 1... e5 {[%eval ",
        "(4... Bc5)",
        " Qxd5 $4 {[%eval ",
        "(5... ",
    ] {
        let joined = text.replace('\n', " ");
        assert!(joined.contains(part), "{text}\nlacks {part}");
    }
    // Annotated again it stays the same but for what depends on the search.
    let again = analyse(&["-", "--depth", "5"])
        .write_stdin(text.clone())
        .assert()
        .success();
    assert_eq!(String::from_utf8_lossy(&again.get_output().stdout), text);
    let told: Value =
        serde_json::from_str(&output(&[&path, "--depth", "4", "--json"])).expect("JSON");
    let last = &told["turns"][9];
    assert_eq!(
        (&last["turn"], &last["mistake"]),
        (&"Qxd5".into(), &"??".into())
    );
    assert!(
        last["better"]["turns"][0].is_string() && last["score"]["centipawns"].as_i64() > Some(300)
    );
}

#[test]
fn results_go_to_a_file_but_not_over_the_input() {
    let file = Scratch::new("in.pgn", GAME);
    let path = file.display().to_string();
    let out = Scratch::new("out.pgn", "earlier");
    let out_path = out.display().to_string();
    assert_eq!(output(&[&path, "--depth", "1", "--output", &out_path]), "");
    assert!(
        std::fs::read_to_string(&out_path)
            .expect("a file")
            .contains("[%eval ")
    );
    analyse(&[&path, "--output", &path]).assert().failure();
    analyse(&[&path, "--fen", MATE]).assert().failure();
    analyse(&["no/such.pgn"]).assert().failure();
    let twice = format!("{GAME}\n{GAME}");
    let wrong = twice.replace("Qxd5", "Qxd9");
    let assert = analyse(&["-", "--depth", "1"])
        .write_stdin(wrong)
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let joined = text.replace('\n', " ");
    assert_eq!(joined.matches("5. exd5").count(), 2, "{text}");
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("'Qxd9'"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_writes_what_there_is() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("in.pgn"), folder.path().join("out.pgn"));
    std::fs::write(&file, format!("{GAME}\n{GAME}")).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(["analyse", "--time", "100", "--output"])
        .args([&out, &file])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    // The file is there once interrupts are caught.
    while !out.exists() && child.try_wait().is_ok_and(|end| end.is_none()) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    let text = std::fs::read_to_string(&out).expect("a file");
    assert_eq!(text.matches("5. exd5 Qxd5").count(), 1, "{text}");
}
