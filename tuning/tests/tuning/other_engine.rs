//! Games for fitting that another engine plays or gives scores to.

use std::path::Path;
use std::process::{Command, Output};

const MOCK: &str = env!("CARGO_BIN_EXE_katydid-mock-engine");

fn run(words: &[&str], peer: &Path, output: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_katydid-tuning"))
        .args(words)
        .args(["--threads", "1", "--engine", MOCK, "--peer"])
        .args([peer, Path::new("-o"), output])
        .output()
        .expect("the workshop runs")
}

#[test]
fn another_engine_plays_and_gives_scores_and_is_told_of_when_it_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (peer, bad) = (path("peer.toml"), path("bad.toml"));
    std::fs::write(&peer, "[games.demichess]\n").expect("a file");
    let text = "arguments = ['illegal=3']\n[games.demichess]\n";
    std::fs::write(&bad, text).expect("a file");

    let datagen = ["datagen", "demichess", "--games", "2", "--commit", "Mock 1"];
    let [once, again] = ["once", "again"].map(|name| {
        let done = run(&datagen, &peer, &path(name));
        assert!(done.status.success(), "{done:?}");
        std::fs::read_to_string(path(name)).expect("games")
    });
    assert_eq!(once, again);
    assert!(once.contains(r#""engine":"Mock 1""#), "{once}");
    assert!(once.matches("\ngame ").count() == 2, "{once}");
    assert!(once.matches(";0\n").count() > 10, "{once}");

    let from = path("once").display().to_string();
    let done = run(&["score", &from, "--by", "Mock 2"], &peer, &path("scored"));
    assert!(done.status.success(), "{done:?}");
    let scored = std::fs::read_to_string(path("scored")).expect("games");
    assert!(scored.contains(r#""scores":{"by":"Mock 2""#), "{scored}");
    assert_eq!(scored.matches(";0\n").count(), once.matches(";0\n").count());

    // What is no turn is told of, and nothing is written of that game.
    let failed = run(&datagen, &bad, &path("cut"));
    assert_eq!(failed.status.code(), Some(1));
    let told = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(told.contains("the engine plays 'a1h7' in "), "{told}");
    let kept = std::fs::read_to_string(path("cut")).expect("a file");
    assert!(!kept.contains("\ngame "), "{kept}");

    // Nor does it play what its peer file does not name.
    let failed = run(&["datagen", "ag"], &peer, &path("ag"));
    let told = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(told.contains("this peer does not play ag"), "{told}");
}
