//! The examples of the library run.

use crate::skip::skip;
use std::path::Path;
use std::process::Command;

/// The examples, each with something that it prints.
const EXAMPLES: [(&str, &str); 5] = [
    ("analysis", "e4"),
    ("bot", "w KQkq - "),
    ("new_game", "Yc3 Ye3"),
    ("perft", "h2h4 29\n841"),
    ("problem", "1.Ra1-a6"),
];

#[test]
fn the_examples_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_katydid"));
    for (name, printed) in EXAMPLES {
        let example = program.with_file_name("examples").join(name);
        if !example
            .with_extension(std::env::consts::EXE_EXTENSION)
            .exists()
        {
            return skip("the examples, which `cargo test` without a target builds");
        }
        let output = Command::new(&example).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains(printed),
            "{name}: {text}"
        );
    }
}
