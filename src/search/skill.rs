//! Playing levels below full strength: less depth, a choice among nearly equal moves, and overlooked replies. No level plays at
//! random.

use super::move_class::eval_after;
use super::report::Bound;
use super::settings::{FULL_SKILL, Settings};
use super::thread::RootMove;
use crate::base::{INFINITE, MATE_IN_MAX};
use crate::position::Position;
use crate::rules::Rules;
use rand::distr::Open01;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::RangeInclusive;

/// Levels and their Elo, measured by games (docs/playing.md), interpolated linearly.
const SCALE: [(f64, f64); 7] = [
    (0.0, 500.0),
    (4.0, 850.0),
    (8.0, 1350.0),
    (12.0, 1950.0),
    (16.0, 2300.0),
    (18.0, 2530.0),
    (20.0, 2850.0),
];

/// The range of `UCI_Elo`.
pub const ELO_RANGE: RangeInclusive<u32> = SCALE[0].1 as u32..=SCALE[SCALE.len() - 1].1 as u32;

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The level of the settings: full strength in analysis; an Elo takes precedence over the skill level.
    pub fn of(settings: &Settings) -> Self {
        match settings.elo {
            _ if settings.analysing => Self(f64::from(FULL_SKILL)),
            Some(elo) => Self::of_elo(f64::from(elo)),
            None => Self(f64::from(settings.skill.min(FULL_SKILL))),
        }
    }

    /// The level of an Elo.
    fn of_elo(elo: f64) -> Self {
        let [(least, _), .., (most, _)] = SCALE;
        let between = SCALE.windows(2).find(|ends| elo <= ends[1].1);
        let level = between.map_or(most, |ends| {
            let ((low, from), (high, to)) = (ends[0], ends[1]);
            low + (high - low) * (elo - from) / (to - from)
        });
        Self(level.max(least))
    }

    /// Whether this is full strength.
    pub fn is_full(self) -> bool {
        self.0 >= f64::from(FULL_SKILL)
    }

    /// The distance from full strength, in levels.
    fn below(self) -> f64 {
        f64::from(FULL_SKILL) - self.0
    }

    /// The number of lines that the search has to compute.
    pub fn lines(self) -> usize {
        if self.is_full() {
            1
        } else {
            2 + (self.below() / 4.0) as usize
        }
    }

    /// The depth limit; `None` at full strength.
    pub fn depth(self) -> Option<u32> {
        let depth = 1.0 + self.0 * 0.6 + (self.0 - 16.0).max(0.0) * 1.5;
        (!self.is_full()).then_some(depth as u32)
    }

    /// The temperature of the choice: a move this many centipawns below the best is chosen e times less often.
    fn spread(self) -> f64 {
        3.0 + self.below().powi(2) * 0.45
    }

    /// The probability of overlooking the replies to a move.
    fn oversight(self) -> f64 {
        0.9 * (1.0 - self.0 / 10.0).max(0.0).powi(3)
    }

    /// The move of a weaker level with the value it assigns; `None` at full strength. The choice depends on the position alone, so it
    /// is deterministic.
    pub fn choose<R: Rules>(self, moves: &[RootMove], pos: &Position) -> Option<RootMove> {
        if self.is_full() {
            return None;
        }
        let best = moves.first()?.value;
        let mut rng = ChaCha8Rng::seed_from_u64(pos.key());
        let mut uniform = || -> f64 { rng.sample(Open01) };
        let mut chosen = (0, best, f64::MIN);
        for (index, root) in moves.iter().enumerate() {
            let overlooks = uniform() < self.oversight();
            // Gumbel-max trick: the largest value plus Gumbel noise is a draw from the softmax of the values.
            let noise = -(-uniform().ln()).ln();
            let value = if overlooks && root.value < MATE_IN_MAX {
                eval_after::<R>(pos, root.mv)
            } else {
                root.value
            };
            let plausible = value > -INFINITE && (value > -MATE_IN_MAX || index == 0);
            let noisy = f64::from(value - best) / self.spread() + noise;
            if plausible && noisy > chosen.2 {
                chosen = (index, value, noisy);
            }
        }
        let (index, value, _) = chosen;
        let mut chosen = moves[index].clone();
        if value != chosen.value {
            // The replies were overlooked, so there is no line to show.
            chosen.value = value;
            chosen.bound = Bound::Exact;
            chosen.pv.truncate(1);
        }
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::{ELO_RANGE, FULL_SKILL, Level, Settings};

    #[test]
    fn the_elo_scale_runs_over_all_levels() {
        let levels: Vec<_> = ELO_RANGE
            .map(|elo| Level::of_elo(f64::from(elo)).0)
            .collect();
        assert!(levels.is_sorted_by(|a, b| a < b));
        assert!(levels[0].abs() < 1e-9);
        assert!((levels[levels.len() - 1] - f64::from(FULL_SKILL)).abs() < 1e-9);
        assert_eq!(Level::of_elo(9000.0), Level(f64::from(FULL_SKILL)));
    }

    #[test]
    fn analysis_has_full_strength() {
        let mut settings = Settings {
            skill: 3,
            elo: Some(800),
            ..Settings::default()
        };
        assert!(!Level::of(&settings).is_full());
        settings.analysing = true;
        assert!(Level::of(&settings).is_full());
    }

    #[test]
    fn higher_levels_look_further_and_choose_more_sharply() {
        let levels = || (0..FULL_SKILL).map(|level| Level(f64::from(level)));
        let pairs = levels().zip(levels().skip(1));
        for (lower, higher) in pairs {
            assert!(lower.depth() <= higher.depth());
            assert!(lower.spread() > higher.spread());
            assert!(lower.oversight() >= higher.oversight());
            assert!(lower.lines() >= higher.lines());
        }
        assert_eq!(Level(f64::from(FULL_SKILL)).depth(), None);
    }
}
