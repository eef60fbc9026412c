//! Numbers of the search by simultaneous perturbation: every round two engines whose numbers lie on opposite sides of the
//! present ones play a few pairs of games, and all numbers move towards the side that has won.
//!
//! Source: J. C. Spall, "An Overview of the Simultaneous Perturbation Method for Efficient Optimization", Johns Hopkins
//! APL Technical Digest 19 (1998), with the exponents that he recommends.

use super::data::write_whole;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katydid::search::{PARAMETERS, Parameter};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The exponents with which steps and perturbations shrink.
const STEP_EXPONENT: f64 = 0.602;
const SPREAD_EXPONENT: f64 = 0.101;
/// Rounds that are added before steps shrink, as a share of all.
const STABILITY: f64 = 0.1;

/// When a game is as good as over: its rest says nothing about the numbers.
const ADJUDICATION: [&str; 10] = [
    "-resign",
    "movecount=3",
    "score=700",
    "twosided=true",
    "-draw",
    "movenumber=40",
    "movecount=8",
    "score=15",
    "-maxmoves",
    "200",
];

/// The arguments of `spsa`.
#[derive(Clone, Debug, clap::Args)]
pub struct SpsaArguments {
    /// Numbers of the search, as NAME, NAME:SPREAD or NAME:SPREAD:START; the spread is how far the last rounds still look to both
    /// sides (default: a tenth of the value, one at least), the start where they begin (default: the value)
    #[arg(required = true)]
    pub parameters: Vec<String>,
    /// The engine, built with the feature `tuning`
    #[arg(long)]
    pub engine: PathBuf,
    /// Files of openings named as their games (`openings NAME -o NAME.epd`); each round plays the next of these games
    #[arg(long, required = true, num_args = 1..)]
    pub openings: Vec<PathBuf>,
    /// Rounds in total, those of the state already included
    #[arg(long, default_value_t = 1000)]
    pub rounds: u32,
    /// Pairs of games in a round
    #[arg(long, default_value_t = 4)]
    pub pairs: u32,
    /// What limits a turn, as the arena takes it
    #[arg(long, default_value = "nodes=20000")]
    pub each: String,
    /// By how many spreads the last rounds' winner moves the numbers for a point of each pair
    #[arg(long, default_value_t = 0.1)]
    pub rate: f64,
    /// The seed of the perturbations
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time
    #[arg(long, default_value_t = 2)]
    pub concurrency: u32,
    /// What has been found so far, as JSON; gone on with if it is there
    #[arg(short, long)]
    pub state: PathBuf,
}

/// What has been found so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct State {
    rounds: u32,
    /// The numbers.
    values: BTreeMap<String, f64>,
    /// The numbers every few rounds, for a curve.
    path: Vec<BTreeMap<String, f64>>,
    /// For each number what the side where it was larger has won by, summed up over the rounds: from -1 to 1 a round.
    effects: BTreeMap<String, f64>,
    /// The squares of what rounds were won by, summed up.
    squares: f64,
}

impl State {
    /// The main effect of a number: by how much the side where it was larger scored more than half a point a game, on the
    /// average; and the standard error of that.
    fn effect(&self, name: &str) -> (f64, f64) {
        let rounds = f64::from(self.rounds.max(1));
        let sum = self.effects.get(name).copied().unwrap_or_default();
        (sum / rounds / 2.0, self.squares.sqrt() / rounds / 2.0)
    }
}

/// A number with its range and its spread.
#[derive(Clone, Copy, Debug)]
struct Tried {
    parameter: &'static Parameter,
    spread: f64,
    start: f64,
}

impl Tried {
    fn parse(text: &str) -> Result<Self> {
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or(text);
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.with_context(|| {
            let known: Vec<&str> = PARAMETERS.iter().map(|known| known.name).collect();
            format!(
                "no number is called '{name}' (there are {})",
                known.join(" ")
            )
        })?;
        let usual = f64::from((parameter.default / 10).abs().max(1));
        let spread = match parts.next() {
            None => usual,
            Some(text) => text
                .parse()
                .ok()
                .filter(|spread: &f64| spread.is_finite() && *spread > 0.0)
                .with_context(|| format!("{name}: '{text}' is no spread"))?,
        };
        let (least, most) = (f64::from(parameter.least), f64::from(parameter.most));
        let start = match parts.next() {
            None => f64::from(parameter.default),
            Some(text) => text
                .parse()
                .ok()
                .filter(|start| (least..=most).contains(start))
                .with_context(|| format!("{name}: '{text}' is no start from {least} to {most}"))?,
        };
        Ok(Self {
            parameter,
            spread,
            start,
        })
    }

