//! Experiments as data: the files of `tuning/experiments/`, and the pages made of them: `docs/experiments.md` has all, and
//! `docs/strength.md` what holds now against other engines and of networks.
//!
//! A file has a `title`, optional texts `about` and `conclusion`, an optional `base` (the commit that all results were played against)
//! and a `[[result]]` for each measurement. Failed experiments are kept like the others.

use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
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
    ("openings", Kind::Text),
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

/// The experiments of a folder with the names of their files, in the order of these.
///
/// # Errors
/// If the folder or a file cannot be read or parsed.
fn read(folder: &Path) -> Result<Vec<(String, Experiment)>> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let parsed = files.into_iter().map(|file| {
        let name = || file.display().to_string();
        let text = fs::read_to_string(&file).with_context(name)?;
        let experiment = Experiment::parse(&text).with_context(name)?;
        Ok((name(), experiment))
    });
    parsed.collect()
}

/// The page of all files of a folder, in the order of their names.
///
/// # Errors
/// If the folder or a file cannot be read or parsed.
pub fn page(folder: &Path) -> Result<String> {
    let mut page = String::from(
        "# Experiments\n\nWhat was tried, and what it gave; made of the files in `tuning/experiments/` by `make experiments`.\n\
        Elo is that of the change or of Katydid, with its 95 % interval.\n",
    );
    for (_, experiment) in read(folder)? {
        experiment.write(&mut page);
    }
    Ok(page)
}

/// Beginnings of `opponent` that name another engine.
const ENGINES: &[&str] = &[
    "Fairy-Stockfish",
    "Sjaak II",
    "Fairy-Max",
    "ShaMax",
    "Cute Chess",
];

/// The text of a key of a result, if it has one.
fn text_of<'a>(result: &'a Table, key: &str) -> Option<&'a str> {
    result.get(key).and_then(Value::as_str)
}

/// The page of strength: the last result of each game against each other engine, what networks gained, and games without one.
///
/// # Errors
/// If the folder or a file cannot be read or parsed.
pub fn strength(folder: &Path) -> Result<String> {
    let experiments = read(folder)?;
    let results = || {
        let all = experiments.iter();
        all.flat_map(|(file, experiment)| experiment.results.iter().map(move |one| (file, one)))
    };
    let mut page = String::from(
        "# Strength\n\nThe last results against other engines, and what networks gain: a choice of \
        [all experiments](experiments.md), written by `make experiments`.\n\
        Elo is that of Katydid, or of the engine with the network, with its 95 % interval.\n",
    );
    let others: Vec<_> = results()
        .map(|(_, result)| result)
        .filter(|result| {
            let opponent = text_of(result, "opponent").unwrap_or_default();
            ENGINES.iter().any(|engine| opponent.starts_with(engine))
        })
        .collect();
    // A later result replaces an earlier one of the same game, opponent and limit, with or without network.
    let subject = |result: &Table| {
        let key = |key| text_of(result, key).unwrap_or_default().to_owned();
        let limit = key("limit") + &key("test");
        let without = !result.contains_key("network");
        (key("game"), without, key("opponent"), limit)
    };
    let mut last: Vec<_> = (0..others.len())
        .filter(|at| {
            let subject = |at: usize| subject(others[at]);
            (at + 1..others.len()).all(|later| subject(later) != subject(*at))
        })
        .map(|at| others[at])
        .collect();
    last.sort_by_key(|result| subject(result));
    section(&mut page, "Against other engines", &last);
    let _ = writeln!(
        page,
        "\nIn the other games none of these engines plays, or nobody has measured yet. How versions of the engine stand among each \
         other:\n\n![Elo of versions](values/history.svg)"
    );
    let of_networks = |(file, result): &(&String, &Table)| {
        let about_networks = file.contains("network") || result.contains_key("network");
        about_networks && !result.contains_key("opponent")
    };
    let networks: Vec<_> = results().filter(of_networks).map(|(_, one)| one).collect();
    let is_kept = |result: &&Table| text_of(result, "kept").unwrap_or("no").starts_with("yes");
    let kept: Vec<_> = networks.iter().copied().filter(is_kept).collect();
    section(&mut page, "With the network against without", &kept);
    let mut missing: [Vec<String>; 2] = Default::default();
    let catalogue = Catalogue::new();
    for name in catalogue.names() {
        if catalogue.variant(&name)?.network.is_none() {
            let was_tried = networks
                .iter()
                .any(|result| text_of(result, "game") == Some(&name));
            missing[usize::from(was_tried)].push(format!("`{name}`"));
        }
    }
    let [untried, tried] = missing.map(|names| names.join(", "));
    let _ = writeln!(page, "\n## Games without a network");
    if !tried.is_empty() {
        let _ = writeln!(
            page,
            "\nTried, and not kept since a match showed no gain: {tried}."
        );
    }
    let _ = writeln!(page, "\nNot tried yet: {untried}.");
    Ok(page)
}

/// Adds a section with the columns of [`KEYS`] that these results have.
fn section(page: &mut String, title: &str, results: &[&Table]) {
    let section = Experiment {
        title: title.to_owned(),
        base: None,
        about: None,
        conclusion: None,
        results: results
            .iter()
            .map(|result| {
                // The experiments have the limit in either column, and what was changed is of no interest here.
                let cells = result.iter().filter_map(|(key, value)| {
                    let is_known = KEYS.iter().any(|(known, _)| known == key);
                    let key = match key.as_str() {
                        "change" | "kept" => return None,
                        "test" if !result.contains_key("limit") => "limit",
                        key => key,
                    };
                    is_known.then(|| (key.to_owned(), value.clone()))
                });
                cells.collect()
            })
            .collect(),
    };
    section.write(page);
}

#[cfg(test)]
mod tests {
    use super::{Experiment, page, strength};
    use std::path::Path;

    #[test]
    fn the_pages_are_made_of_the_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("experiments");
        for (name, page) in [
            ("experiments", page(&folder)),
            ("strength", strength(&folder)),
        ] {
            let stored = root.join(format!("../docs/{name}.md"));
            let stored = std::fs::read_to_string(stored).unwrap_or_default();
            let is_same = page.unwrap() == stored;
            assert!(is_same, "docs/{name}.md: run `make experiments`");
        }
    }

    #[test]
    fn the_last_result_against_an_engine_stands_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let result = |keys: &str| format!("\n[[result]]\ngame = 'chess'\n{keys}\n");
        let against = |wins: i32, more: &str| {
            let engine = "opponent = 'Fairy-Max 4.8'\nlimit = '1 s'";
            result(&format!(
                "{engine}\ngames = 9\nwins = {wins}\ndraws = 0\nlosses = {}\n{more}",
                9 - wins
            ))
        };
        let rows = [
            against(3, ""),
            against(4, ""),
            against(5, "network = 'its own'"),
            result("opponent = 'the version before'\ngames = 7"),
            result("network = 'wide'\nkept = 'no'\ngames = 6"),
            result("network = 'small'\nkept = 'yes'\ngames = 8"),
        ];
        let text = format!("title = 'T'\n{}", rows.concat());
        std::fs::write(folder.path().join("1.toml"), text).unwrap();
        let page = strength(folder.path()).unwrap();
        let rows: Vec<_> = page
            .lines()
            .filter(|line| line.contains("`chess`"))
            .collect();
        let with = "| its own | `chess` | Fairy-Max 4.8 | 1 s | 9 | 5 | 0 | 4 |";
        let without = "|  | `chess` | Fairy-Max 4.8 | 1 s | 9 | 4 | 0 | 5 |";
        assert_eq!(rows, [with, without, "| small | `chess` | 8 |"]);
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
