//! How to search, apart from limits.

use super::endgames::Endgames;
use std::time::Duration;

/// The skill level that plays at full strength.
pub const FULL_SKILL: u8 = 20;

/// How to search, apart from limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many threads.
    pub threads: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// Time lost outside the engine at each move.
    pub move_overhead: Duration,
    /// Playing strength 0-20; 20 is full strength.
    pub skill: u8,
    /// Play at this Elo instead of full strength.
    pub elo: Option<u32>,
    /// Whether the search serves analysis: it has full strength then, whatever `skill` and `elo` say.
    pub analysing: bool,
    /// Whether the network of the game corrects the evaluation, where it has one.
    pub network: bool,
    /// Tables of exact values.
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
