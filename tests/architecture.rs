//! The layers of the crate: who may import whom, and a few things that only one place may do.
//!
//! The table below is the one in ARCHITECTURE.md. A module may name itself and what stands on its
//! right-hand side; unit tests and documentation are not looked at.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A layer and what it may import.
const ARROWS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("board", &["base"]),
    ("betza", &["base"]),
    ("variant", &["base", "board", "betza"]),
    ("position", &["base", "board", "variant"]),
    ("diagram", &["base", "variant", "position"]),
    ("rules", &["base", "board", "betza", "variant", "position"]),
    ("catalogue", &["base", "variant", "position", "rules"]),
    ("pgn", &["base", "position", "rules"]),
    (
        "eval",
        &["base", "board", "betza", "variant", "position", "rules"],
    ),
    (
        "search",
        &[
            "base", "board", "betza", "variant", "position", "rules", "eval",
        ],
    ),
    // The protocols show what games and searches report; they never start or steer either.
    (
        "protocol",
        &[
            "base",
            "variant",
            "position",
            "rules",
            "catalogue",
            "search",
        ],
    ),
    ("bench", EVERYTHING_BELOW),
    ("session", EVERYTHING_BELOW),
    ("cli", &["katydid"]),
    ("main", &["katydid"]),
    ("lib", &[]),
];

const EVERYTHING_BELOW: &[&str] = &[
    "base", "board", "betza", "variant", "position", "diagram", "rules", "catalogue", "pgn", "eval", "search",
    "protocol", "bench",
];

/// Macros live at the root of the crate; each belongs to a layer.
const MACROS: &[(&str, &str)] = &[("with_rules", "rules")];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All source files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the source is there") {
        let path = entry.expect("the source can be listed").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text of a file without comments and without the unit tests at its end.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source file is readable");
    let body = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut code = String::new();
    for line in body.lines() {
        code.push_str(line.split("//").next().unwrap_or_default());
        code.push('\n');
    }
    code
}

/// The first component of the path inside `src`: the layer.
fn layer(file: &Path) -> String {
    let inside = file
        .strip_prefix(source())
        .expect("it is inside the source");
    let first = inside.components().next().expect("it has a name");
    first
        .as_os_str()
        .to_string_lossy()
        .trim_end_matches(".rs")
        .to_owned()
}

/// The modules named behind `crate::`, in paths and in grouped imports.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, marker) in code.match_indices("crate::") {
        let rest = &code[at + marker.len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => group_heads(group),
            None => vec![head(rest)],
        };
        found.extend(names.into_iter().filter(|name| !name.is_empty()));
    }
    found
}

/// The identifier a path begins with.
fn head(path: &str) -> String {
    path.trim_start()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

/// What the members of a grouped import begin with.
fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut heads) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                heads.push(head(&group[start..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(head(&group[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    heads
}

#[test]
fn imports_go_down_only() {
    let mut wrong = Vec::new();
    for file in files(&source()) {
        let layer = layer(&file);
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == layer) else {
            wrong.push(format!("{layer} has no place in the table of layers"));
            continue;
        };
        // The program is a crate of its own: `crate::` means its own modules there.
        if ["cli", "main", "lib"].contains(&layer.as_str()) {
            continue;
        }
        for import in imports(&code(&file)) {
            let owner = MACROS
                .iter()
                .find(|(name, _)| *name == import)
                .map_or(import.as_str(), |(_, owner)| owner);
            if owner != layer && !allowed.contains(&owner) {
                wrong.push(format!("{} imports {import}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file of the folders that holds one of the texts.
fn who_says(folders: &[&str], texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(&source()) {
        if !folders.contains(&layer(&file).as_str()) {
            continue;
        }
        let code = code(&file);
        for text in texts.iter().filter(|text| code.contains(**text)) {
            found.push(format!("{} says {text}", file.display()));
        }
    }
    found
}

const LIBRARY: &[&str] = &[
    "base", "board", "betza", "variant", "position", "diagram", "rules", "catalogue", "pgn", "eval", "search",
    "protocol", "bench", "session", "lib",
];

#[test]
fn the_library_neither_prints_nor_uses_the_programs_crates() {
    let wrong = who_says(LIBRARY, &["println!", "anyhow", "clap::", "process::exit"]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_strangers_send_never_meets_a_panic() {
    let wrong = who_says(
        &["protocol", "session"],
        &[
            ".unwrap()",
            ".expect(",
            "panic!",
            "unreachable!",
            "todo!",
            "unimplemented!",
        ],
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_envelope_knows_the_uci_crate() {
    let wrong: Vec<String> = who_says(LIBRARY, &["vampirc_uci"])
        .into_iter()
        .filter(|place| !place.contains("envelope.rs"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reader_of_imports_reads_groups_and_paths() {
    let code = "use crate::{a::{b, c}, d};\nfn f() { crate::e::g(); $crate::h!() }";
    let found: Vec<String> = imports(code).into_iter().collect();
    assert_eq!(found, ["a", "d", "e", "h"]);
}
