//! What the program is built from: licences that go with its own, one registry, and no second version of a crate in the
//! program itself.

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// Licences that ask for no more than a notice.
const ALLOWED: [&str; 9] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--locked", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// The platform that the tests were built for.
fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc)
        .arg("-vV")
        .output()
        .expect("the compiler runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("the compiler names its host").to_owned()
}

/// Whether an SPDX expression can be met by allowed licences: every part joined by AND has a choice that is allowed.
fn is_allowed(expression: &str) -> bool {
    let plain = expression
        .replace(['(', ')'], "")
        .replace('/', " OR ")
        .replace(" or ", " OR ");
    plain.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|choice| ALLOWED.contains(&choice.trim()))
    })
}

#[test]
fn licences_ask_for_no_more_than_a_notice() {
    let text = cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--filter-platform",
        &host(),
    ]);
    let metadata: Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut wrong = Vec::new();
    for package in packages {
        let Some(source) = package["source"].as_str() else {
            // Ours.
            continue;
        };
        let name = package["name"].as_str().unwrap_or_default();
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_allowed(licence) {
            wrong.push(format!("{name}: licence {licence}"));
        }
        if !source.starts_with("registry+https://github.com/rust-lang/crates.io-index") {
            wrong.push(format!("{name}: from {source}"));
        }
    }
    assert!(
        packages.len() > 50 && wrong.is_empty(),
        "{}",
        wrong.join("\n")
    );
}

#[test]
fn the_program_holds_each_crate_once() {
    let text = cargo(&[
        "tree",
        "--package",
        "katydid",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            let known = versions.entry(name).or_default();
            if !known.contains(&version) {
                known.push(version);
            }
        }
    }
    // serde's derive is a version of the compiler's crates ahead of the others; these run while building alone.
    let twice: Vec<_> = versions
        .iter()
        .filter(|(name, found)| found.len() > 1 && **name != "syn")
        .collect();
    assert!(versions.len() > 20 && twice.is_empty(), "{twice:?}");
}

/// A user of the library alone gets rules and search without the program's crates.
#[test]
fn the_library_alone_needs_at_most_26_crates() {
    let text = cargo(&[
        "tree",
        "--no-default-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    let crates: std::collections::BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(crates.len() <= 26, "{}: {crates:?}", crates.len());
}

/// The recovery from a panic in a search needs it.
#[test]
fn panics_unwind_in_every_build() {
    assert!(!include_str!("../../Cargo.toml").contains("panic = \"abort\""));
}
