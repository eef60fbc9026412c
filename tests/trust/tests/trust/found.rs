//! What the laws have found: each file of `found/` is a game, and its comments name the positions in which it went
//! wrong. Every law is looked at there, and along a game. Positions that cannot be were once taken for possible.

use katydid::rules;
use katydid_trust::games;
use katydid_trust::laws::{LAWS, along_games, look};
use std::path::Path;

#[test]
fn what_was_found_stays_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let games = games();
    let mut wrong = Vec::new();
    let mut positions = 0;
    for name in games.add(&folder).expect("sound games") {
        let variant = games.variant(&name).expect("a game");
        let file = folder
            .join(name.trim_start_matches("found-"))
            .with_extension("toml");
        let text = std::fs::read_to_string(&file).expect("a file named as its game");
        for fen in text.lines().filter_map(|line| line.strip_prefix("# fen: ")) {
            positions += 1;
            let pos = rules::position(&variant, fen)
                .unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
            let breaches = LAWS.iter().filter_map(|law| look(law, &pos).err());
            wrong.extend(breaches.map(|breach| breach.to_string()));
        }
        for line in text
            .lines()
            .filter_map(|line| line.strip_prefix("# refused: "))
        {
            positions += 1;
            if rules::position(&variant, line).is_ok() {
                wrong.push(format!("{name}: {line} is taken for possible"));
            }
        }
        let along = along_games(&variant, 0, 40).err();
        wrong.extend(along.map(|breach| breach.to_string()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(positions > 0, "no positions");
}

/// Whoever clones the project can feed every target; the inputs that once broke one are among its examples.
#[test]
fn every_target_stands_its_examples() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for target in katydid_trust::fuzz::TARGETS {
        let examples = std::fs::read_dir(corpus.join(target.name)).expect("examples");
        let mut fed = 0;
        for example in examples {
            let path = example.expect("an example").path();
            (target.feed)(&std::fs::read(path).expect("its bytes"));
            fed += 1;
        }
        assert!(fed > 0, "{}", target.name);
    }
}
