//! Playing below full strength, humanly: a lower level looks less far and is content with a move that
//! is nearly as good as the best, the more so the lower it is; it never plays at random.

use super::searcher::Settings;
use super::worker::RootMove;
use crate::base::{INFINITE, MATE_IN_MAX, SplitMix64};

/// The level that plays at full strength.
pub const FULL: u8 = 20;
/// The Elo (on the engine's own scale) of level 0 and of full strength.
const ELO_RANGE: (u32, u32) = (500, 2850);
/// How many lines a weakened search compares.
const LINES: usize = 6;

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The level of the settings: an Elo, if one is set, stands above the skill.
    pub fn of(settings: &Settings) -> Self {
        match settings.elo {
            Some(elo) => {
                let (least, most) = ELO_RANGE;
                let share = f64::from(elo.clamp(least, most) - least) / f64::from(most - least);
                Self(share * f64::from(FULL))
            }
            None => Self(f64::from(settings.skill.min(FULL))),
        }
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self.0 >= f64::from(FULL)
    }

    /// How many lines the search has to compare.
    pub fn lines(self) -> usize {
        if self.is_full() { 1 } else { LINES }
    }

    /// The depth a level looks at most.
    pub fn depth(self) -> Option<u32> {
        (!self.is_full()).then_some(1 + (self.0 * 0.6) as u32)
    }

    /// The index of the move a weakened level plays, `None` at full strength. The choice depends on
    /// the position alone, so it is the same on every run.
    pub fn choose(self, moves: &[RootMove], key: u64) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let best = moves.first()?.value;
        let spread = 8.0 + (f64::from(FULL) - self.0) * 9.0;
        let mut rng = SplitMix64::new(key);
        let mut chosen = (0, f64::MIN);
        for (index, root) in moves.iter().take(LINES).enumerate() {
            let plausible = root.value > -INFINITE && (root.value > -MATE_IN_MAX || index == 0);
            if !plausible {
                continue;
            }
            // Choosing the largest of value plus Gumbel noise draws by the softmax of the values.
            let uniform = ((rng.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
            let noisy = f64::from(root.value - best) / spread - (-uniform.ln()).ln();
            if noisy > chosen.1 {
                chosen = (index, noisy);
            }
        }
        Some(chosen.0)
    }
}
