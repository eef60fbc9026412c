//! The file of played games. The engine writes it itself because front-ends that do not know the rules of the game save wrong moves.

use super::Session;
use crate::pgn::{self, Notation, Pgn, Roster};
use crate::protocol::{Key, Refusal};
use std::path::Path;

/// The name of the engine in games.
const ENGINE: &str = concat!("Katydid ", env!("CARGO_PKG_VERSION"));

impl Session {
    /// Adds the game to the player's file, unless it is already there.
    pub(super) fn archive(&mut self, result: &'static str) {
        let file = self.options.text(Key::GameFile);
        let turns = self.game.turns().len();
        if file.is_empty() || turns == self.archived {
            return;
        }
        let player = |side| {
            let engine = self.play.engine.is_some_and(|engine| engine == side);
            if engine { ENGINE } else { "?" }.to_owned()
        };
        let roster = Roster {
            date: pgn::today(),
            players: crate::base::Color::ALL.map(player),
            ..Roster::default()
        };
        let mut written = Pgn::new(&self.game, roster, Notation::Algebraic);
        written.result = match self.game.outcome() {
            Some(outcome) if result == "*" => outcome.result(),
            _ => result,
        };
        let saved = pgn::append(Path::new(file), &written.text());
        self.archived = turns;
        if let Err(error) = saved {
            self.refuse(Refusal::Other {
                what: "saving the game".to_owned(),
                reason: error.to_string(),
            });
        }
    }

    /// Adds an unfinished game to the player's file, if the engine has played in it.
    pub(super) fn archive_unfinished(&mut self) {
        if self.play.engine.is_some() && !self.play.analysing {
            self.archive("*");
        }
    }
}
