//! Army against army: games of the engine against itself in `chess:A-v-B` for every two armies, and the table of the page
//! `docs/armies.md` that is made of their results.
//!
//! The results stand in a file that a run adds to, so that it can be interrupted. They depend on the arguments and the version of
//! the engine alone.

use crate::openings::random_turn;
use crate::self_play;
use crate::stats::{Z95, moments};
use crate::verdict::search;
use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::search::Searcher;
use katydid::variant::Variant;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The table of a search in mebibytes.
const HASH_MB: usize = 1;
/// Random turns at the beginning of a game.
const OPENING: usize = 4;
/// Centipawns by which armies may be apart at the start without the game counting as decided.
const LEVEL: i32 = 900;
/// The lines of the page between which the table stands.
const MARKS: [&str; 2] = ["<!-- army against army -->\n", "<!-- end -->\n"];

/// The arguments of `armies`.
#[derive(Clone, Debug, clap::Args)]
pub struct ArmiesArguments {
    /// Games of each pair of armies, half of them with colours exchanged
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Nodes searched for each turn
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// The file of results, which is added to
    #[arg(long, default_value = "tuning/armies.toml")]
    results: PathBuf,
    /// The page that gets the table
    #[arg(long, default_value = "docs/armies.md")]
    page: PathBuf,
}

/// The results of all pairs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    /// Nodes searched for each turn.
    nodes: u64,
    #[serde(default, rename = "pair")]
    pairs: Vec<Pair>,
}

/// Games of two armies, counted for the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    first: String,
    second: String,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Pair {
    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

impl ArmiesArguments {
    /// Plays the pairs that the file lacks and writes the page.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the results are of other numbers of nodes or games.
    pub fn run(&self) -> Result<()> {
        ensure!(
            self.games > 0 && self.games.is_multiple_of(2),
            "--games {}: expected an even number from 2",
            self.games
        );
        let mut results = if self.results.exists() {
            Results::read(&self.results)?
        } else {
            Results {
                nodes: self.nodes,
                pairs: Vec::new(),
            }
        };
        ensure!(
            results.nodes == self.nodes,
            "{}: made with {} nodes a turn (expected --nodes {0})",
            self.results.display(),
            results.nodes
        );
        for pair in &results.pairs {
            ensure!(
                pair.games() == self.games,
                "{}: {} against {} has {} games (expected --games {3})",
                self.results.display(),
                pair.first,
                pair.second,
                pair.games()
            );
        }
        let catalogue = Catalogue::new();
        let armies = catalogue.armies();
        for (index, first) in armies.iter().enumerate() {
            for second in &armies[index + 1..] {
                if results.between(first, second).is_some() {
                    continue;
                }
                let pair = self.play(&catalogue, first, second)?;
                println!(
                    "{first} against {second}: +{} ={} -{}",
                    pair.wins, pair.draws, pair.losses
                );
                results.pairs.push(pair);
                fs::write(&self.results, toml::to_string(&results)?)
                    .with_context(|| self.results.display().to_string())?;
            }
        }
        let page = read(&self.page)?;
        fs::write(&self.page, with_table(&page, MARKS, &results.table())?)
            .with_context(|| self.page.display().to_string())
    }

    /// The games of two armies.
    fn play(&self, catalogue: &Catalogue, first: &str, second: &str) -> Result<Pair> {
        let games = [
            catalogue.variant(&format!("chess:{first}-v-{second}"))?,
            catalogue.variant(&format!("chess:{second}-v-{first}"))?,
        ];
        let points: Vec<f64> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let is_exchanged = number % 2 == 1;
                let game = &games[usize::from(is_exchanged)];
                let white = self.points(game, u64::from(number / 2))?;
                anyhow::Ok(if is_exchanged { 1.0 - white } else { white })
            })
            .collect::<Result<_>>()?;
        let mut results = [0; 3];
        for points in points {
            results[(points * 2.0) as usize] += 1;
        }
        let [losses, draws, wins] = results;
        Ok(Pair {
            first: first.to_owned(),
            second: second.to_owned(),
            wins,
            draws,
            losses,
        })
    }

    /// White's points in a game whose opening depends on a number.
    fn points(&self, variant: &Arc<Variant>, number: u64) -> Result<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let mut searcher = Searcher::new(HASH_MB)?;
        let mut game = Game::new(variant);
        for _ in 0..OPENING {
            if let Some(turn) = random_turn(game.position(), &mut random) {
                game.push(turn);
            }
        }
        let think = |game: &Game| Ok(search(game, self.nodes, &mut searcher));
        let points = self_play::points(game, LEVEL, think, |_, _, _| {})?;
        points.context("a search without an answer")
    }
}

