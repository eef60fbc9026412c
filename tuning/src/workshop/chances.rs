//! Chances of win, draw and loss by score: fits the curve of each game ([`WinCurve`]) to games of the engine against itself.
//!
//! The curve has four numbers, `even` and `scale` in the opening and in the endgame. They maximise the likelihood of the results of the games
//! at all positions, with a weak Gaussian prior at the inherited curve. A game gets a curve of its own if that foretells games that it has not
//! seen (five-fold cross-validation by games) better than the curve that it inherits.

use super::data::Positions;
use anyhow::{Context as _, Result};
use katydid::catalogue::Catalogue;
use katydid::rules;
use katydid::variant::WinCurve;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The curve of games that neither have nor inherit one: fitted to `demichess` (experiment 05).
const FORMER: WinCurve = WinCurve {
    even: [100.0; 2],
    scale: [100.0; 2],
};
/// Groups of games, each of which is held out once.
const FOLDS: u64 = 5;
/// The weight of the prior: the loss in nats, over all positions, of a number that is twice the inherited one.
const PRIOR: f64 = 10.0;
/// The least scale in centipawns: long drawn games of one kind would make a curve without any doubt.
const LEAST_SCALE: i32 = 40;
/// The first and the last step of the search for the best numbers, in centipawns.
const STEPS: (f64, f64) = (64.0, 1.0);
/// The least probability that counts in the loss.
const LEAST: f64 = 1e-4;
/// The line behind which a curve stands in a variant file.
const HEAD: &str = "[chances]";

/// The arguments of `chances`.
#[derive(Clone, Debug, clap::Args)]
pub struct ChancesArguments {
    /// Files of `datagen`; those of one game are put together
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The folder of variant files that get the curves
    #[arg(long, default_value = "variants")]
    folder: PathBuf,
}

/// A position: score in White's view, game phase, White's points.
struct Row {
    game: u64,
    score: f64,
    phase: f64,
    points: f64,
}

/// The positions of a game.
#[derive(Default)]
struct Data {
    games: u64,
    rows: Vec<Row>,
}

/// What was found for a game.
struct Found {
    curve: WinCurve,
    /// Losses of games held out: by the former curve, the inherited one, and its own.
    losses: [f64; 3],
}

impl Data {
    fn add(&mut self, catalogue: &Catalogue, positions: &Positions) -> Result<()> {
        let variant = catalogue.variant(&positions.header.game)?;
        for record in &positions.games {
            for sample in &record.samples {
                let pos = rules::position(&variant, &sample.fen)?;
                self.rows.push(Row {
                    game: self.games,
                    score: f64::from(sample.score),
                    phase: pos.phase_share(),
                    points: record.points,
                });
            }
            self.games += 1;
        }
        Ok(())
    }

    /// The rows of the games of one fold, or of all others.
    fn fold(&self, fold: u64, held_out: bool) -> Vec<&Row> {
        let rows = self.rows.iter();
        rows.filter(|row| (row.game % FOLDS == fold) == held_out)
            .collect()
    }

    /// The curve that fits the games best, and its losses beside an inherited one's.
    fn fit(&self, inherited: &WinCurve) -> Found {
        let all: Vec<&Row> = self.rows.iter().collect();
        let own = (0..FOLDS).map(|fold| {
            let curve = fit(&self.fold(fold, false), inherited);
            let held_out = self.fold(fold, true);
            loss(&held_out, &curve) * held_out.len() as f64
        });
        Found {
            curve: fit(&all, inherited),
            losses: [
                loss(&all, &FORMER),
                loss(&all, inherited),
                own.sum::<f64>() / all.len().max(1) as f64,
            ],
        }
    }
}

/// The mean negative logarithm of the probability that a curve gives to the results.
fn loss(rows: &[&Row], curve: &WinCurve) -> f64 {
    let sum: f64 = rows
        .iter()
        .map(|row| {
            let win = curve.win(row.score, row.phase);
            let loss = curve.win(-row.score, row.phase);
            let probability = match row.points {
                points if points > 0.75 => win,
                points if points < 0.25 => loss,
                _ => 1.0 - win - loss,
            };
            -probability.max(LEAST).ln()
        })
        .sum();
    sum / rows.len().max(1) as f64
}

/// The curve of least loss, found by a compass search: each number is moved by a step as long as that gains, then the step is halved.
fn fit(rows: &[&Row], inherited: &WinCurve) -> WinCurve {
    let numbers = |curve: &WinCurve| [curve.even, curve.scale].concat();
    let curve = |numbers: &[f64]| WinCurve {
        even: [numbers[0], numbers[1]],
        scale: [numbers[2], numbers[3]],
    };
    let start = numbers(inherited);
    let cost = |numbers: &[f64]| {
        let off = numbers.iter().zip(&start);
        let off: f64 = off
            .map(|(number, start)| ((number - start) / start.max(20.0)).powi(2))
            .sum();
        loss(rows, &curve(numbers)) + PRIOR * off / rows.len().max(1) as f64
    };
    let mut best = start.clone();
    let mut least = cost(&best);
    let mut step = STEPS.0;
    while step >= STEPS.1 {
        let before = least;
        for index in 0..best.len() {
            let (floor, range) = if index < 2 {
                (0, WinCurve::EVEN)
            } else {
                (LEAST_SCALE, WinCurve::SCALE)
            };
            let (low, high) = (
                f64::from(*range.start().max(&floor)),
                f64::from(*range.end()),
            );
            for change in [step, -step] {
                let mut tried = best.clone();
                tried[index] = (tried[index] + change).round().clamp(low, high);
                let found = cost(&tried);
                if found < least {
                    (best, least) = (tried, found);
                }
            }
        }
        if least >= before {
            step /= 2.0;
        }
    }
    curve(&best)
}

