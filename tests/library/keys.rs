//! The keys of variant files and the options of problems in the pages for people and in the oracle are those that are declared.

use crate::page::compare;
use katydid::problem::OPTIONS;
use katydid::variant::{Key, KeyTable, TERMS, Takes, Term, Weights, key_tables};
use std::fmt::Write as _;

/// What a key takes, in words.
fn value_of(table: &KeyTable, key: &Key) -> String {
    match table.takes(key).into_iter().next() {
        Some(Takes::Text) if key.lists_squares => "squares".to_owned(),
        Some(Takes::Text) => "text".to_owned(),
        Some(Takes::Words(words)) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            // Two are joined by "or", as the errors for wrong values join them.
            words.join(if words.len() == 2 { " or " } else { ", " })
        }
        Some(Takes::Number) => "number".to_owned(),
        Some(Takes::Switch) => "`true` or `false`".to_owned(),
        Some(Takes::List) => "list".to_owned(),
        Some(Takes::Table) => "table".to_owned(),
        None => String::new(),
    }
}

#[test]
fn keys_stand_in_the_page() {
    let tables = key_tables();
    for table in &tables {
        let is_table = |key: &Key| tables.iter().any(|other| other.path == key.name);
        let shown = |key: &&Key| !(table.path.is_empty() && is_table(key));
        let mut rows = "| key | value | meaning | if absent |\n|---|---|---|---|\n".to_owned();
        for key in table.keys.iter().filter(shown) {
            let value = value_of(table, key);
            let (name, meaning, absent) = (key.name, key.meaning, &key.absent);
            let _ = writeln!(rows, "| `{name}` | {value} | {meaning} | {absent} |");
        }
        let part = format!("keys {}", table.path);
        compare("variants/README.md", part.trim(), &rows);
    }
}

/// The oracle reads some of the keys, and refuses the others.
#[test]
fn keys_of_the_oracle_are_declared() {
    let file = include_str!("../oracle/katydid_oracle/variant_file.py");
    let keys = file.split_once("\nKEYS = {\n").expect("the keys").1;
    let keys = keys.split_once("\n}\n").expect("their end").0;
    let mut tables_of_oracle = 0;
    for table in keys
        .split("},\n")
        .chain([""])
        .filter_map(|part| part.split_once(": {"))
    {
        let path = table.0.trim().trim_matches('"');
        let tables = key_tables();
        let declared = tables.iter().find(|declared| declared.path == path);
        let declared = declared.unwrap_or_else(|| panic!("[{path}]"));
        for key in table.1.split('"').skip(1).step_by(2) {
            let found = declared.keys.iter().any(|declared| declared.name == key);
            assert!(found, "`{key}` of [{path}]");
        }
        tables_of_oracle += 1;
    }
    assert!(tables_of_oracle > 5);
}

#[test]
fn weights_stand_in_the_page() {
    let usual = Weights::default();
    let mut rows = "| key | usual | counts |\n|---|---|---|\n".to_owned();
    for (term, text) in Term::all().zip(TERMS) {
        let weight = usual[term];
        let number = if text.tapered {
            format!("[{}, {}]", weight.mg(), weight.eg())
        } else {
            weight.mg().to_string()
        };
        let star = if text.by_piece { "* " } else { "" };
        let _ = writeln!(
            rows,
            "| `{}` | {number} | {star}{} |",
            text.key, text.meaning
        );
    }
    compare("variants/README.md", "weights", &rows);
}

#[test]
fn options_of_problems_stand_in_the_page() {
    let mut rows = "| word | effect |\n|---|---|\n".to_owned();
    for option in OPTIONS {
        let words = format!("{} {}", option.word, option.argument);
        let _ = writeln!(rows, "| `{}` | {} |", words.trim(), option.meaning);
    }
    compare("docs/problems-input.md", "options", &rows);
}
