//! The engine as opponent: one blocking search at a time.

use anyhow::{Context as _, Result};
use katydid::rules::{Game, Turn};
use katydid::search::{Info, Limits, Searcher};
use std::time::Duration;

/// The size of the engine's table, in mebibytes.
const HASH_MB: usize = 64;
const MOVE_TIME: Duration = Duration::from_secs(2);

/// The engine, and how long and how well it thinks.
pub struct Engine {
    /// The search, with its settings.
    pub searcher: Searcher,
    pub move_time: Duration,
    /// The depth it stops at, in legs; `None`: when the time is up.
    pub depth: Option<u32>,
}

impl Engine {
    /// An engine of full strength.
    pub fn new() -> Result<Self> {
        Ok(Self {
            searcher: Searcher::new(HASH_MB)?,
            move_time: MOVE_TIME,
            depth: None,
        })
    }

    /// The turn to play in a game that is not over, and the last report of its line.
    pub fn think(&mut self, game: &Game) -> Result<(Turn, Option<Info>)> {
        let limits = Limits {
            move_time: Some(self.move_time),
            depth: self.depth,
            ..Limits::default()
        };
        let result = self.searcher.search(game, limits, |_| {})?;
        let info = result.info().filter(|info| !info.pv.is_empty()).cloned();
        let turn = result.best.turn.context("the engine has no move here")?;
        Ok((turn, info))
    }
}
