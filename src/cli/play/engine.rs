//! The engine as opponent: one blocking search at a time.

use super::screen::Screen;
use crate::cli::opinion::opinion;
use crate::cli::tables;
use anyhow::{Context as _, Result};
use katydid::rules::{Game, Turn};
use katydid::search::{Info, Limits, Searcher};
use katydid::session::endgame_tables;
use katydid::tables::{MOST_PIECES, Tables};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// The size of the engine's table, in mebibytes.
const HASH_MB: usize = 64;
const MOVE_TIME: Duration = Duration::from_secs(2);

/// The engine with its strength and limits.
pub struct Engine {
    /// The searcher, with its settings.
    pub searcher: Searcher,
    /// The endgame tables of the engine.
    pub tables: Arc<Tables>,
    pub move_time: Duration,
    /// The depth limit, in legs; `None`: only the time is limited.
    pub depth: Option<u32>,
}

impl Engine {
    /// An engine of full strength.
    pub fn new() -> Result<Self> {
        let mut searcher = Searcher::new(HASH_MB)?;
        let tables = Arc::new(tables::usual());
        searcher.settings.endgames = endgame_tables(&tables, MOST_PIECES as u32);
        Ok(Self {
            searcher,
            tables,
            move_time: MOVE_TIME,
            depth: None,
        })
    }

    /// Searches for the turn to play in a game that is not over. Returns the turn and the last report of the search.
    /// On the whole screen the best line so far can be shown, and the player can interrupt the search.
    pub fn think(
        &mut self,
        game: &Game,
        screen: &mut Screen,
        shown: bool,
    ) -> Result<(Turn, Option<Info>)> {
        let limits = Limits {
            move_time: Some(self.move_time),
            depth: self.depth,
            ..Limits::default()
        };
        let (pos, screen) = (game.position(), RefCell::new(screen));
        let is_over = || screen.borrow_mut().is_interrupted();
        let progress = |info: &Info| {
            if shown && info.multipv == 1 && !info.pv.is_empty() {
                screen.borrow_mut().think(|| opinion(pos, info));
            }
        };
        let result = self
            .searcher
            .search_until(game, limits, is_over, progress)?;
        let info = result.info().filter(|info| !info.pv.is_empty()).cloned();
        let turn = result.best.turn.context("the engine has no move here")?;
        Ok((turn, info))
    }
}
