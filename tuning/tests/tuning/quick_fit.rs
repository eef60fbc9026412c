//! The quick fit of a user's game: what it writes is read by the engine, and a second run goes on with the games of the first.

use katydid::catalogue::Catalogue;
use katydid::eval::evaluate;
use katydid::rules;
use std::path::Path;
use std::process::Command;

/// A game in which both sides have the same army; the least that a fit needs.
const GAME: &str = r#"
name = "two-crabs"
inherits = "demichess"
start = "1c2kc2/pppppppp/8/8/8/8/PPPPPPPP/1C2KC2 w - - 0 1"
"#;

/// Fits a game for an instant and returns what is printed.
fn fit(file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_katydid-tuning"))
        .args([
            "fit",
            "--minutes",
            "0.001",
            "--nodes",
            "20",
            "--threads",
            "1",
        ])
        .arg(file)
        .output()
        .expect("the program");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The number of games that were learned from.
fn games(printed: &str) -> u32 {
    let line = printed.lines().find(|line| line.ends_with(": fitting"));
    let count = line.and_then(|line| line.split(' ').next());
    count.and_then(|count| count.parse().ok()).expect("games")
}

#[test]
fn a_fit_writes_weights_that_leave_an_even_game_even_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two-crabs.toml");
    std::fs::write(&file, GAME).expect("a file");
    let first = fit(&file);
    for line in [
        "crab: ",
        " ± ",
        "new against former values, 20 nodes a turn: +",
    ] {
        assert!(first.contains(line), "{line:?} is not in {first}");
    }
    let second = fit(&file);
    assert!(games(&second) > games(&first), "{first}{second}");

    let catalogue = Catalogue::new();
    catalogue.add(&file).expect("a game");
    let weights = folder.path().join("weights/two-crabs.toml");
    catalogue.weigh(&weights).expect("weights");
    let game = catalogue.variant("two-crabs").expect("a game");
    let value = evaluate(&rules::start(&game));
    assert!(value.abs() <= 30, "the start is worth {value}");
}
