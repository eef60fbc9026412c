//! Elo differences with their intervals, and the likelihood of superiority.
//!
//! Logistic Elo: a score of `s` (share of the points) is a difference of `-400 log10(1/s - 1)` (A. Elo,
//! "The Rating of Chessplayers", 1978). Normalised Elo measures the same score in standard deviations of a
//! single game, `(s - 1/2) / sigma * 800 / ln 10` (M. Van den Bergh, "Normalized Elo", 2019); it does not
//! depend on how drawish the openings are. Intervals are 95 % and use the variance of pairs, so that what an
//! opening gives to one colour in both games does not count as chance.

use super::{Pentanomial, SHARES, Z95, moments};

/// Points of normalised Elo in one standard deviation.
pub const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// What a number of independent results (single games or pairs) say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalised: Estimate,
    /// The probability that the first engine is the stronger one, 0 to 1.
    pub superiority: f64,
}

/// The logistic Elo difference of a score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Strength {
    /// From pairs of games. `None` without any.
    pub fn of_pairs(pairs: &Pentanomial) -> Option<Self> {
        Self::of(&SHARES, &pairs.map(f64::from), 2.0)
    }

    /// From single games: losses, draws, wins. `None` without any.
    pub fn of_games(losses: u32, draws: u32, wins: u32) -> Option<Self> {
        Self::of(&[0.0, 0.5, 1.0], &[losses, draws, wins].map(f64::from), 1.0)
    }

    /// `games` is the number of games in one result: the variance of a single game is this many times
    /// that of a result.
    fn of<const N: usize>(shares: &[f64; N], counts: &[f64; N], games: f64) -> Option<Self> {
        let total: f64 = counts.iter().sum();
        if total <= 0.0 {
            return None;
        }
        let (score, variance) = moments(shares, &counts.map(|count| count / total));
        let deviation = (variance / total).sqrt();
        let (low, high) = (score - Z95 * deviation, score + Z95 * deviation);
        let (elo_low, elo_high) = (elo_of_score(low), elo_of_score(high));
        let is_open = elo_low.is_infinite() || elo_high.is_infinite();
        let game_deviation = (games * variance).sqrt();
        let normalise = |share: f64| (share - 0.5) / game_deviation * NORMALISED;
        let superiority = if deviation > 0.0 {
            normal((score - 0.5) / deviation)
        } else {
            // Every result was the same: chance has had no say.
            f64::midpoint(
                f64::from(u8::from(score > 0.5)),
                f64::from(u8::from(score >= 0.5)),
            )
        };
        Some(Self {
            score,
            elo: Estimate {
                value: elo_of_score(score),
                // An interval that reaches beyond all or nothing has no end.
                error: if is_open {
                    f64::INFINITY
                } else {
                    f64::midpoint(elo_high, -elo_low)
                },
            },
            normalised: Estimate {
                value: normalise(score),
                error: f64::midpoint(normalise(high), -normalise(low)),
            },
            superiority,
        })
    }
}

/// The standard normal distribution function, by C. Hastings' approximation of the error function
/// (Abramowitz and Stegun 7.1.26); wrong by less than 2e-7.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ]
    .iter()
    .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = 0.5 * polynomial * (-z * z).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        near(elo_of_score(0.75), 190.848_501_9, 1e-6);
        near(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
        for elo in [-300.0, -1.0, 0.0, 12.5, 400.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution() {
        near(normal(0.0), 0.5, 2e-7);
        near(normal(1.0), 0.841_344_746, 2e-7);
        near(normal(-Z95), 0.025, 2e-7);
        near(normal(6.0), 1.0, 2e-7);
    }

    #[test]
    fn pairs_by_hand() {
        // Ten pairs: 2 of a half point, 4 of one, 4 of one and a half.
        // Score (0.5 + 2 + 3) / 10 = 0.55; variance 0.2*0.09 + 0.4*0.0025 + 0.4*0.04 = 0.035.
        let strength = Strength::of_pairs(&[0, 2, 4, 4, 0]).expect("there are pairs");
        near(strength.score, 0.55, 1e-12);
        near(strength.elo.value, 34.860_070, 1e-5);
        // 0.05 / sqrt(0.07) * 347.4356
        near(strength.normalised.value, 65.659_2, 1e-3);
        // deviation sqrt(0.0035) = 0.0591608; 0.05 / 0.0591608 = 0.845154
        near(strength.superiority, 0.800_990, 1e-4);
        // The interval 0.434047 .. 0.665953 is -46.078 .. 119.843 in Elo.
        near(strength.elo.error, 82.96, 0.02);
        // 1.959964 * 0.0591608 / sqrt(0.07) * 347.4356
        near(strength.normalised.error, 152.268, 1e-2);
    }

    #[test]
    fn swapped_results_give_the_opposite() {
        let one = Strength::of_pairs(&[1, 2, 5, 7, 3]).expect("there are pairs");
        let other = Strength::of_pairs(&[3, 7, 5, 2, 1]).expect("there are pairs");
        near(one.elo.value, -other.elo.value, 1e-9);
        near(one.elo.error, other.elo.error, 1e-9);
        near(one.superiority, 1.0 - other.superiority, 1e-9);
    }

    #[test]
    fn single_games_and_extremes() {
        let level = Strength::of_games(10, 0, 10).expect("there are games");
        near(level.superiority, 0.5, 1e-6);
        near(level.elo.value, 0.0, 1e-9);
        assert_eq!(Strength::of_games(0, 0, 0), None);
        let all = Strength::of_pairs(&[0, 0, 0, 0, 3]).expect("there are pairs");
        assert!(all.elo.value.is_infinite() && all.elo.error.is_infinite());
        near(all.superiority, 1.0, 1e-9);
        let drawn = Strength::of_pairs(&[0, 0, 3, 0, 0]).expect("there are pairs");
        near(drawn.superiority, 0.5, 1e-9);
    }
}
