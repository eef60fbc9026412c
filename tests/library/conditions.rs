//! What conditions say of themselves: each example comes out as it says, names are unique, and the tables of the
//! documents are made from the specifications.

use crate::page::compare;
use katydid::catalogue::MORE;
use katydid::rules::{self, conditions};
use katydid::variant::ConditionSpec;
use katydid_trust::games;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// The mark before what is made from the specifications, in a page.
const MARK: &str = "made from src/rules/conditions";

/// Plays the example of a condition in chess with that condition alone; what stands on the board afterwards, nothing
/// if the move is refused.
fn played(spec: &ConditionSpec) -> Option<String> {
    let name = format!("example-of-{}", spec.name);
    let text = format!(
        "name = \"{name}\"\ninherits = \"chess\"\nconditions = [\"{}\"]\n",
        spec.name
    );
    let file = (format!("{name}.toml"), text);
    games().add_texts(vec![file]).expect(spec.name);
    let variant = games().variant(&name).expect(spec.name);
    let pos = rules::position(&variant, spec.example.fen).expect(spec.name);
    let after = rules::play_text(&pos, spec.example.mv);
    after.ok().map(|after| after.placement())
}

#[test]
fn every_example_comes_out_as_it_says() {
    for spec in conditions::specs() {
        assert_eq!(played(spec).as_deref(), spec.example.after, "{}", spec.name);
    }
}

/// A capture of a king counts if any of the squares that its captor may choose is possible, not only the first: a bishop that goes on
/// to d4 would be paralysed by the other one, but it goes on to e4 or d5.
#[test]
fn a_king_is_in_check_if_one_choice_of_the_captor_is_possible() {
    let text =
        "name = \"chosen\"\ninherits = \"chess\"\nconditions = [\"wormholes\", \"isardam\"]\n";
    let file = ("chosen.toml".to_owned(), text.to_owned());
    games().add_texts(vec![file]).expect("a file");
    let variant = games().variant("chosen").expect("a game");
    for (fen, checked, free) in [
        ("8/3K4/1b6/8/5k2/8/1B6/8 b - - 0 1", "f4e4/e5", "f4e4/d5"),
        ("8/1b6/8/5K2/8/1B6/3k4/8 w - - 0 1", "f5e5/e4", "f5e5/d4"),
    ] {
        let pos = rules::position(&variant, fen).expect("a position");
        assert!(rules::play_text(&pos, checked).is_err(), "{checked}");
        assert!(rules::play_text(&pos, free).is_ok(), "{free}");
    }
}

#[test]
fn names_are_unique_and_summaries_are_one_line() {
    let mut names = BTreeSet::new();
    for spec in conditions::specs() {
        assert!(names.insert(spec.name), "{} twice", spec.name);
        for name in spec.popeye {
            assert!(names.insert(name), "{name} twice");
            assert!(name.split(' ').count() <= 2, "{name}");
        }
        let summary = spec.summary;
        assert!(
            !summary.contains('\n') && !summary.ends_with('.'),
            "{summary}"
        );
    }
}

/// The table of conditions of variants/README.md.
fn table() -> String {
    let mut table = "| name | what it does | Popeye | example |\n|---|---|---|---|\n".to_owned();
    for spec in conditions::specs() {
        let popeye = spec.popeye.iter().map(|name| format!("`{name}`"));
        let popeye = popeye.collect::<Vec<_>>().join(", ");
        let example = spec.example;
        let after = match example.after {
            Some(after) => format!("gives `{after}`"),
            None => "is forbidden".to_owned(),
        };
        let _ = writeln!(
            table,
            "| `\"{}\"` | {} | {popeye} | `{}`: {} {after} |",
            spec.name, spec.summary, example.fen, example.mv
        );
    }
    table
}

/// The list of conditions of docs/problems-input.md.
fn list() -> String {
    let names = conditions::specs().map(|spec| format!("`{}`", spec.name));
    let names = names.collect::<Vec<_>>().join(", ");
    format!("- `--condition NAME[,NAME...]`: {names}, alone or together.\n")
}

#[test]
fn documents_list_the_conditions() {
    compare("variants/README.md", MARK, &table());
    compare("docs/problems-input.md", MARK, &list());
}

#[test]
fn every_condition_has_a_second_witness() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let oracle = root.join("tests/oracle/katydid_oracle/mixtures.py");
    let oracle = std::fs::read_to_string(oracle).expect("the oracle's conditions");
    let problems = std::fs::read_dir(root.join("tests/problems")).expect("problems");
    let problems: String = problems
        .filter_map(|file| std::fs::read_to_string(file.expect("a file").path()).ok())
        .collect();
    for spec in conditions::specs() {
        let modelled = oracle.contains(&format!("    \"{}\": {{", spec.name));
        // Behind some names stand squares.
        let solved = ["\"", " "]
            .iter()
            .any(|end| problems.contains(&format!("\"{}{end}", spec.name)));
        // The perft counts of further games are those of another program.
        let counted = MORE
            .iter()
            .any(|(_, text)| text.contains(&format!("\"{}\"", spec.name)));
        assert!(
            modelled || solved || counted || spec.name == "patrol",
            "{} is neither in the oracle's FLAGS nor in a problem that Popeye has solved nor in a further game",
            spec.name
        );
    }
}