    fn within(self, value: f64) -> f64 {
        let (least, most) = (self.parameter.least, self.parameter.most);
        value.clamp(f64::from(least), f64::from(most))
    }

    /// As an engine takes it: rounded up or down by chance, so that fractions count.
    fn option(self, value: f64, rng: &mut ChaCha8Rng) -> String {
        let rounded = (self.within(value) + rng.random::<f64>()).floor();
        format!("option.{}={}", self.parameter.name, self.within(rounded))
    }
}

/// How far a round looks and how far it steps, in spreads.
fn scales(round: u32, rounds: u32, rate: f64) -> (f64, f64) {
    let (round, rounds) = (f64::from(round) + 1.0, f64::from(rounds));
    let stability = STABILITY * rounds;
    let look = (rounds / round).powf(SPREAD_EXPONENT);
    let step = ((stability + rounds) / (stability + round)).powf(STEP_EXPONENT);
    (look, rate * step / look)
}

impl SpsaArguments {
    /// Plays the rounds that are missing.
    ///
    /// # Errors
    /// If a number is unknown, the state is of other numbers, or a match cannot be played.
    pub fn run(&self) -> Result<()> {
        let tried = self.parameters.iter().map(|text| Tried::parse(text));
        let tried: Vec<Tried> = tried.collect::<Result<_>>()?;
        let mut state = self.begin(&tried)?;
        let bar = ProgressBar::new(self.rounds.into());
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} round {pos}/{len} {per_sec} {eta}",
        )?);
        while state.rounds < self.rounds {
            bar.set_position(state.rounds.into());
            self.round(&tried, &mut state)?;
            write_whole(&self.state, &serde_json::to_string_pretty(&state)?)?;
        }
        bar.finish_and_clear();
        for one in tried {
            let name = one.parameter.name;
            let (effect, error) = state.effect(name);
            println!(
                "{name} {} -> {:.1}   larger scored {:+.2} % ± {:.2}",
                one.parameter.default,
                state.values[name],
                100.0 * effect,
                100.0 * 1.96 * error
            );
        }
        Ok(())
    }

    fn begin(&self, tried: &[Tried]) -> Result<State> {
        let start = tried
            .iter()
            .map(|one| (one.parameter.name.to_owned(), one.start));
        let start: BTreeMap<String, f64> = start.collect();
        let Ok(text) = std::fs::read_to_string(&self.state) else {
            return Ok(State {
                values: start,
                ..State::default()
            });
        };
        let state: State =
            serde_json::from_str(&text).with_context(|| self.state.display().to_string())?;
        ensure!(
            state.values.keys().eq(start.keys()),
            "{}: it is of other numbers",
            self.state.display()
        );
        Ok(state)
    }

    fn round(&self, tried: &[Tried], state: &mut State) -> Result<()> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(state.rounds.into());
        let (look, step) = scales(state.rounds, self.rounds, self.rate);
        let signs: Vec<f64> = tried
            .iter()
            .map(|_| if rng.random() { 1.0 } else { -1.0 })
            .collect();
        let mut options = |direction: f64| -> Vec<String> {
            let moved = tried.iter().zip(&signs).map(|(one, sign)| {
                let value = state.values[one.parameter.name];
                one.option(value + direction * sign * look * one.spread, &mut rng)
            });
            moved.collect()
        };
        let (one, other) = (options(1.0), options(-1.0));
        let score = self.play(state.rounds, &one, &other)?;
        // Points of a pair beyond the half, from -1 to 1.
        let won = 2.0 * score - 1.0;
        state.squares += won * won;
        for (one, sign) in tried.iter().zip(&signs) {
            let effect = state.effects.entry(one.parameter.name.to_owned());
            *effect.or_default() += sign * won;
            let value = state
                .values
                .entry(one.parameter.name.to_owned())
                .or_default();
            *value = one.within(*value + step * one.spread * sign * won);
        }
        state.rounds += 1;
        if state.rounds.is_multiple_of(10) {
            state.path.push(state.values.clone());
        }
        Ok(())
    }

    /// The score of one engine against the other in the games of a round.
    fn play(&self, round: u32, one: &[String], other: &[String]) -> Result<f64> {
        let file = &self.openings[round as usize % self.openings.len()];
        let game = file.file_stem().unwrap_or_default();
        let summary = self.state.with_extension("match");
        let first = round as usize / self.openings.len() * self.pairs as usize;
        let engine = format!("cmd={}", self.engine.display());
        let mut arena = Command::new(std::env::current_exe()?);
        arena
            .args(["arena", "-engine", &engine, "name=one"])
            .args(one)
            .args(["-engine", &engine, "name=other"])
            .args(other)
            .args(["-each", &self.each, "option.Hash=16", "-variant"])
            .arg(game)
            .args(["-openings", &format!("file={}", file.display())])
            .args(["order=random", &format!("start={}", first + 1)])
            .args(["-srand", &self.seed.to_string(), "-repeat", "-recover"])
            .args(["-noprogress", "-rounds", &self.pairs.to_string()])
            .args(ADJUDICATION)
            .args(["-concurrency", &self.concurrency.to_string()])
            .args(["-jsonout", &format!("file={}", summary.display())])
            .stdout(Stdio::null());
        let status = arena.status().context("the arena does not start")?;
        ensure!(status.success(), "the match ends with {status}");
        score(&summary)
    }
}

