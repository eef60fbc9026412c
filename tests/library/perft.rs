//! The public perft counts in `tests/perft/`: one file a variant; `id` names a position (with the rare
//! rules that occur in it), `pieces` declares pieces for the positions behind it, `fen` sets one up, `perft DEPTH COUNT` is a check.

use katydid::{rules, variant::DeclaredPieces};
use katydid_trust::games;
use std::path::Path;

/// Counts above this are left to `make perft`, which runs in release mode.
const MOST_NODES: u64 = if cfg!(debug_assertions) {
    3_000_000
} else {
    u64::MAX
};

/// Runs one file and returns the number of checks made and the differences found.
fn run(text: &str) -> (usize, Vec<String>) {
    let (mut variant, mut id, mut pos) = (None, "", None);
    let (mut checks, mut wrong) = (0, Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "variant" => {
                variant = Some(games().variant(rest).expect("a known variant"));
            }
            "pieces" => {
                let pieces = DeclaredPieces::parse(rest).expect("declared pieces");
                let game = games().variant("hurdlers");
                variant = Some(
                    game.map(|game| game.with_pieces(&pieces).expect("a game"))
                        .expect("the board"),
                );
            }
            "id" => id = rest,
            "fen" => {
                let variant = variant.as_ref().expect("the variant comes first");
                let placed = rules::position(variant, rest).expect("a legal position");
                let fen = placed.fen();
                if fen != rest {
                    wrong.push(format!("{id}: the FEN {rest} comes back as {fen}"));
                }
                assert_eq!(placed.key(), placed.recomputed_key());
                pos = Some(placed);
            }
            "perft" => {
                let mut numbers = rest
                    .split_whitespace()
                    .map(|n| n.parse::<u64>().expect("a number"));
                let (depth, count) = (
                    numbers.next().expect("depth"),
                    numbers.next().expect("count"),
                );
                if count > MOST_NODES {
                    continue;
                }
                checks += 1;
                let found = rules::perft(pos.as_ref().expect("a position"), depth as u32);
                if found != count {
                    wrong.push(format!("{id}: perft {depth} is {found} instead of {count}"));
                }
            }
            other => wrong.push(format!("unknown key {other}")),
        }
    }
    (checks, wrong)
}

#[test]
fn every_perft_file_counts_as_it_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/examples");
    games().add(&examples).expect("sound examples");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    let mut total = 0;
    let mut wrong = Vec::new();
    for file in &files {
        let (checks, differences) = run(&std::fs::read_to_string(file).unwrap());
        total += checks;
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        wrong.extend(
            differences
                .into_iter()
                .map(|difference| format!("{name} {difference}")),
        );
    }
    assert!(
        wrong.is_empty(),
        "{} of {total} checks differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(total >= 16 * files.len(), "only {total} checks were made");
}
