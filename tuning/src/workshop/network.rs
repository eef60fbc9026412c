//! The network of `katydid::variant::nnue` in floating point, and how it learns.
//!
//! Its output is added to the value that the evaluation terms give a position; what both together predict is compared with what is known, as in [`super::fit`], and Adam goes downhill. A step is cut into a fixed number of parts, so that how many processors
//! there are changes nothing.

use super::fit::Round;
use katydid::variant::nnue::{
    CENTIPAWNS, Header, Inputs, Layer, MOST_LAST, Network, NetworkError, ONE, UNIT, WIDTH,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;

/// Positions of a step, and of each of the parts it is cut into.
const BATCH: usize = 16_384;
const PART: usize = 2048;
/// Adam's memory of slopes and of their squares, and what keeps it from dividing by nothing.
const ADAM: (f32, f32, f32) = (0.9, 0.999, 1e-8);
/// The largest weight of the first layer: this many pieces together stay within 16 bits.
const MOST_FIRST: f32 = 1.98;
/// How far from nothing weights begin at most: those of the first layer, and those of the last.
const BEGIN: (f32, f32) = (0.1, 0.05);

/// Numbers of the cells of a view.
type Cells = [f32; WIDTH];

/// Positions as the network sees them.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The inputs of all positions, as the side to move sees them.
    inputs: Vec<u16>,
    rows: Vec<Row>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Where its inputs begin, and how many they are.
    first: u32,
    count: u8,
    known: Known,
}

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What the evaluation terms say, in centipawns.
    pub base: f32,
    /// How much of a correction counts, from 0 to 1.
    pub share: f32,
    /// The expectation that has to be predicted, from 0 to 1.
    pub target: f32,
}

impl Rows {
    /// Adds a position with its inputs.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = u16>, known: Known) {
        let first = self.inputs.len();
        self.inputs.extend(inputs);
        self.rows.push(Row {
            first: first as u32,
            count: (self.inputs.len() - first) as u8,
            known,
        });
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    fn inputs(&self, row: &Row) -> &[u16] {
        let first = row.first as usize;
        &self.inputs[first..first + usize::from(row.count)]
    }
}

/// The network in floating point; slopes of its numbers have the same shape.
#[derive(Clone, Debug)]
pub struct Numbers {
    inputs: Inputs,
    first: Vec<Cells>,
    bias: Cells,
    last: [Cells; 2],
    last_bias: f32,
}

impl Numbers {
    fn zero(inputs: Inputs) -> Self {
        Self {
            inputs,
            first: vec![[0.0; WIDTH]; inputs.count()],
            bias: [0.0; WIDTH],
            last: [[0.0; WIDTH]; 2],
            last_bias: 0.0,
        }
    }

    /// Small random numbers.
    fn random(inputs: Inputs, rng: &mut ChaCha8Rng) -> Self {
        let mut numbers = Self::zero(inputs);
        let (first, last) = BEGIN;
        for weight in numbers.first.as_flattened_mut() {
            *weight = rng.random_range(-first..first);
        }
        for weight in numbers.last.as_flattened_mut() {
            *weight = rng.random_range(-last..last);
        }
        numbers.bias = [first; WIDTH];
        numbers
    }

    /// The numbers of a network.
    fn of(network: &Network) -> Self {
        let (one, unit) = (f32::from(ONE), f32::from(UNIT));
        let parts = |layer: &Layer, parts: f32| layer.map(|number| f32::from(number) / parts);
        Self {
            inputs: network.inputs(),
            first: network.rows().iter().map(|row| parts(row, one)).collect(),
            bias: parts(network.bias(), one),
            last: network.last().map(|weights| parts(&weights, unit)),
            last_bias: network.header().last_bias as f32 / (one * unit),
        }
    }