impl Results {
    fn read(path: &Path) -> Result<Self> {
        toml::from_str(&read(path)?).with_context(|| path.display().to_string())
    }

    /// Losses, draws and wins of an army against another, if they have met.
    fn between(&self, army: &str, other: &str) -> Option<[u32; 3]> {
        self.pairs.iter().find_map(|pair| {
            let counts = [pair.losses, pair.draws, pair.wins];
            match (pair.first.as_str(), pair.second.as_str()) {
                (first, second) if (first, second) == (army, other) => Some(counts),
                (first, second) if (second, first) == (army, other) => {
                    Some([pair.wins, pair.draws, pair.losses])
                }
                _ => None,
            }
        })
    }

    /// The armies, best first: each with its share of the points against all others.
    fn ranking(&self) -> Vec<(&str, f64)> {
        let mut armies: Vec<&str> = self
            .pairs
            .iter()
            .flat_map(|pair| [pair.first.as_str(), pair.second.as_str()])
            .collect();
        armies.sort_unstable();
        armies.dedup();
        let share_of = |army: &str| {
            let met = armies.iter().filter_map(|other| self.between(army, other));
            let total = met.fold([0; 3], |sum: [u32; 3], counts| {
                [0, 1, 2].map(|index| sum[index] + counts[index])
            });
            share(total).0
        };
        let mut ranked: Vec<(&str, f64)> =
            armies.iter().map(|army| (*army, share_of(army))).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    /// The table in Markdown: percent of the points that the army of the line has against that of the column.
    fn table(&self) -> String {
        let ranking = self.ranking();
        let mut text = String::from("| | all |");
        for number in 1..=ranking.len() {
            let _ = write!(text, " {number} |");
        }
        let _ = write!(text, "\n|---|---|{}\n", "---|".repeat(ranking.len()));
        for (number, (army, all)) in (1..).zip(&ranking) {
            let _ = write!(text, "| {number} `{army}` | {:.0} |", 100.0 * all);
            for (other, _) in &ranking {
                let cell = self.between(army, other).map(|counts| {
                    let (share, error) = share(counts);
                    format!("{:.0} ± {:.0}", 100.0 * share, 100.0 * error)
                });
                let _ = write!(text, " {} |", cell.unwrap_or_default());
            }
            text.push('\n');
        }
        text
    }
}

/// The share of the points, and half the width of its 95 % interval: the normal one with two wins and two losses added, so that an army
/// that has won all games has an interval too (A. Agresti and B. Coull, "Approximate is better than exact", 1998).
pub fn share(counts: [u32; 3]) -> (f64, f64) {
    let total: u32 = counts.iter().sum();
    let share = f64::from(2 * counts[2] + counts[1]) / f64::from(2 * total);
    let [losses, draws, wins] = counts.map(f64::from);
    let padded = [losses + 2.0, draws, wins + 2.0].map(|count| count / f64::from(total + 4));
    let (_, variance) = moments(&[0.0, 0.5, 1.0], &padded);
    (share, Z95 * (variance / f64::from(total + 4)).sqrt())
}

/// A page with a table in the place between two lines.
///
/// # Errors
/// If the page does not have these lines.
pub fn with_table(page: &str, marks: [&str; 2], table: &str) -> Result<String> {
    let [first, last] = marks;
    let parts = page
        .split_once(first)
        .and_then(|(before, rest)| Some((before, rest.split_once(last)?.1)));
    let (before, after) = parts.with_context(|| {
        format!("the page has no place for the table (expected lines {marks:?})")
    })?;
    Ok(format!("{before}{first}{table}{last}{after}"))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_table_of_the_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let results = Results::read(&root.join("tuning/armies.toml")).unwrap();
        let page = read(&root.join("docs/armies.md")).unwrap();
        assert_eq!(
            with_table(&page, MARKS, &results.table()).unwrap(),
            page,
            "run `katydid-tuning armies`"
        );
        let armies = Catalogue::new().armies();
        assert_eq!(results.pairs.len(), armies.len() * (armies.len() - 1) / 2);
    }

    #[test]
    fn shares_are_those_of_the_army_that_is_asked_for() {
        let text =
            "nodes = 1\n[[pair]]\nfirst = \"a\"\nsecond = \"b\"\nwins = 9\ndraws = 6\nlosses = 5\n";
        let results: Results = toml::from_str(text).unwrap();
        assert_eq!(results.between("b", "a"), Some([9, 6, 5]));
        assert_eq!(results.ranking()[0], ("a", 0.6));
        assert!(
            results.table().contains("| 2 `b` | 40 | 40 ± 17 |  |"),
            "{}",
            results.table()
        );
    }
}
