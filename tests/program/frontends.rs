//! Front-ends that others have written, where they are installed.

use crate::skip::skip;
use std::process::Command;

#[test]
fn python_chess_plays_over_both_protocols_without_a_warning() {
    let installed = Command::new("python3")
        .args(["-c", "import chess"])
        .output();
    if !installed.is_ok_and(|output| output.status.success()) {
        return skip("no python-chess");
    }
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/frontends/python_chess.py"
    );
    let output = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_katydid"), "40"])
        .output()
        .expect("python3 runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{said}");
}
