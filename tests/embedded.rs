//! What every embedded game has to have: perft lines, a row in README.md, an entry in the rules oracle.

use katydid::catalogue::{Catalogue, EMBEDDED};
use std::path::Path;

/// The fewest perft counts that a game needs.
const LEAST_COUNTS: usize = 10;

fn text(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(whole).unwrap_or_default()
}

#[test]
fn every_embedded_game_has_perft_lines() {
    let counts = |name: &str| {
        let file = text(&format!("tests/perft/{name}.perft"));
        file.lines()
            .filter(|line| line.starts_with("perft "))
            .count()
    };
    let few: Vec<_> = EMBEDDED
        .iter()
        .map(|(name, _)| (name, counts(name)))
        .filter(|(_, counts)| *counts < LEAST_COUNTS)
        .collect();
    assert!(few.is_empty(), "perft counts are missing: {few:?}");
}

#[test]
fn every_embedded_game_has_its_row_in_the_readme() {
    let readme = text("README.md");
    for (name, _) in EMBEDDED {
        let variant = Catalogue::embedded().variant(name).expect("embedded");
        let row = format!("| `{name}` | {} |", variant.presentation.summary);
        assert!(readme.contains(&row), "README.md lacks the row {row}");
    }
}

#[test]
fn every_embedded_game_has_an_entry_in_the_oracle() {
    let files = ["variants", "board_games", "combined_games"];
    let oracle = files.map(|file| text(&format!("tests/oracle/katydid_oracle/{file}.py")));
    let oracle = oracle.concat();
    for (name, _) in EMBEDDED {
        let entry = format!("\"{name}\"");
        assert!(oracle.contains(&entry), "the oracle does not know {name}");
    }
}