    /// All numbers in order: the first layer, its bias, the last layer, its bias.
    fn all_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.as_flattened_mut().iter_mut();
        let last = self.last.as_flattened_mut().iter_mut();
        first
            .chain(&mut self.bias)
            .chain(last)
            .chain([&mut self.last_bias])
    }

    fn add(mut self, other: &Self) -> Self {
        let pairs = self.first.iter_mut().zip(&other.first);
        let pairs = pairs.chain(self.last.iter_mut().zip(&other.last));
        for (ours, theirs) in pairs.chain([(&mut self.bias, &other.bias)]) {
            for (ours, theirs) in ours.iter_mut().zip(theirs) {
                *ours += theirs;
            }
        }
        self.last_bias += other.last_bias;
        self
    }

    /// The cells of both views, before they are held between nothing and one.
    fn cells(&self, own: &[u16]) -> [Cells; 2] {
        let mut views = [self.bias; 2];
        for input in own {
            let own = usize::from(*input);
            let inputs = [own, self.inputs.turned(own)];
            for (cells, input) in views.iter_mut().zip(inputs) {
                for (cell, weight) in cells.iter_mut().zip(&self.first[input]) {
                    *cell += weight;
                }
            }
        }
        views
    }

    fn output(&self, views: &[Cells; 2]) -> f32 {
        let mut sum = self.last_bias;
        for (cells, weights) in views.iter().zip(&self.last) {
            for (cell, weight) in cells.iter().zip(weights) {
                sum += cell.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        sum
    }

    /// Adds what a slope of the output makes of the slopes of the numbers.
    fn add_slopes(&self, own: &[u16], views: &[Cells; 2], slope: f32, sums: &mut Self) {
        sums.last_bias += slope;
        let mut downs = [[0.0; WIDTH]; 2];
        for view in 0..2 {
            for index in 0..WIDTH {
                let cell = views[view][index];
                let held = cell.clamp(0.0, 1.0);
                sums.last[view][index] += slope * held * held;
                if (0.0..=1.0).contains(&cell) {
                    downs[view][index] = slope * self.last[view][index] * 2.0 * held;
                }
                sums.bias[index] += downs[view][index];
            }
        }
        for input in own {
            let own = usize::from(*input);
            for (down, input) in downs.iter().zip([own, self.inputs.turned(own)]) {
                for (sum, slope) in sums.first[input].iter_mut().zip(down) {
                    *sum += slope;
                }
            }
        }
    }

    /// The network in whole numbers.
    ///
    /// # Errors
    /// [`NetworkError`] if weights are larger than a file holds; what has been learned is not.
    pub fn whole(&self, game: &str, trained: String) -> Result<Network, NetworkError> {
        let (one, unit) = (f32::from(ONE), f32::from(UNIT));
        let parts = |cells: &Cells, parts: f32| cells.map(|cell| (cell * parts).round() as i16);
        let last = self.last.iter().map(|cells| parts(cells, unit));
        let cells = [self.bias].into_iter().chain(self.first.iter().copied());
        let numbers: Vec<i16> = last
            .chain(cells.map(|cells| parts(&cells, one)))
            .flatten()
            .collect();
        let header = Header {
            game: game.to_owned(),
            types: self.inputs.types,
            hands: self.inputs.hands,
            last_bias: (self.last_bias * one * unit).round() as i32,
            trained,
        };
        Network::new(header, &numbers)
    }
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The steepness of the curve from values to expectations, for a centipawn.
    pub steepness: f32,
    /// Rounds through the data.
    pub rounds: u32,
    /// The first steps.
    pub step: f32,
    /// The seed of the first numbers and of the order of positions.
    pub seed: u64,
}

/// What is learned from and what it is judged by.
#[derive(Clone, Debug)]
pub struct Learner<'a> {
    /// The inputs of the network.
    pub inputs: Inputs,
    /// Positions learned from.
    pub learned: &'a Rows,
    /// Positions held out.
    pub held_out: &'a Rows,
    /// How to learn.
    pub settings: Settings,
    /// The network whose numbers are refined, with the same inputs; `None` for random numbers.
    pub start: Option<&'a Network>,
}