impl ChancesArguments {
    /// Fits the curves, parents first, writes them into the files of the games, and prints what was found as results of an experiment.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a game is unknown.
    pub fn run(&self) -> Result<()> {
        let catalogue = Catalogue::new();
        let mut data: BTreeMap<String, Data> = BTreeMap::new();
        for path in &self.data {
            let positions = Positions::read(path)?;
            let game = data.entry(positions.header.game.clone()).or_default();
            game.add(&catalogue, &positions)
                .with_context(|| path.display().to_string())?;
        }
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        for game in data.keys() {
            files.insert(game, read(&self.folder, game)?);
        }
        let mut curves: BTreeMap<&str, WinCurve> = BTreeMap::new();
        let mut waiting: Vec<&str> = data.keys().map(String::as_str).collect();
        while !waiting.is_empty() {
            // A game waits for the parent from which it inherits a curve.
            let (next, later): (Vec<&str>, Vec<&str>) = waiting.iter().partition(|game| {
                catalogue
                    .ancestors(game)
                    .iter()
                    .all(|parent| !waiting.contains(&parent.as_str()))
            });
            waiting = later;
            let found: Vec<(&str, Found)> = next
                .into_par_iter()
                .map(|game| {
                    let parents = catalogue.ancestors(game);
                    let inherited = parents.iter().find_map(|name| curves.get(name.as_str()));
                    (game, data[game].fit(inherited.unwrap_or(&FORMER)))
                })
                .collect();
            for (game, found) in found {
                let kept = found.losses[2] < found.losses[1];
                if kept {
                    curves.insert(game, found.curve);
                }
                print!("{}", result(game, &data[game], &found, kept));
                let text = with_curve(&files[game], kept.then_some(&found.curve));
                let path = path(&self.folder, game);
                fs::write(&path, text).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }
}

/// What was found for a game, as a result of an experiment.
fn result(game: &str, data: &Data, found: &Found, kept: bool) -> String {
    let [former, inherited, own] = found.losses;
    let [even, scale] = [found.curve.even, found.curve.scale].map(|both| format!("{both:.0?}"));
    format!(
        "\n[[result]]\ngame = \"{game}\"\ngames = {}\npositions = {}\nformer = {former:.4}\ninherited = {inherited:.4}\nown = {own:.4}\neven = \"{even}\"\n\
         scale = \"{scale}\"\nkept = \"{}\"\n",
        data.games,
        data.rows.len(),
        if kept { "yes" } else { "no" }
    )
}

fn path(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{game}.toml"))
}

fn read(folder: &Path, game: &str) -> Result<String> {
    let path = path(folder, game);
    fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The text of a variant file with a curve as its last table, in place of the one before.
fn with_curve(text: &str, curve: Option<&WinCurve>) -> String {
    let own = text.split(&format!("\n{HEAD}\n")).next().unwrap_or(text);
    let mut text = own.to_owned();
    if let Some(WinCurve { even, scale }) = curve {
        let _ = write!(text, "\n{HEAD}\neven = {even:.0?}\nscale = {scale:.0?}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::data::{Header, Record, Sample};

    /// Games of one position each, whose results follow a curve as closely as whole numbers can.
    fn games_of(curve: &WinCurve) -> Positions {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        ];
        let mut games = Vec::new();
        for (fen, phase) in fens.into_iter().zip([1.0, 0.0]) {
            for score in (-400..=400).step_by(50) {
                let wins = (20.0 * curve.win(f64::from(score), phase)).round() as u32;
                let losses = (20.0 * curve.win(f64::from(-score), phase)).round() as u32;
                for number in 0..20 {
                    let points = match number {
                        number if number < wins => 1.0,
                        number if number >= 20 - losses => 0.0,
                        _ => 0.5,
                    };
                    let fen = fen.to_owned();
                    games.push(Record {
                        number: games.len() as u64,
                        points,
                        samples: vec![Sample { fen, score }],
                    });
                }
            }
        }
        Positions {
            header: Header {
                game: "chess".to_owned(),
                engine: "test".to_owned(),
                seed: 1,
                nodes: 1,
                plies: (0, 0),
                odds: 0,
                scores: None,
            },
            games,
            complete: true,
        }
    }

    #[test]
    fn a_fit_finds_the_curve_of_the_games_and_writes_it() {
        let curve = WinCurve {
            even: [150.0, 60.0],
            scale: [120.0, 50.0],
        };
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("chess.toml");
        let data = folder.path().join("chess.positions");
        let positions = games_of(&curve);
        fs::write(&file, "name = \"chess\"\n\n[ends]\nmove_limit = 100\n").expect("a file");
        fs::write(&data, positions.text().expect("a text")).expect("a file");
        let arguments = ChancesArguments {
            data: vec![data],
            folder: folder.path().to_owned(),
        };
        arguments.run().expect("a curve");
        let text = read(folder.path(), "chess").expect("a file");
        assert!(text.starts_with("name = \"chess\"\n\n[ends]\nmove_limit = 100\n\n[chances]\n"));
        let table: toml::Table = text.parse().expect("a table");
        for (key, expected) in [("even", curve.even), ("scale", curve.scale)] {
            let numbers = table["chances"][key].as_array().expect("numbers");
            for (number, expected) in numbers.iter().zip(expected) {
                let number = number.as_integer().expect("a whole number") as f64;
                assert!((number - expected).abs() < 15.0, "{text}");
            }
        }
        // The same again, in the same place.
        arguments.run().expect("a curve");
        assert_eq!(read(folder.path(), "chess").expect("a file"), text);
        assert!(!with_curve(&text, None).contains(HEAD));
    }
}
