//! What OpenBench's client calls: `make EXE=NAME`, then `NAME bench`, whose output it searches from the end for the nodes and the speed.

use crate::skip::skip;
use std::process::Command;

/// The number before a word, in the last line that has one.
fn last_number_before(output: &str, word: &str) -> Option<u64> {
    let number = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|it| it.eq_ignore_ascii_case(word))?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    output.lines().rev().find_map(number)
}

#[test]
fn the_client_builds_and_measures() {
    if Command::new("make").arg("--version").output().is_err() {
        return skip("no make");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("Katydid-0123abcd");
    // The program has been built already.
    let build = Command::new("make")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-j", "CARGO=true"])
        .arg(concat!("PROGRAM=", env!("CARGO_BIN_EXE_katydid")))
        .arg(format!("EXE={}", engine.display()))
        .output()
        .expect("make runs");
    assert!(build.status.success(), "{build:?}");
    let bench = Command::new(&engine).args(["bench", "1"]).output();
    let output = String::from_utf8(bench.expect("the copy runs").stdout).expect("UTF-8");
    for word in ["nodes", "nps"] {
        let number = last_number_before(&output, word);
        assert!(number.is_some_and(|number| number > 0), "{output}");
    }
}