impl Learner<'_> {
    /// The expectation of a row, and the slope of it.
    fn told(&self, row: &Row, output: f32) -> (f32, f32) {
        let worth = self.settings.steepness * row.known.share * CENTIPAWNS as f32;
        let base = self.settings.steepness * row.known.base;
        let told = logistic(base + worth * output);
        (told, told * (1.0 - told) * worth)
    }

    /// The mean loss on positions.
    fn loss(&self, numbers: &Numbers, rows: &Rows) -> f64 {
        let loss = |row: &Row| {
            let output = numbers.output(&numbers.cells(rows.inputs(row)));
            let (told, _) = self.told(row, output);
            f64::from(told - row.known.target).powi(2)
        };
        rows.rows.par_iter().map(loss).sum::<f64>() / rows.len().max(1) as f64
    }

    /// The slopes of the loss on some rows, and the loss.
    fn slopes(&self, numbers: &Numbers, batch: &[u32]) -> (Numbers, f64) {
        let rows = self.learned;
        let parts: Vec<(Numbers, f64)> = batch
            .par_chunks(PART)
            .map(|part| {
                let mut sums = Numbers::zero(self.inputs);
                let mut loss = 0.0;
                for index in part {
                    let row = &rows.rows[*index as usize];
                    let own = rows.inputs(row);
                    let views = numbers.cells(own);
                    let (told, rise) = self.told(row, numbers.output(&views));
                    let off = told - row.known.target;
                    loss += f64::from(off).powi(2);
                    let slope = 2.0 * off * rise / batch.len() as f32;
                    numbers.add_slopes(own, &views, slope, &mut sums);
                }
                (sums, loss)
            })
            .collect();
        let mut parts = parts.into_iter();
        let first = parts
            .next()
            .unwrap_or_else(|| (Numbers::zero(self.inputs), 0.0));
        parts.fold(first, |(sums, loss), (more, lost)| {
            (sums.add(&more), loss + lost)
        })
    }

    /// Learns; `report` gets for each round the losses on what is learned from, as they were on the way, and on what is held
    /// out. The last numbers are what is found: steps end small, and there are far more positions than numbers.
    pub fn learn(&self, mut report: impl FnMut(u32, Round)) -> Numbers {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        let mut now = match self.start {
            Some(network) => Numbers::of(network),
            None => Numbers::random(self.inputs, &mut rng),
        };
        let mut mean = Numbers::zero(self.inputs);
        let mut square = mean.clone();
        let (mean_memory, square_memory, tiny) = ADAM;
        let most_last = f32::from(MOST_LAST) / f32::from(UNIT);
        let mut order: Vec<u32> = (0..self.learned.len() as u32).collect();
        let batches = order.len().div_ceil(BATCH);
        let all = (batches * self.settings.rounds as usize).max(1) as f32;
        let mut steps = 0;
        for round in 1..=self.settings.rounds {
            order.shuffle(&mut rng);
            let mut lost = 0.0;
            for batch in order.chunks(BATCH) {
                steps += 1;
                // From the first step down to nothing along half a wave.
                let wave = (std::f32::consts::PI * (steps - 1) as f32 / all).cos();
                let pace = self.settings.step * 0.5 * (1.0 + wave);
                let fair = |memory: f32| 1.0 - memory.powi(steps);
                let (fair_mean, fair_square) = (fair(mean_memory), fair(square_memory));
                let (mut slopes, loss) = self.slopes(&now, batch);
                lost += loss;
                let numbers = now.all_mut().zip(mean.all_mut()).zip(square.all_mut());
                for (((number, mean), square), slope) in numbers.zip(slopes.all_mut()) {
                    *mean += (1.0 - mean_memory) * (*slope - *mean);
                    *square += (1.0 - square_memory) * (*slope * *slope - *square);
                    *number -= pace * (*mean / fair_mean) / ((*square / fair_square).sqrt() + tiny);
                }
                for weight in now.first.as_flattened_mut() {
                    *weight = weight.clamp(-MOST_FIRST, MOST_FIRST);
                }
                for weight in now.last.as_flattened_mut() {
                    *weight = weight.clamp(-most_last, most_last);
                }
            }
            let round_losses = Round {
                learned: lost / self.learned.len().max(1) as f64,
                held_out: self.loss(&now, self.held_out),
            };
            report(round, round_losses);
        }
        now
    }

    /// The losses without a network.
    pub fn before(&self) -> Round {
        let nothing = Numbers::zero(self.inputs);
        Round {
            learned: self.loss(&nothing, self.learned),
            held_out: self.loss(&nothing, self.held_out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs = Inputs { types: 2, hands: 2 };

    /// Positions of three pieces of two types at random, some of them in hand, with targets that follow from whether one is of the first.
    fn rows(count: usize, rng: &mut ChaCha8Rng) -> Rows {
        let mut rows = Rows::default();
        for _ in 0..count {
            let inputs = [0; 3].map(|_| rng.random_range(0..INPUTS.count() as u16));
            let is_good = inputs.iter().any(|input| *input < 64);
            let known = Known {
                base: rng.random_range(-20.0..20.0),
                share: 0.75,
                target: if is_good { 0.7 } else { 0.2 },
            };
            rows.push(inputs, known);
        }
        rows
    }

    fn learner<'a>(learned: &'a Rows, held_out: &'a Rows) -> Learner<'a> {
        Learner {
            inputs: INPUTS,
            learned,
            held_out,
            settings: Settings {
                steepness: 0.004,
                rounds: 60,
                step: 0.01,
                seed: 3,
            },
            start: None,
        }
    }

    #[test]
    fn slopes_are_what_small_changes_of_numbers_make_of_the_loss() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let rows = rows(50, &mut rng);
        let learner = learner(&rows, &rows);
        let numbers = Numbers::random(INPUTS, &mut rng);
        let all: Vec<u32> = (0..50).collect();
        let (mut slopes, loss) = learner.slopes(&numbers, &all);
        assert!((loss / 50.0 - learner.loss(&numbers, &rows)).abs() < 1e-6);
        let slopes: Vec<f32> = slopes.all_mut().map(|slope| *slope).collect();
        let count = slopes.len();
        let mut told = 0;
        for at in (0..count).filter(|at| at % 97 == 0 || *at >= count - 3 * WIDTH - 1) {
            let moved = |by: f32| {
                let mut moved = numbers.clone();
                if let Some(number) = moved.all_mut().nth(at) {
                    *number += by;
                }
                learner.loss(&moved, &rows)
            };
            let slope = (moved(0.02) - moved(-0.02)) / 0.04;
            let found = f64::from(slopes[at]);
            assert!(
                (slope - found).abs() < 2e-5 + 0.05 * slope.abs(),
                "{at}: {slope} {found}"
            );
            told += usize::from(found.abs() > 1e-5);
        }
        assert!(told > 50, "{told}");
    }

    #[test]
    fn what_follows_from_squares_is_learned() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let [learned, held_out] = [4000, 500].map(|count| rows(count, &mut rng));
        let learner = learner(&learned, &held_out);
        let mut after = learner.before().held_out;
        let before = after;
        let numbers = learner.learn(|_, round| after = round.held_out);
        assert!(after < 0.2 * before, "{before} {after}");

        // In whole numbers it says nearly the same.
        let network = numbers.whole("chess", String::new()).expect("a network");
        let again = Numbers::of(&network).whole("chess", String::new());
        assert_eq!(again.as_ref(), Ok(&network));
        // Refined by small steps, it stays about where it was.
        let mut refined = f64::MAX;
        let refining = Learner {
            start: Some(&network),
            settings: Settings {
                rounds: 1,
                step: 1e-4,
                ..learner.settings
            },
            ..learner.clone()
        };
        refining.learn(|_, round| refined = round.learned);
        assert!(refined < 0.2 * before, "{before} {refined}");
        for row in &held_out.rows {
            let own = held_out.inputs(row);
            let cells = |turn: bool| {
                let mut cells = *network.bias();
                for input in own.iter().map(|input| usize::from(*input)) {
                    let input = if turn { INPUTS.turned(input) } else { input };
                    let whole =
                        numbers.first[input].map(|cell| (cell * f32::from(ONE)).round() as i16);
                    for (cell, weight) in cells.iter_mut().zip(whole) {
                        *cell += weight;
                    }
                }
                cells
            };
            let whole = network.output([&cells(false), &cells(true)]) as f32;
            let output = numbers.output(&numbers.cells(own)) * CENTIPAWNS as f32;
            assert!((whole - output).abs() < 12.0, "{whole} {output}");
        }
    }

    #[test]
    fn how_many_processors_there_are_changes_nothing() {
        let mut rng = ChaCha8Rng::seed_from_u64(10);
        let rows = rows(5000, &mut rng);
        let mut learner = learner(&rows, &rows);
        learner.settings.rounds = 2;
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let numbers = pool.expect("threads").install(|| learner.learn(|_, _| {}));
            numbers.whole("chess", String::new())
        });
        assert_eq!(one, three);
    }
}
