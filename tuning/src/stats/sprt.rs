//! The sequential probability ratio test on pairs of games.
//!
//! After every pair the log-likelihood ratio of "the difference is `elo1`" against "it is `elo0`" is compared
//! with Wald's bounds `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)` (A. Wald, "Sequential Tests of
//! Statistical Hypotheses", 1945). The ratio is the generalised one for a multinomial distribution: under each
//! hypothesis the likeliest distribution of pairs that fulfils it. For a given mean this is solved in
//! M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution", proposition 1.1; for a given ratio of mean to deviation (normalised Elo) in his "Comments on
//! normalized Elo", section 4.1.

use super::elo::{NORMALISED, score_of_elo};
use super::{Pentanomial, SHARES, moments};
use serde::{Deserialize, Serialize};

/// A class without pairs counts as this many, so that a likelihood exists.
const NO_PAIRS: f64 = 1e-3;
/// Steps of the fixed-point iteration for normalised Elo; it has converged long before.
const ITERATIONS: usize = 50;

/// In what the two hypotheses are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// Two hypotheses and the accepted probabilities of error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative, larger than `elo0`.
    pub elo1: f64,
    /// The probability to accept the alternative although the null hypothesis holds.
    pub alpha: f64,
    /// The probability to accept the null hypothesis although the alternative holds.
    pub beta: f64,
    /// The unit of both differences.
    pub model: Model,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

impl Sprt {
    /// The bounds of the ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of the pairs; 0 without any.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| {
            if count == 0 {
                NO_PAIRS
            } else {
                f64::from(count)
            }
        });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&observed, score_of_elo(elo)),
            // The deviation of a pair's share is that of a game over the root of two.
            Model::Normalized => with_ratio(&observed, elo / NORMALISED * 2_f64.sqrt()),
        };
        let (null, alternative) = (likeliest(self.elo0), likeliest(self.elo1));
        (0..5)
            .map(|class| counts[class] * (alternative[class] / null[class]).ln())
            .sum()
    }

    /// What the ratio says.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtVerdict::H1
        } else if llr <= lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        }
    }
}

/// The likeliest distribution with `sum of p * values = 0`, given the observed one: `p / (1 + theta *
/// value)` with the theta that fulfils the condition.
fn tilted(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let moment = |theta: f64| -> f64 {
        observed
            .iter()
            .zip(values)
            .map(|(share, value)| share * value / (1.0 + theta * value))
            .sum()
    };
    // The moment falls from plus to minus infinity between the two poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if moment(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|class| observed[class] / (1.0 + theta * values[class]))
}

/// The likeliest distribution with this mean.
fn with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(observed, &SHARES.map(|share| share - mean))
}

/// The likeliest distribution whose mean lies this many of its standard deviations above one half.
fn with_ratio(observed: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut shares = [0.2; 5];
    for _ in 0..ITERATIONS {
        let (mean, variance) = moments(&SHARES, &shares);
        let deviation = variance.sqrt();
        let values = SHARES.map(|share| {
            let standard = (share - mean) / deviation;
            share - 0.5 - 0.5 * ratio * deviation * (1.0 + standard * standard)
        });
        let next = tilted(observed, &values);
        let moved = (0..5).map(|class| (next[class] - shares[class]).abs());
        let settled = moved.fold(0.0, f64::max) < 1e-9;
        shares = next;
        if settled {
            break;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: Model) -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = test(Model::Normalized).bounds();
        near(lower, -2.944_438_979, 1e-6);
        near(upper, 2.944_438_979, 1e-6);
    }

    #[test]
    fn the_tilted_distribution_fulfils_its_condition() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.4, 0.5, 0.62] {
            let shares = with_mean(&observed, mean);
            near(shares.iter().sum(), 1.0, 1e-9);
            near(moments(&SHARES, &shares).0, mean, 1e-9);
        }
        for ratio in [-0.1, 0.0, 0.05] {
            let shares = with_ratio(&observed, ratio);
            let (mean, variance) = moments(&SHARES, &shares);
            near((mean - 0.5) / variance.sqrt(), ratio, 1e-6);
        }
    }

    #[test]
    fn two_classes_by_hand() {
        // With nothing but drawn pairs and won pairs (shares 1/2 and 1) a mean fixes the distribution up to
        // the regularisation: mean m means p(1) = 2m - 1, p(1/2) = 2 - 2m.
        let sprt = Sprt {
            elo0: 100.0,
            elo1: 200.0,
            ..test(Model::Logistic)
        };
        let (m0, m1) = (score_of_elo(100.0), score_of_elo(200.0));
        let by_hand = 600.0 * ((2.0 - 2.0 * m1) / (2.0 - 2.0 * m0)).ln()
            + 400.0 * ((2.0 * m1 - 1.0) / (2.0 * m0 - 1.0)).ln();
        near(sprt.llr(&[0, 0, 600, 0, 400]), by_hand, 0.05);
    }

    #[test]
    fn symmetric_hypotheses_cancel_on_level_results() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt {
                elo0: -5.0,
                ..test(model)
            };
            near(sprt.llr(&[10, 20, 40, 20, 10]), 0.0, 1e-6);
            assert!(sprt.llr(&[10, 20, 40, 25, 15]) > 0.0);
            near(
                sprt.llr(&[5, 9, 14, 8, 2]),
                -sprt.llr(&[2, 8, 14, 9, 5]),
                1e-6,
            );
        }
    }

    #[test]
    fn ratios_found_by_general_optimisation() {
        // The likelihoods maximised under the constraints by sequential quadratic programming.
        let pairs = [12, 31, 64, 45, 22];
        for (elo0, elo1, normalised, logistic) in [
            (0.0, 5.0, 0.589_911, 0.743_345),
            (0.0, 10.0, 1.108_552, 1.372_475),
            (-3.0, 1.0, 0.511_838, 0.657_616),
        ] {
            for (model, expected) in [(Model::Normalized, normalised), (Model::Logistic, logistic)]
            {
                let sprt = Sprt {
                    elo0,
                    elo1,
                    ..test(model)
                };
                near(sprt.llr(&pairs), expected, 1e-5);
            }
        }
    }

    #[test]
    fn many_results_decide() {
        let sprt = test(Model::Normalized);
        assert_eq!(sprt.verdict(sprt.llr(&[0; 5])), SprtVerdict::Continue);
        assert_eq!(
            sprt.verdict(sprt.llr(&[500, 2000, 4000, 3000, 700])),
            SprtVerdict::H1
        );
        assert_eq!(
            sprt.verdict(sprt.llr(&[700, 3000, 4000, 2000, 500])),
            SprtVerdict::H0
        );
    }
}
