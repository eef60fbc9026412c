//! An engine that is asked what it thinks of positions, without an opponent.

use super::STOP;
use super::clock::Limits;
use super::engine::{Answer, Launch, Patience, Player as _, Process, Question, centipawns};
use super::peer::{Dialect, Peer};
use super::uci::Uci;
use crate::verdict::{MOST_SCORE, sign_of};
use anyhow::{Context as _, Result};
use katydid::rules::{Game, Turn, turn_of_text};
use katydid::variant::Variant;
use std::path::Path;
use std::sync::Arc;

/// A UCI engine that gives turns and scores.
pub struct Judge {
    engine: Uci,
    variant: Arc<Variant>,
    /// Whether it has begun a new game.
    ready: bool,
}

impl Judge {
    /// Starts an engine for positions of a game, with its peer's options and some more.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or does not play the game.
    pub fn start(
        variant: &Arc<Variant>,
        program: &Path,
        peer: Option<&Path>,
        options: &[(String, String)],
    ) -> Result<Self> {
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
        let options: Vec<_> = peer
            .options
            .into_iter()
            .chain(options.iter().cloned())
            .collect();
        let engine = Uci::greet(process, dialect, &options, Patience::default(), None);
        Ok(Self {
            engine: engine.with_context(|| format!("{} does not start", program.display()))?,
            variant: Arc::clone(variant),
            ready: false,
        })
    }

    /// Lets the engine forget the positions so far.
    pub const fn forget(&mut self) {
        self.ready = false;
    }

    /// The turn that the engine finds with this many nodes, and its score in centipawns, White's view; none if it does not say.
    ///
    /// # Errors
    /// If it does not answer, or its turn is not one.
    pub fn think(&mut self, game: &Game, nodes: u64) -> Result<Option<(Turn, i32)>> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let first = game.first().fen();
        let pos = game.position();
        let question = Question {
            game,
            first: &first,
            clocks: [None, None],
            side: pos.side_to_move(),
            limits: &limits,
            patience: Patience::default(),
        };
        if !self.ready {
            self.engine.new_game(&self.variant, &question)?;
            self.ready = true;
        }
        let thought = self.engine.think(&question)?;
        let (Answer::Turn(text), Some(score)) = (thought.answer, thought.comment.score) else {
            return Ok(None);
        };
        let turn = turn_of_text(pos, &text)
            .with_context(|| format!("the engine plays '{text}' in {}", pos.fen()))?;
        let score = centipawns(score).clamp(-MOST_SCORE, MOST_SCORE);
        Ok(Some((turn, sign_of(pos) * score)))
    }
}
