//! Playing levels below full strength: they search fewer nodes, choose among nearly equal moves, and overlook replies. No level plays
//! purely random moves.

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

/// Levels and their Elo ratings: games of `chess` between neighbouring levels (docs/playing.md), with the whole scaled to the ends that
/// games against another engine gave. Between these levels the Elo is interpolated linearly.
const SCALE: [(f64, f64); 8] = [
    (0.0, 500.0),
    (4.0, 770.0),
    (6.0, 1080.0),
    (8.0, 1370.0),
    (10.0, 1790.0),
    (13.0, 2040.0),
    (16.0, 2300.0),
    (20.0, 2850.0),
];

/// The nodes of level 0, and the factor from each level to the next.
const FEWEST_NODES: f64 = 40.0;
const NODES_GROWTH: f64 = 1.36;

/// The range of the option `UCI_Elo`.
pub const ELO_RANGE: RangeInclusive<u32> = SCALE[0].1 as u32..=SCALE[SCALE.len() - 1].1 as u32;

/// A playing level, from 0 to [`FULL_SKILL`]; fractions come from Elo ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The level that the settings ask for: full strength in analysis, otherwise by Elo if one is set, otherwise by skill level.
    pub fn of(settings: &Settings) -> Self {
        match settings.elo {
            _ if settings.analysing => Self(f64::from(FULL_SKILL)),
            Some(elo) => Self::of_elo(f64::from(elo)),
            None => Self(f64::from(settings.skill.min(FULL_SKILL))),
        }
    }

    /// The level of an Elo rating.
    fn of_elo(elo: f64) -> Self {
        let [(least, _), .., (most, _)] = SCALE;
        let between = SCALE.windows(2).find(|ends| elo <= ends[1].1);
        let level = between.map_or(most, |ends| {
            let ((low, from), (high, to)) = (ends[0], ends[1]);
            low + (high - low) * (elo - from) / (to - from)
        });
        Self(level.max(least))
    }

    /// Whether the level is full strength.
    pub fn is_full(self) -> bool {
        self.0 >= f64::from(FULL_SKILL)
    }

    /// How many levels are missing to full strength.
    fn below(self) -> f64 {
        f64::from(FULL_SKILL) - self.0
    }

    /// The number of best lines that the search has to compute, among which the level chooses.
    pub fn lines(self) -> usize {
        if self.is_full() {
            1
        } else {
            2 + (self.below() / 4.0) as usize
        }
    }

    /// The depth limit; `None` at full strength.
    pub fn depth(self) -> Option<u32> {
        (!self.is_full()).then_some(1 + self.0 as u32)
    }

    /// The limit of nodes; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        let nodes = FEWEST_NODES * NODES_GROWTH.powf(self.0);
        (!self.is_full()).then_some(nodes as u64)
    }

    /// The temperature of the choice, in centipawns: a move that is worse by this amount is chosen e times less often.
    fn spread(self) -> f64 {
        3.0 + self.below().powi(2) * 0.45
    }

    /// The probability of overlooking the replies to a move.
    fn oversight(self) -> f64 {
        0.9 * (1.0 - self.0 / 10.0).max(0.0).powi(3)
    }

    /// Chooses a move for a weaker level, with the value that the level assigns to it; `None` at full strength. The choice is deterministic:
    /// its random numbers depend on the position alone.
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
            // Gumbel-max trick: taking the maximum of value plus Gumbel noise samples from the softmax of the values.
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
            // The level overlooked the replies, so the line must not show them.
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
