//! What results of games say about strength.

pub mod elo;
pub mod sprt;

/// How the pairs of games with one opening and swapped colours ended, by the points of the first
/// engine: 0, a half, one, one and a half, two.
pub type Pentanomial = [u32; 5];

/// The share of the points that each class of pairs stands for.
pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The 97.5 % point of the normal distribution: two of its tails leave a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The mean and the variance of values with the given probabilities.
pub fn moments<const N: usize>(values: &[f64; N], probabilities: &[f64; N]) -> (f64, f64) {
    let pairs = || values.iter().zip(probabilities);
    let mean: f64 = pairs().map(|(value, share)| value * share).sum();
    let variance = pairs()
        .map(|(value, share)| share * (value - mean).powi(2))
        .sum();
    (mean, variance)
}
