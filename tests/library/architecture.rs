//! The layers of the crate: who may import whom, and a few things that only one place may do.
//!
//! The table below holds what ARCHITECTURE.md says in words. A module may name itself and what stands on its
//! right-hand side; unit tests and documentation are not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A layer and what it may import.
const ARROWS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("board", &["base"]),
    ("betza", &["base"]),
    ("variant", &["base", "board", "betza"]),
    ("position", &["base", "board", "variant"]),
    ("diagram", &["base", "variant", "position"]),
    ("pictures", &["base", "variant"]),
    ("rules", &["base", "board", "betza", "variant", "position"]),
    (
        "pgn",
        &["base", "variant", "position", "rules", "catalogue"],
    ),
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
            "search",
            "catalogue",
            "pictures",
        ],
    ),
    (
        "game_page",
        &[
            "base", "board", "betza", "variant", "position", "pictures", "rules",
        ],
    ),
    // The games by name: compiled below, judged by the rules.
    (
        "catalogue",
        &["base", "board", "variant", "position", "rules"],
    ),
    // Problems are solved by the rules alone: no heuristic of the search decides anything.
    (
        "problem",
        &[
            "base",
            "board",
            "betza",
            "variant",
            "position",
            "diagram",
            "rules",
            "catalogue",
        ],
    ),
    ("tables", &["base", "board", "variant", "position", "rules"]),
    ("bench", EVERYTHING_BELOW),
    ("session", EVERYTHING_BELOW),
    ("web", &["katydid"]),
    ("cli", &["katydid"]),
    ("main", &["katydid"]),
    ("lib", &[]),
];

const EVERYTHING_BELOW: &[&str] = &[
    "base",
    "board",
    "betza",
    "variant",
    "position",
    "diagram",
    "rules",
    "pgn",
    "pictures",
    "game_page",
    "eval",
    "search",
    "problem",
    "protocol",
    "bench",
    "catalogue",
    "tables",
];

/// The layers of the program, which sees the library from outside.
const PROGRAM: [&str; 3] = ["web", "cli", "main"];

/// Macros live at the root of the crate; each belongs to a layer.
const MACROS: &[(&str, &str)] = &[("with_rules", "rules"), ("with_fewer_rules", "rules")];

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
        if PROGRAM.contains(&layer.as_str()) || layer == "lib" {
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

/// A file of one crate, as the graph of imports knows it.
struct Room {
    /// Its path from the root of the crate: `["rules", "turn"]`; a `mod.rs` stands for its folder.
    module: Vec<String>,
    /// Whether it is the face of a folder.
    face: bool,
    code: String,
}

/// The names that a face hands on, with the module that defines each.
type HandedOn = BTreeMap<(Vec<String>, String), Vec<String>>;

/// All rooms of the crate.
fn rooms() -> Vec<Room> {
    let modules = |file: &Path| -> Vec<String> {
        let inside = file.strip_prefix(source()).expect("inside the source");
        let text = inside.with_extension("").to_string_lossy().into_owned();
        let mut parts: Vec<String> = text.split('/').map(str::to_owned).collect();
        if parts
            .last()
            .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
        {
            parts.pop();
        }
        parts
    };
    files(&source())
        .iter()
        .map(|file| Room {
            module: modules(file),
            face: file.ends_with("mod.rs") || file.ends_with("lib.rs") || file.ends_with("main.rs"),
            code: code(file),
        })
        .collect()
}

/// The paths that `use` statements name, groups taken apart, and those written out in the code; each with
/// whether it is handed on (`pub use`).
fn paths(code: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    let mut rest = String::new();
    let mut statements = code.split_inclusive(';');
    for statement in &mut statements {
        let trimmed = statement.trim_start();
        let begins = ["use ", "pub use ", "pub(super) use ", "pub(crate) use "];
        let line = begins.iter().find_map(|begin| {
            let at = trimmed.rfind(begin)?;
            let clean = trimmed[..at].is_empty() || trimmed[..at].ends_with(['\n', '}']);
            clean.then(|| (begin.starts_with("pub"), &trimmed[at + begin.len()..]))
        });
        match line {
            Some((handed_on, tree)) => {
                let tree: String = tree.chars().filter(|c| !c.is_whitespace()).collect();
                let mut leaves = Vec::new();
                take_apart(&[], tree.trim_end_matches(';'), &mut leaves);
                found.extend(leaves.into_iter().map(|leaf| (leaf, handed_on)));
            }
            None => rest.push_str(statement),
        }
    }
    for word in rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let parts: Vec<String> = word.split("::").map(str::to_owned).collect();
        if parts.len() > 1 && ["crate", "super", "self"].contains(&parts[0].as_str()) {
            found.push((parts, false));
        }
    }
    found
}

