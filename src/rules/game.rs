//! A game as played: the set-up, the turns, and the result as it stands.

use super::turn::{MoveError, Turn, turn_of_text};
use super::{Outcome, Reason, outcome, position, start};
use crate::base::Move;
use crate::position::{FenError, KeyHistory, Position};
use crate::variant::Variant;

/// A game: where it began and the turns played since.
#[derive(Clone)]
pub struct Game {
    first: Position,
    turns: Vec<Turn>,
    record: KeyHistory,
}

/// Why a position with moves cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The FEN is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of the list is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// Why.
        error: MoveError,
    },
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: &'static Variant) -> Self {
        Self::at(start(variant))
    }

    /// A game from a position.
    pub fn at(first: Position) -> Self {
        Self {
            record: KeyHistory::starting_at(&first),
            first,
            turns: Vec::new(),
        }
    }

    /// A game from a FEN (`None`: the start position) with turns played.
    ///
    /// # Errors
    /// [`GameError`] for the first thing that is wrong; nothing is half done.
    pub fn set_up<'a>(
        variant: &'static Variant,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GameError> {
        let first = match fen {
            Some(fen) => position(variant, fen)?,
            None => start(variant),
        };
        let mut game = Self::at(first);
        for (index, text) in moves.into_iter().enumerate() {
            game.play(text).map_err(|error| GameError::Move {
                number: index + 1,
                error,
            })?;
        }
        Ok(game)
    }

    /// The position where the game began.
    pub const fn first(&self) -> &Position {
        &self.first
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        self.turns.last().map_or(&self.first, |turn| &turn.after)
    }

    /// The turns played.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The keys of the positions that can still repeat.
    pub const fn record(&self) -> &KeyHistory {
        &self.record
    }

    /// Plays the turn of a text. Games drawn by repetition or move count can be played on.
    ///
    /// # Errors
    /// [`MoveError`] saying what is wrong; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<&Turn, MoveError> {
        let turn = turn_of_text(self.position(), text)?;
        Ok(self.push(turn))
    }

    /// Plays a legal turn.
    pub fn push(&mut self, turn: Turn) -> &Turn {
        let mut at = self.position().clone();
        for leg in &turn.legs {
            at = super::play(&at, *leg);
            self.record.push(&at);
        }
        self.turns.push(turn);
        &self.turns[self.turns.len() - 1]
    }

    /// Takes the last turn back and returns it.
    pub fn undo(&mut self) -> Option<Turn> {
        let last = self.turns.pop()?;
        let turns = std::mem::take(&mut self.turns);
        self.record = KeyHistory::starting_at(&self.first);
        for turn in turns {
            self.push(turn);
        }
        Some(last)
    }

    /// The last leg played.
    pub fn last_leg(&self) -> Option<Move> {
        self.turns.last().and_then(|turn| turn.legs.last()).copied()
    }

    /// The result as the game stands; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let pos = self.position();
        outcome(pos)
            .or_else(|| {
                (self.record.occurrences() >= 3).then_some(Outcome::draw(Reason::Repetition))
            })
            .or_else(|| {
                (pos.state().halfmove_clock >= pos.variant().rules.move_limit)
                    .then_some(Outcome::draw(Reason::MoveCount))
            })
    }
}
