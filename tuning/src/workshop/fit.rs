//! Finds the weights of the evaluation that predict results best.
//!
//! The value of a position becomes an expectation by a logistic curve, whose steepness is fitted first; the loss is the
//! mean square of its difference from what is known: the result of the game, mixed with what a search said. A Gaussian
//! prior holds each number near what it was, the more the less the games say of it. Adam goes downhill (D. Kingma,
//! J. Ba, "Adam: A Method for Stochastic Optimization", 2014); the numbers that did best on games held out are kept.

use super::model::{Numbers, Row};
use katydid::variant::WeightKey;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Positions of a step.
const BATCH: usize = 16_384;
/// Adam's memory of slopes and of their squares, and what keeps it from dividing by nothing.
const ADAM: (f64, f64, f64) = (0.9, 0.999, 1e-8);
/// Rounds without a better loss before the fit ends. The loss held out can grow for some rounds at first, before the numbers
/// have found each other.
const PATIENCE: u32 = 25;
/// By what the steps are multiplied after a round without a better loss.
const CALM: f64 = 0.9;

/// What a fit goes by.
#[derive(Clone, Copy, PartialEq, Debug, clap::Args)]
pub struct Settings {
    /// The share of the game's result in the target; the rest is the score of a search
    #[arg(long, default_value_t = Settings::USUAL.result)]
    pub result: f64,
    /// How much the prior weighs: what a number that is off by its spread costs, in positions predicted all wrong
    #[arg(long, default_value_t = Settings::USUAL.prior)]
    pub prior: f64,
    /// Rounds through the data at most
    #[arg(long, default_value_t = Settings::USUAL.rounds)]
    pub rounds: u32,
    /// The first steps, as a share of what a number may well be off
    #[arg(long, default_value_t = Settings::USUAL.step)]
    pub step: f64,
    /// The seed of the order of positions
    #[arg(long, default_value_t = Settings::USUAL.seed)]
    pub seed: u64,
    /// Scores are of another engine, whose centipawns are not ours: how steeply they tell results is fitted too
    #[arg(long)]
    pub rescale: bool,
    /// The least steepness, for a hundred centipawns: values before the fit that tell less of results are not believed, nor are
    /// scores of searches with them
    #[arg(long, default_value_t = Settings::USUAL.least_steepness)]
    pub least_steepness: f64,
}

impl Settings {
    /// What is taken unless something else is asked for.
    pub const USUAL: Self = Self {
        result: 0.6,
        prior: 3.0,
        rounds: 120,
        step: 0.02,
        seed: 1,
        rescale: false,
        least_steepness: 0.0,
    };
}

/// The losses of a round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// On the games that are learned from, the prior not counted.
    pub learned: f64,
    /// On the games held out.
    pub held_out: f64,
}

/// What a fit has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The steepness of the curve, for a hundred centipawns.
    pub steepness: f64,
    /// The losses of each round; the first is before the fit.
    pub rounds: Vec<Round>,
    /// Positions learned from, and held out.
    pub positions: (usize, usize),
    #[serde(skip)]
    pub numbers: Vec<f64>,
}

impl Outcome {
    /// Whether a file has to name a weight: any game depends on it. If the fit has found nothing better than what it began with, all
    /// weights that are not the defaults, which would come back.
    pub fn has_to_name(&self, numbers: &Numbers, weight: WeightKey) -> bool {
        let start = numbers.start();
        if self.numbers != start {
            return self.has_told(numbers, weight);
        }
        let (at, text) = (numbers.weight(weight), weight.term.text());
        let default = [text.default.mg(), text.default.eg()].map(f64::from);
        let parts = 1 + usize::from(text.tapered);
        start[at..at + parts] != default[..parts]
    }

    /// Whether any game depends on a weight.
    fn has_told(&self, numbers: &Numbers, weight: WeightKey) -> bool {
        let first = numbers.weight(weight);
        let moved = |at: usize| {
            let both = self.numbers.get(at).zip(numbers.all.get(at));
            both.is_some_and(|(found, number)| (found - number.start).abs() > 0.0)
        };
        moved(first) || weight.term.text().tapered && moved(first + 1)
    }

    /// The loss on the games held out, before and after.
    pub fn held_out(&self) -> (f64, f64) {
        let losses = self.rounds.iter().map(|round| round.held_out);
        let first = self.rounds.first().map_or(0.0, |round| round.held_out);
        (first, losses.fold(f64::INFINITY, f64::min))
    }
}

/// The targets that an evaluation has to predict.
#[derive(Clone, Copy, Debug)]
struct Task<'a> {
    numbers: &'a Numbers,
    /// The share of the result.
    result: f64,
    /// The steepness of the curve, for a centipawn of ours.
    steepness: f64,
    /// The same for a centipawn of the scores.
    of_scores: f64,
}

impl std::fmt::Debug for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} numbers", self.all.len())
    }
}

/// The expectation of a value in units of the curve.
pub fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