/// Takes `a::{b::{c, d}, e}` apart into `a::b::c`, `a::b::d`, `a::e`.
fn take_apart(before: &[String], tree: &str, leaves: &mut Vec<Vec<String>>) {
    let Some((path, group)) = tree.split_once('{') else {
        let name = tree
            .split("as")
            .next()
            .filter(|_| tree.contains(" as "))
            .unwrap_or(tree);
        let parts = name.split("::").map(str::to_owned);
        leaves.push(before.iter().cloned().chain(parts).collect());
        return;
    };
    let here = path
        .trim_end_matches("::")
        .split("::")
        .filter(|part| !part.is_empty());
    let here: Vec<String> = before
        .iter()
        .cloned()
        .chain(here.map(str::to_owned))
        .collect();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if start < at {
                    take_apart(&here, &group[start..at], leaves);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The absolute path behind one that begins with `crate`, `super` or `self`, or with a child of a face.
fn absolute(room: &Room, path: &[String], modules: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
    let mut at = room.module.clone();
    let mut rest = path;
    match path.first().map(String::as_str)? {
        "crate" => {
            at.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while let Some(("super", more)) = rest.split_first().map(|(a, b)| (a.as_str(), b)) {
                at.pop();
                rest = more;
            }
        }
        _ => {
            let child: Vec<String> = at.iter().cloned().chain([path[0].clone()]).collect();
            if !modules.contains(&child) {
                return None;
            }
        }
    }
    at.extend(rest.iter().cloned());
    Some(at)
}

/// The module that defines what an absolute path names.
fn owner(path: &[String], modules: &BTreeSet<Vec<String>>, handed_on: &HandedOn) -> Vec<String> {
    let length = (0..=path.len())
        .rev()
        .find(|length| modules.contains(&path[..*length]))
        .unwrap_or(0);
    let module = path[..length].to_vec();
    let Some(item) = path.get(length) else {
        return module;
    };
    match handed_on.get(&(module.clone(), item.clone())) {
        Some(target) if *target != path => owner(target, modules, handed_on),
        _ => module,
    }
}

/// Which room imports which.
fn arrows() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let rooms = rooms();
    let modules: BTreeSet<Vec<String>> = rooms.iter().map(|room| room.module.clone()).collect();
    let mut handed_on: HandedOn = BTreeMap::new();
    for room in rooms.iter().filter(|room| room.face) {
        for (path, _) in paths(&room.code).into_iter().filter(|(_, public)| *public) {
            if let Some(target) = absolute(room, &path, &modules)
                && let Some(name) = target.last().cloned()
            {
                handed_on.insert((room.module.clone(), name), target);
            }
        }
    }
    for (name, owner) in MACROS {
        let target = vec![(*owner).to_owned(), "dispatch".to_owned()];
        handed_on.insert((Vec::new(), (*name).to_owned()), target);
    }
    let mut arrows: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for room in &rooms {
        let imported = paths(&room.code)
            .into_iter()
            // A face hands on what its rooms define: that is no import of its own.
            .filter(|(_, public)| !(room.face && *public))
            .filter_map(|(path, _)| absolute(room, &path, &modules))
            .map(|path| owner(&path, &modules, &handed_on))
            .filter(|target| *target != room.module);
        arrows
            .entry(room.module.clone())
            .or_default()
            .extend(imported);
    }
    arrows
}

/// A way from a room back to itself.
fn circle(
    from: &[String],
    arrows: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
) -> Option<Vec<Vec<String>>> {
    let mut seen = BTreeSet::new();
    let mut ways: Vec<Vec<Vec<String>>> = vec![vec![from.to_vec()]];
    while let Some(way) = ways.pop() {
        for next in arrows.get(way.last()?).into_iter().flatten() {
            let longer = || way.iter().cloned().chain([next.clone()]).collect();
            if next == from {
                return Some(longer());
            }
            if seen.insert(next.clone()) {
                ways.push(longer());
            }
        }
    }
    None
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let arrows = arrows();
    let total: usize = arrows.values().map(BTreeSet::len).sum();
    assert!(total > 200, "only {total} imports were understood");
    let wrong: BTreeSet<String> = arrows
        .keys()
        .filter_map(|room| circle(room, &arrows))
        .map(|way| {
            let names: Vec<String> = way.iter().map(|room| room.join("::")).collect();
            names.join(" -> ")
        })
        .collect();
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_finder_of_circles_finds_one() {
    let name = |text: &str| vec![text.to_owned()];
    let arrows = BTreeMap::from([
        (name("a"), BTreeSet::from([name("b")])),
        (name("b"), BTreeSet::from([name("c")])),
        (name("c"), BTreeSet::from([name("b")])),
    ]);
    assert!(circle(&name("a"), &arrows).is_none());
    assert_eq!(circle(&name("b"), &arrows).map(|way| way.len()), Some(3));
}

#[test]
fn nobody_above_the_rules_asks_which_implementation_serves_a_game() {
    let above = [
        "eval",
        "search",
        "protocol",
        "session",
        "bench",
        "catalogue",
    ];
    let wrong = who_says(&above, &["Instance::"]);
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

/// The layers of the library: all but those of the program.
fn library() -> Vec<&'static str> {
    let layers = ARROWS.iter().map(|(layer, _)| *layer);
    layers.filter(|layer| !PROGRAM.contains(layer)).collect()
}

#[test]
fn the_library_neither_prints_nor_uses_the_programs_crates() {
    let wrong = who_says(
        &library(),
        &[
            "println!",
            "anyhow",
            "clap::",
            "process::exit",
            "axum",
            "tokio",
        ],
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_strangers_send_never_meets_a_panic() {
    let wrong = who_says(
        &["protocol", "session", "pgn", "web"],
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
    let wrong: Vec<String> = who_says(&library(), &["vampirc_uci"])
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

/// Clocks of games and limits of searches go by a clock that never jumps. The time of day is for the dates of games.
#[test]
fn only_the_dates_of_games_are_read_from_the_clock_on_the_wall() {
    for file in files(&source()) {
        let code = code(&file);
        let wall = [
            "SystemTime::now",
            "UNIX_EPOCH",
            "Zoned::now",
            "Timestamp::now",
        ];
        if let Some(word) = wall.iter().find(|word| code.contains(**word)) {
            assert_eq!(layer(&file), "pgn", "{}: {word}", file.display());
        }
    }
}
