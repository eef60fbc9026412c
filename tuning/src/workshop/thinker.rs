//! Who searches positions for the workshop: this engine, or another one that speaks UCI.

use crate::arena::Judge;
use crate::verdict::search;
use anyhow::Result;
use katydid::rules::{Game, Turn};
use katydid::search::Searcher;
use katydid::variant::Variant;
use std::path::PathBuf;
use std::sync::Arc;

/// The table of this engine in mebibytes.
pub const HASH_MB: usize = 8;

/// Which engine searches.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// A UCI engine that searches (default: this one)
    #[arg(short, long)]
    pub engine: Option<PathBuf>,
    /// How the engine names our games and pieces, as `peer=` of the arena
    #[arg(long, requires = "engine")]
    pub peer: Option<PathBuf>,
}

/// An engine that searches.
pub enum Thinker {
    This(Box<Searcher>),
    Other(Box<Judge>),
}

impl Choice {
    /// Starts the engine for positions of a game. The options are for another engine alone, behind those of its peer file.
    ///
    /// # Errors
    /// If there is no memory for its table, or it does not start or play the game.
    pub fn start(&self, variant: &Arc<Variant>, options: &[(String, String)]) -> Result<Thinker> {
        Ok(match &self.engine {
            None => Thinker::This(Box::new(Searcher::new(HASH_MB)?)),
            Some(engine) => {
                let judge = Judge::start(variant, engine, self.peer.as_deref(), options)?;
                Thinker::Other(Box::new(judge))
            }
        })
    }

    /// The same, for an engine that is wanted; this one, if none is.
    pub fn if_wanted(&self, wanted: bool) -> Self {
        if wanted {
            self.clone()
        } else {
            Self::default()
        }
    }
}

impl Thinker {
    /// Forgets the positions so far, so that what is said of a game does not depend on the games before.
    pub fn forget(&mut self) {
        match self {
            Self::This(searcher) => searcher.clear(),
            Self::Other(judge) => judge.forget(),
        }
    }

    /// The turn that a search of this many nodes finds, and its score in centipawns, White's view; none if there is none.
    ///
    /// # Errors
    /// If another engine does not answer.
    pub fn think(&mut self, game: &Game, nodes: u64) -> Result<Option<(Turn, i32)>> {
        match self {
            Self::This(searcher) => Ok(search(game, nodes, searcher)),
            Self::Other(judge) => judge.think(game, nodes),
        }
    }
}
