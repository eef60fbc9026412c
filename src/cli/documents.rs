//! Tests that the program accepts the commands that the documents show.

use super::ProgramArguments;
use clap::Parser as _;
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};

/// The words of a shell command, up to a comment, a pipe or a redirection.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#' | '(') if word.is_none() => break,
            (None, '|' | '>' | '<' | ';' | '&') => break,
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Checks that the program accepts a line `katydid ...`; the error is clap's.
pub fn parses(line: &str) -> Result<(), String> {
    match ProgramArguments::try_parse_from(words(line)) {
        Ok(_) => Ok(()),
        // Help and version count as accepted, and so do sentences that name only a sub-command.
        Err(error) if !error.use_stderr() => Ok(()),
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Adds the Markdown files of a folder, recursively.
fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            add_pages(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

/// The command lines in the code of a page (indented, fenced or between backticks).
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced || line.starts_with("    ") {
            let line = line.trim_start();
            let line = line.strip_prefix("$ ").unwrap_or(line);
            if line.starts_with("katydid ") {
                found.push(line.to_owned());
            }
        } else {
            let spans = line.split('`').skip(1).step_by(2);
            let spans = spans.filter(|span| span.starts_with("katydid "));
            found.extend(spans.map(str::to_owned));
        }
    }
    found
}

#[test]
fn words_are_those_of_a_shell() {
    assert_eq!(
        words("katydid solve --twin \"b) x\" '' | head # 1"),
        ["katydid", "solve", "--twin", "b) x", ""]
    );
}

#[test]
fn commands_in_the_documents_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    for folder in ["docs", "variants", "tuning"] {
        add_pages(&root.join(folder), &mut pages);
    }
    for file in [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
    ] {
        pages.push(root.join(file));
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        // Lines with an ellipsis are not complete commands.
        for line in commands(&text).iter().filter(|line| !line.contains("...")) {
            count += 1;
            if let Err(error) = parses(line) {
                let error = error.lines().next().unwrap_or_default().to_owned();
                wrong.push(format!("{}: {line}: {error}", page.display()));
            }
        }
    }
    assert!(count > 150, "{count} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
