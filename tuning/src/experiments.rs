//! Experiments as data: the files of `tuning/experiments/`, and the page `docs/experiments.md` made of them.
//!
//! A file has a `title`, optional texts `about` and `conclusion`, an optional `base` (the commit that all results were played against)
//! and a `[[result]]` for each measurement. Failed experiments are kept like the others.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The keys of results that have a fixed meaning, in the order of the page's columns. Further keys are free and follow these.
const KEYS: &[(&str, Kind)] = &[
    ("change", Kind::Text),
    ("technique", Kind::Text),
    ("network", Kind::Text),
    ("game", Kind::Text),
    ("opponent", Kind::Text),
    ("weights", Kind::Text),
    ("test", Kind::Text),
    ("limit", Kind::Text),
    ("games", Kind::Any),
    ("wins", Kind::Count),
    ("draws", Kind::Count),
    ("losses", Kind::Count),
    ("elo", Kind::Any),
    ("interval", Kind::Count),
    ("kept", Kind::Text),
    ("commit", Kind::Text),
];

/// The values that a key takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// A whole number from 0.
    Count,
    /// A number, or a text where one number is not enough.
    Any,
}

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Experiment {
    title: String,
    base: Option<String>,
    about: Option<String>,
    conclusion: Option<String>,
    #[serde(default, rename = "result")]
    results: Vec<Table>,
}

impl Experiment {
    /// Parses and checks a file.
    fn parse(text: &str) -> Result<Self> {
        let experiment: Self = toml::from_str(text)?;
        for (number, result) in (1..).zip(&experiment.results) {
            check(result).with_context(|| format!("result {number}"))?;
        }
        Ok(experiment)
    }

    /// The columns of its table: those of [`KEYS`] first.
    fn columns(&self) -> Vec<&str> {
        let has = |key: &str| self.results.iter().any(|result| result.contains_key(key));
        let known = KEYS.iter().map(|(key, _)| *key).filter(|key| has(key));
        let mut columns: Vec<&str> = known.collect();
        for key in self.results.iter().flat_map(Table::keys) {
            if !columns.contains(&key.as_str()) {
                columns.push(key);
            }
        }
        columns
    }

    /// Adds its section to the page.
    fn write(&self, page: &mut String) {
        let _ = writeln!(page, "\n## {}", self.title);
        if let Some(about) = &self.about {
            let _ = writeln!(page, "\n{}", about.trim());
        }
        if let Some(base) = &self.base {
            let _ = writeln!(page, "\nAll against {base}.");
        }
        let columns = self.columns();
        if !columns.is_empty() {
            let names = columns.iter().map(|key| key.replace('_', " "));
            let _ = writeln!(page, "\n| {} |", names.collect::<Vec<_>>().join(" | "));
            let _ = writeln!(page, "|{}", "---|".repeat(columns.len()));
        }
        for result in &self.results {
            let cells = columns.iter().map(|key| cell(key, result.get(*key)));
            let _ = writeln!(page, "| {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        if let Some(conclusion) = &self.conclusion {
            let _ = writeln!(page, "\n{}", conclusion.trim());
        }
    }
}

/// Checks the types of a result's keys, and that its counts add up.
fn check(result: &Table) -> Result<()> {
    for (key, kind) in KEYS {
        let Some(value) = result.get(*key) else {
            continue;
        };
        let fits = match kind {
            Kind::Text => value.is_str(),
            Kind::Count => value.as_integer().is_some_and(|count| count >= 0),
            Kind::Any => value.is_str() || value.is_integer(),
        };
        let expected = match kind {
            Kind::Text => "a text",
            Kind::Count => "a whole number from 0",
            Kind::Any => "a whole number or a text",
        };
        ensure!(fits, "`{key}` is {value} (expected {expected})");
    }
    let number = |key: &str| result.get(key).and_then(Value::as_integer);
    if let (Some(games), Some(wins), Some(draws), Some(losses)) = (
        number("games"),
        number("wins"),
        number("draws"),
        number("losses"),
    ) {
        let sum = wins + draws + losses;
        ensure!(
            sum == games,
            "{wins} wins, {draws} draws and {losses} losses are {sum} games (`games` is {games})"
        );
    }
    Ok(())
}

fn cell(key: &str, value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) if key == "game" && !text.contains('`') => format!("`{text}`"),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Integer(number)) if key == "elo" => format!("{number:+}"),
        Some(Value::Integer(number)) if key == "interval" => format!("±{number}"),
        Some(value) => value.to_string(),
    }
}

/// The page of all files of a folder, in the order of their names.
///
/// # Errors
/// If the folder or a file cannot be read or parsed.
pub fn page(folder: &Path) -> Result<String> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let mut page = String::from(
        "# Experiments\n\nWhat was tried, and what it gave; made of the files in `tuning/experiments/` by `make experiments`.\n\
        Elo is that of the change or of Katydid, with its 95 % interval.\n",
    );
    for file in files {
        let name = || file.display().to_string();
        let text = fs::read_to_string(&file).with_context(name)?;
        Experiment::parse(&text)
            .with_context(name)?
            .write(&mut page);
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::{Experiment, page};
    use std::path::Path;

    #[test]
    fn the_page_is_made_of_the_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = page(&root.join("experiments")).unwrap();
        let stored = std::fs::read_to_string(root.join("../docs/experiments.md")).unwrap();
        assert!(
            page == stored,
            "docs/experiments.md: run `make experiments`"
        );
    }

    #[test]
    fn wrong_results_are_refused() {
        let refused = |result: &str| {
            let text = format!("title = 'T'\n[[result]]\n{result}");
            let error = Experiment::parse(&text).err().expect("an error");
            format!("{error:#}")
        };
        let counts = refused("games = 10\nwins = 5\ndraws = 2\nlosses = 2");
        assert!(counts.contains("are 9 games (`games` is 10)"), "{counts}");
        let kind = refused("wins = 'many'");
        assert!(kind.contains("expected a whole number"), "{kind}");
    }
}
