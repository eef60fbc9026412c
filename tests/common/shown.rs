//! The shell commands that the documents show.

use std::path::{Path, PathBuf};

/// A command of a page.
#[allow(dead_code, reason = "not every test uses all of it")]
#[derive(Debug, Clone)]
pub struct PageCommand {
    /// The page, from the folder of the project.
    pub page: String,
    pub line: usize,
    /// The command, without its comment.
    pub text: String,
    /// The other lines of its block, up to the next command: what the page says that is typed or printed.
    pub rest: Vec<String>,
    /// Whether a `$` stands before it; then `rest` is what it prints.
    pub prompted: bool,
}

/// The project's folder.
pub fn root() -> &'static Path {
    const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
    Path::new(FOLDER.strip_suffix("/tuning").unwrap_or(FOLDER))
}

/// The pages for people, but for those of games and for the log of experiments, whose commands name programs of their time.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README", "CONTRIBUTING", "SECURITY", "ARCHITECTURE"]
        .map(|name| format!("{name}.md"))
        .into_iter()
        .chain([
            "tuning/README.md".to_owned(),
            "variants/README.md".to_owned(),
        ])
        .map(|name| root().join(name))
        .collect();
    for entry in std::fs::read_dir(root().join("docs")).expect("docs") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|ending| ending == "md")
            && !path.ends_with("experiments.md")
        {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

/// The command of a line without its comment, and whether a prompt stands before it. A comment begins with `#` between blanks.
fn command<'a>(line: &'a str, words: &[&str]) -> Option<(&'a str, bool)> {
    let line = line.trim();
    let (prompted, line) = line
        .strip_prefix("$ ")
        .map_or((false, line), |line| (true, line));
    let bare = line.strip_prefix("sudo ").unwrap_or(line);
    let first = bare.split(' ').next().unwrap_or_default();
    let piped = words
        .iter()
        .any(|word| line.contains(&format!("| {word} ")));
    if !piped && !words.contains(&first) {
        return None;
    }
    let end = line.find(" # ").unwrap_or(line.len());
    Some((line[..end].trim_end(), prompted))
}

/// The commands whose first word (or that behind a pipe) is one of `words`, from the code blocks of all pages.
pub fn commands(words: &[&str]) -> Vec<PageCommand> {
    let mut found = Vec::new();
    for path in pages() {
        let text = std::fs::read_to_string(&path).expect("a page");
        let page = path.strip_prefix(root()).unwrap_or(&path);
        let mut fenced = false;
        // The command whose further lines follow.
        let mut open: Option<PageCommand> = None;
        for (number, line) in text.lines().enumerate() {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            let is_code = !fence && (fenced || line.starts_with("    ") || line.is_empty());
            if !is_code {
                found.extend(open.take());
                continue;
            }
            if let Some(before) = &mut open
                && let Some(text) = before.text.strip_suffix('\\')
            {
                before.text = format!("{}{}", text, line.trim_start());
            } else if let Some((text, prompted)) = command(line, words) {
                found.extend(open.replace(PageCommand {
                    page: page.display().to_string(),
                    line: number + 1,
                    text: text.to_owned(),
                    rest: Vec::new(),
                    prompted,
                }));
            } else if let Some(before) = &mut open {
                before.rest.push(line.trim().to_owned());
            }
        }
        found.extend(open);
    }
    found
}