fn score(summary: &Path) -> Result<f64> {
    let text = std::fs::read_to_string(summary).with_context(|| summary.display().to_string())?;
    let told: serde_json::Value = serde_json::from_str(&text)?;
    told["score"].as_f64().context("a summary without a score")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_named_with_their_spread() {
        let one = Tried::parse("probcut_margin:12.5").expect("a number");
        assert_eq!(one.parameter.name, "probcut_margin");
        assert!((one.spread - 12.5).abs() < 1e-9);
        let elsewhere = Tried::parse("probcut_margin:12.5:99.5").expect("a number");
        assert!((elsewhere.start - 99.5).abs() < 1e-9);
        let usual = Tried::parse("probcut_margin").expect("a number");
        assert!((usual.start - f64::from(usual.parameter.default)).abs() < 1e-9);
        assert!((usual.spread - f64::from(usual.parameter.default / 10)).abs() < 1e-9);
        for wrong in [
            "probcut",
            "probcut_margin:",
            "probcut_margin:-2",
            "probcut_margin:x",
            "probcut_margin:inf",
            "probcut_margin:5:x",
            "probcut_margin:5:1000",
        ] {
            assert!(Tried::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_larger_numbers_scored_is_told_with_its_error() {
        // Ten rounds of 0.6 points a game; the number was larger on the side that won in nine of them.
        let state = State {
            rounds: 10,
            effects: BTreeMap::from([("delta_margin".to_owned(), 0.2 * 9.0 - 0.2)]),
            squares: 10.0 * 0.04,
            ..State::default()
        };
        let (effect, error) = state.effect("delta_margin");
        assert!((effect - 0.08).abs() < 1e-9, "{effect}");
        assert!((error - 0.1 / 10f64.sqrt()).abs() < 1e-9, "{error}");
    }

    #[test]
    fn steps_shrink_and_end_at_the_spread() {
        let (look, step) = scales(0, 100, 0.1);
        assert!(look > 1.5 && step > 0.1);
        let (look, step) = scales(99, 100, 0.1);
        assert!((look - 1.0).abs() < 1e-9 && (step - 0.1).abs() < 1e-9);
    }

    #[test]
    fn fractions_count_by_chance_and_ranges_hold() {
        let one = Tried::parse("null_move_base").expect("a number");
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = [0; 2];
        for _ in 0..1000 {
            match one.option(2.25, &mut rng).as_str() {
                "option.null_move_base=2" => seen[0] += 1,
                "option.null_move_base=3" => seen[1] += 1,
                other => panic!("{other}"),
            }
        }
        assert!((700..800).contains(&seen[0]), "{seen:?}");
        let most = one.parameter.most;
        assert_eq!(
            one.option(f64::from(most) + 5.0, &mut rng),
            format!("option.null_move_base={most}")
        );
    }
}
