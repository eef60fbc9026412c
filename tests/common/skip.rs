//! Tests that cannot run where something is missing.

use std::io::Write as _;

/// Notes that the test that runs is left out, and what is missing: "no Chromium". `make test` counts the notes, in the file
/// that the variable `KATYDID_SKIPPED` names.
///
/// # Panics
/// With `CI=true`: there, what the tests need has to be installed.
pub fn skip(missing: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let on_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!on_ci, "skipped with CI=true: {missing}");
    // Not by `eprintln!`, which the test runner keeps to itself where a test passes.
    let _ = writeln!(std::io::stderr(), "{test} is skipped: {missing}");
    if let Some(path) = std::env::var_os("KATYDID_SKIPPED") {
        let file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(path);
        file.and_then(|mut file| writeln!(file, "{missing}"))
            .expect("the file of skipped tests can be written");
    }
}