impl Task<'_> {
    /// What is known of a position.
    fn target(&self, row: &Row) -> f64 {
        self.result * row.points + (1.0 - self.result) * logistic(self.of_scores * row.score)
    }

    fn loss(&self, rows: &[Row], numbers: &[f64]) -> f64 {
        let loss = |row: &Row| {
            let expected = logistic(self.steepness * self.numbers.value(row, numbers));
            (expected - self.target(row)).powi(2)
        };
        rows.par_iter().map(loss).sum::<f64>() / rows.len().max(1) as f64
    }

    /// The slopes of the mean loss of some positions.
    fn slopes(&self, rows: &[&Row], numbers: &[f64]) -> Vec<f64> {
        let count = numbers.len();
        let add = |mut sum: Vec<f64>, row: &&Row| {
            let expected = logistic(self.steepness * self.numbers.value(row, numbers));
            let slope = 2.0 * (expected - self.target(row)) * expected * (1.0 - expected);
            self.numbers
                .add_slopes(row, numbers, slope * self.steepness, &mut sum);
            sum
        };
        let join = |mut one: Vec<f64>, other: Vec<f64>| {
            for (a, b) in one.iter_mut().zip(other) {
                *a += b;
            }
            one
        };
        let sum = rows
            .par_chunks(1024)
            .map(|part| part.iter().fold(vec![0.0; count], add))
            .reduce(|| vec![0.0; count], join);
        sum.iter()
            .map(|slope| slope / rows.len().max(1) as f64)
            .collect()
    }
}

/// The steepness with which values, in centipawns, predict points best, by golden section: for a centipawn.
pub fn steepness(values: &[(f64, f64)]) -> f64 {
    let loss = |steepness: f64| {
        let loss = |(value, points): &(f64, f64)| (logistic(steepness * value) - points).powi(2);
        values.par_iter().map(loss).sum::<f64>()
    };
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0005, 0.03);
    for _ in 0..40 {
        let step = ratio * (high - low);
        if loss(high - step) < loss(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    f64::midpoint(low, high)
}

/// Fits the numbers of a game to rows that are learned from and rows held out.
pub fn fit(
    numbers: &Numbers,
    learned: &[Row],
    held_out: &[Row],
    settings: &Settings,
    mut report: impl FnMut(u32, Round),
) -> Outcome {
    let start = numbers.start();
    let values = learned.par_iter();
    let values = values.map(|row| (numbers.value(row, &start), row.points));
    let fitted = |values: Vec<(f64, f64)>| steepness(&values);
    let steepness = fitted(values.collect());
    let of_scores = if settings.rescale {
        fitted(learned.iter().map(|row| (row.score, row.points)).collect())
    } else {
        steepness
    };
    let least = settings.least_steepness / 100.0;
    let task = Task {
        numbers,
        result: if steepness < least {
            1.0
        } else {
            settings.result
        },
        steepness: steepness.max(least),
        of_scores,
    };
    let judge = |numbers: &[f64]| Round {
        learned: task.loss(learned, numbers),
        held_out: task.loss(held_out, numbers),
    };
    let mut outcome = Outcome {
        steepness: task.steepness * 100.0,
        rounds: vec![judge(&start)],
        positions: (learned.len(), held_out.len()),
        numbers: start.clone(),
    };
    let spreads: Vec<f64> = numbers.all.iter().map(|number| number.spread).collect();
    let prior = settings.prior / learned.len().max(1) as f64;
    let mut now = start.clone();
    let (mut mean, mut square) = (vec![0.0; now.len()], vec![0.0; now.len()]);
    let (mean_memory, square_memory, tiny) = ADAM;
    let mut order: Vec<&Row> = learned.iter().collect();
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut steps, mut stale, mut pace) = (0, 0, settings.step);
    for number in 1..=settings.rounds {
        order.shuffle(&mut rng);
        for batch in order.chunks(BATCH) {
            steps += 1;
            let slopes = task.slopes(batch, &now);
            for index in 0..now.len() {
                let spread = spreads[index];
                if spread <= 0.0 {
                    continue;
                }
                let pull = 2.0 * prior * (now[index] - start[index]) / (spread * spread);
                // In units of the spread, so that one pace suits all.
                let slope = (slopes[index] + pull) * spread;
                mean[index] = mean_memory * mean[index] + (1.0 - mean_memory) * slope;
                square[index] =
                    square_memory * square[index] + (1.0 - square_memory) * slope * slope;
                let fair = |value: f64, memory: f64| value / (1.0 - memory.powi(steps));
                let step = fair(mean[index], mean_memory)
                    / (fair(square[index], square_memory).sqrt() + tiny);
                now[index] -= pace * spread * step;
            }
        }
        let round = judge(&now);
        report(number, round);
        let (_, best) = outcome.held_out();
        outcome.rounds.push(round);
        if round.held_out < best {
            outcome.numbers.clone_from(&now);
            stale = 0;
        } else {
            stale += 1;
            pace *= CALM;
        }
        if stale >= PATIENCE {
            break;
        }
    }
    outcome
}
