//! The documents hang together: links lead to pages and headings, every page stands in the summary, the games of the lessons are sound.

use crate::page::load;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds the Markdown files of a folder; of the root only those that stand in it.
fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() && folder != root() {
            add_pages(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    add_pages(root(), &mut pages);
    for folder in [
        "docs",
        "variants",
        "tuning",
        "tests/benches",
        "tests/oracle",
    ] {
        add_pages(&root().join(folder), &mut pages);
    }
    pages
}

/// The lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    })
}

/// A line without what stands between backticks, but for the brackets of links around it.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

fn targets(text: &str) -> Vec<String> {
    let lines: Vec<String> = prose(text).map(without_code).collect();
    let lines = lines.join("\n");
    let ends = lines.split("](").skip(1);
    let targets = ends.filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for c in heading.trim().chars() {
        match c {
            ' ' => anchor.push('-'),
            '-' | '_' => anchor.push(c),
            _ if c.is_alphanumeric() => anchor.extend(c.to_lowercase()),
            _ => {}
        }
    }
    anchor
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// What is wrong with a link of a page.
fn fault(page: &Path, target: &str) -> Option<&'static str> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = page.parent().unwrap_or(page);
    let path = if file.is_empty() {
        page.to_owned()
    } else {
        plain(&folder.join(file))
    };
    if !path.exists() {
        return Some("no such file");
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    (!heading.is_empty() && !anchors(&text).contains(heading)).then_some("no such heading")
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for target in targets(&text) {
            count += 1;
            if let Some(fault) = fault(&page, &target) {
                let page = page.strip_prefix(root()).unwrap_or(&page);
                wrong.push(format!("{}: {target}: {fault}", page.display()));
            }
        }
    }
    assert!(count > 500, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(anchor(" A piece: `[[piece]]`"), "a-piece-piece");
    assert_eq!(
        anchor(" Effects: `effect`, `target`, `rex`"),
        "effects-effect-target-rex"
    );
}

#[test]
fn every_page_is_in_the_summary() {
    let docs = root().join("docs");
    let summary = docs.join("SUMMARY.md");
    let text = std::fs::read_to_string(&summary).expect("the summary");
    let listed: BTreeSet<PathBuf> = targets(&text)
        .iter()
        .map(|target| plain(&docs.join(target)))
        .collect();
    let mut pages = Vec::new();
    add_pages(&docs, &mut pages);
    add_pages(root(), &mut pages);
    for page in pages.iter().filter(|page| **page != summary) {
        assert!(
            listed.contains(page),
            "docs/SUMMARY.md lacks {}",
            page.display()
        );
    }
}

#[test]
fn the_games_of_the_lessons_are_sound() {
    let page = include_str!("../../docs/lessons.md");
    let blocks = page.split("```toml\n").skip(1);
    let mut count = 0;
    for block in blocks.filter_map(|block| block.split("```").next()) {
        load(block).unwrap_or_else(|error| panic!("{block}\n{error}"));
        count += 1;
    }
    assert!(count >= 8, "{count} lessons");
}
