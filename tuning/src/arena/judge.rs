//! An engine that is asked what it thinks of positions, without a game.

use super::STOP;
use super::clock::Limits;
use super::engine::{Launch, Patience, Player as _, Process, Question, Score};
use super::peer::{Dialect, Peer};
use super::uci::Uci;
use anyhow::{Context as _, Result};
use katydid::rules::Game;
use katydid::variant::Variant;
use std::path::Path;

/// A UCI engine that gives scores.
pub struct Judge {
    engine: Uci,
    variant: &'static Variant,
    /// Whether it has begun a new game.
    ready: bool,
}

impl Judge {
    /// Starts an engine for positions of a game.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or does not play the game.
    pub fn start(variant: &'static Variant, program: &Path, peer: Option<&Path>) -> Result<Self> {
        let peer = peer.map(Peer::read).transpose()?;
        let dialect = match &peer {
            Some(peer) => peer.dialect(&variant.name)?,
            None => Dialect::default(),
        };
        let peer = peer.unwrap_or_default();
        let launch = Launch {
            program: program.to_owned(),
            arguments: peer.arguments,
            folder: None,
        };
        let process = Process::start(&launch, &STOP)?;
        let options: Vec<(String, String)> = peer.options.into_iter().collect();
        let engine = Uci::greet(process, dialect, &options, Patience::default(), None);
        Ok(Self {
            engine: engine.with_context(|| format!("{} does not start", program.display()))?,
            variant,
            ready: false,
        })
    }

    /// Lets the engine forget the positions so far.
    pub const fn forget(&mut self) {
        self.ready = false;
    }

    /// What the engine thinks of a position after so many nodes, from the view of the side to move; none if it does not say.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn score(&mut self, game: &Game, fen: &str, nodes: u64) -> Result<Option<i32>> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let question = Question {
            game,
            first: fen,
            clocks: [None, None],
            side: game.position().side_to_move(),
            limits: &limits,
            patience: Patience::default(),
        };
        if !self.ready {
            self.engine.new_game(self.variant, &question)?;
            self.ready = true;
        }
        let thought = self.engine.think(&question)?;
        Ok(thought.comment.score.map(Score::centipawns))
    }
}
