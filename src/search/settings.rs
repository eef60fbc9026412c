//! The settings of a search that stay the same from search to search.

use super::endgames::Endgames;
use std::time::Duration;

/// The skill level of full strength.
pub const FULL_SKILL: u8 = 20;

/// The settings of a search, as opposed to its [limits](super::Limits).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of threads.
    pub threads: usize,
    /// The number of lines to report (`MultiPV`).
    pub multi_pv: usize,
    /// The time that is lost outside the engine at each turn, and so is not planned with.
    pub move_overhead: Duration,
    /// The skill level, from 0 to 20 (full strength).
    pub skill: u8,
    /// The Elo rating to play at; `None` if `skill` sets the strength.
    pub elo: Option<u32>,
    /// Whether the search is for analysis, always at full strength: `skill` and `elo` are ignored.
    pub analysing: bool,
    /// Whether the evaluation uses the game's NNUE, if the game has one.
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
