//! What every embedded game has to have: perft lines, a row in docs/variants.md, an entry in the rules oracle; and what the documents
//! say of it, where that can be told.

use crate::page::compare;
use katydid::catalogue::{EMBEDDED, MORE};
use katydid::rules;
use katydid_trust::games;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

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
        .chain(MORE)
        .map(|(name, _)| (name, counts(name)))
        .filter(|(_, counts)| *counts < LEAST_COUNTS)
        .collect();
    assert!(few.is_empty(), "perft counts are missing: {few:?}");
}

#[test]
fn the_lists_of_games_are_those_of_the_files() {
    let files = [
        ("made from variants", EMBEDDED),
        ("made from variants/more", MORE),
    ];
    for (mark, games_of_list) in files {
        let mut rows = "| name | game |\n|---|---|\n".to_owned();
        for (name, _) in games_of_list {
            let variant = games().variant(name).expect("embedded");
            let summary = &variant.presentation.summary;
            let _ = writeln!(rows, "| [`{name}`](games/{name}.md) | {summary} |");
        }
        compare("docs/variants.md", mark, &rows);
    }
    let mut chapters = String::new();
    for (name, _) in EMBEDDED.iter().chain(MORE) {
        let title = &games().variant(name).expect("embedded").presentation.title;
        let _ = writeln!(chapters, "- [{title}](games/{name}.md)");
    }
    compare("docs/SUMMARY.md", "made from variants", &chapters);
}

#[test]
fn the_badge_in_the_readme_has_the_version() {
    assert!(text("README.md").contains("(docs/version.svg)"));
    let version = env!("CARGO_PKG_VERSION");
    let badge = text("docs/version.svg");
    assert_eq!(
        badge.matches(version).count(),
        3,
        "docs/version.svg is not of {version}"
    );
}

#[test]
fn the_readme_counts_the_games_and_links_to_them() {
    let readme = text("README.md");
    let all = EMBEDDED.len() + MORE.len();
    assert!(
        readme.contains(&format!("| games | [{all}](docs/variants.md)")),
        "{all} games"
    );
    for (name, _) in EMBEDDED {
        let link = format!("(docs/games/{name}.md)");
        assert!(readme.contains(&link), "no link to {name}");
    }
    let more = MORE.len();
    assert!(
        readme.contains(&format!("| From elsewhere | {more}, most")),
        "{more} further games"
    );
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

/// Asserts that a text of a piece, by letter or name, and its two values tells what the piece is worth in a game.
fn assert_values(game: &str, text: &str) {
    let words: Vec<_> = text.rsplitn(4, ' ').collect();
    let [endgame, "/", opening, piece] = words[..] else {
        panic!("{game}: {text:?} is not a piece with two values");
    };
    let variant = games().variant(game).expect("a game");
    let shown = &variant.presentation.piece_types;
    let index = shown
        .iter()
        .position(|shown| shown.letter == piece || shown.name == piece);
    let index = index.unwrap_or_else(|| panic!("{game} has no {piece:?}"));
    let value = variant.values.piece_types[index];
    let said = format!("{opening} / {endgame}");
    let real = format!("{} / {}", value.mg(), value.eg());
    assert_eq!(said, real, "docs/values.md: {piece} in {game}");
}

#[test]
fn values_in_the_documents_are_those_that_ship() {
    let page = text("docs/values.md");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", game, pawn, pieces, ""] if pawn.contains(" / ") => {
                Some((game.trim_matches('`'), pawn, pieces))
            }
            _ => None,
        }
    });
    let mut games = 0;
    for (game, pawn, pieces) in rows {
        games += 1;
        assert_values(game, &format!("P {pawn}"));
        for piece in pieces.split([',', ';']).map(str::trim) {
            assert_values(game, piece);
        }
    }
    assert!(
        games >= 10,
        "docs/values.md has {games} rows of values only"
    );
}

#[test]
fn networks_are_of_their_games_and_have_recipes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/networks");
    let mut found = 0;
    for item in std::fs::read_dir(folder).expect("the folder of networks") {
        let path = item.expect("a file").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let variant = games().variant(&name).expect("a game");
        let network = variant.network.as_ref().expect("an embedded network");
        assert_eq!(network.header().game, name);
        assert_eq!(
            network.inputs().types,
            variant.presentation.piece_types.len(),
            "{name}"
        );
        let recipe = text(&format!("tuning/recipes/{name}-network.toml"));
        assert!(
            recipe.contains(&format!("game = \"{name}\"")),
            "{name} has no recipe of its network"
        );
        found += 1;
    }
    assert!(found > 0, "no network was looked at");
}

/// Variants derived for a set-up were shared with the game that has no network, so that games by nodes measured nothing.
#[test]
fn another_network_reaches_the_variants_derived_for_set_ups() {
    let plain = games().variant("hurdlers").expect("a game");
    let before = rules::start(&plain);
    let network = games().variant("ag").expect("a game").network.clone();
    assert!(network.is_some() && plain.network.is_none());
    let after = rules::start(&Arc::new(plain.with_network(network)));
    assert!(after.variant().network.is_some());
    assert!(before.variant().network.is_none());
}
