//! Git's commit-msg hook in `packaging/hooks`: which messages it lets pass.
#![cfg(unix)]

use crate::skip::skip;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the hook on a message, in a repository in which the benchmark's count is about to change, or is not.
fn hook(message: &str, count: Option<u64>) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    // Where Git itself runs the tests, its variables name another repository.
    let command = |program: &Path| {
        let mut command = Command::new(program);
        command.current_dir(folder.path());
        for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
            command.env_remove(variable);
        }
        command
    };
    let git = |arguments: &[&str]| {
        let output = command(Path::new("git")).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "--quiet"]) {
        skip("no Git");
        return None;
    }
    if let Some(count) = count {
        std::fs::create_dir(folder.path().join("tests")).expect("a folder");
        let text = format!("{count} nodes\n");
        std::fs::write(folder.path().join("tests/bench.txt"), text).expect("a file");
        assert!(git(&["add", "tests/bench.txt"]));
    }
    let file = folder.path().join("message");
    std::fs::write(&file, message).expect("a file");
    let hook = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/hooks/commit-msg");
    Some(command(&hook).arg(&file).output().expect("the hook runs"))
}

/// The hook's complaints; none if the message passes.
fn complaints(message: &str, count: Option<u64>) -> Option<String> {
    let output = hook(message, count)?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        output.status.success(),
        text.is_empty(),
        "{message}: {text}"
    );
    Some(text)
}

#[test]
fn good_messages_pass() {
    let long = "x".repeat(72);
    let accented = "é".repeat(72);
    for (message, count) in [
        ("Count cut nodes in the reduction\n\nWhy.\n", None),
        ("Count cut nodes\n\nWhy.\n\nBench: 123\n", Some(123)),
        (
            "Count cut nodes\n\nWhy.\n# Changes to be committed: a; b\n",
            None,
        ),
        (&*format!("{long}\n\nWhy.\n"), None),
        (&*format!("{accented}\n\nWhy.\n"), None),
        ("Merge branch 'x'\n", None),
        ("fixup! Count cut nodes; and more\n", None),
    ] {
        let Some(text) = complaints(message, count) else {
            return;
        };
        assert_eq!(text, "", "{message}");
    }
}

#[test]
fn each_fault_of_a_message_is_named() {
    let long = format!("{}\n\nWhy.\n", "x".repeat(73));
    for (message, count, named) in [
        (&*long, None, "73 characters (expected at most 72)"),
        ("One; two\n\nWhy.\n", None, "semicolon"),
        ("One.\n\nWhy.\n", None, "full stop"),
        ("One\nWhy.\n", None, "second line"),
        ("One\n", None, "no body"),
        ("One\n\n# comment\n", None, "no body"),
        ("\n\nWhy.\n", None, "first line is empty"),
        ("One\n\nWhy.\n", Some(7), "expected 'Bench: 7'"),
        ("One\n\nWhy.\n\nBench: 8\n", Some(7), "found '8'"),
        ("One\n\nWhy.\n\nBench: 8\n", None, "expected none"),
    ] {
        let Some(text) = complaints(message, count) else {
            return;
        };
        assert!(text.contains(named), "{message}: {text}");
    }
}
