//! How to search, apart from limits.

use super::endgames::Endgames;
use std::time::Duration;

/// The skill level that plays at full strength.
pub const FULL_SKILL: u8 = 20;

/// How to search, apart from limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of threads.
    pub threads: usize,
    /// The number of lines to report (`MultiPV`).
    pub multi_pv: usize,
    /// The time lost outside the engine at each turn.
    pub move_overhead: Duration,
    /// Playing strength 0-20; 20 is full strength.
    pub skill: u8,
    /// The Elo to play at; `None` if `skill` sets the strength.
    pub elo: Option<u32>,
    /// Whether the search serves analysis, which is always at full strength: `skill` and `elo` are ignored.
    pub analysing: bool,
    /// Whether the game's NNUE, if it has one, corrects the evaluation.
    pub network: bool,
    /// The endgame tables, if there are any.
    pub endgames: Option<Endgames>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            skill: FULL_SKILL,
            elo: None,
            analysing: false,
            network: true,
            endgames: None,
        }
    }
}
