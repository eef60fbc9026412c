//! A game: the position at its start, the turns played, and the current result.

use super::coordinate::MoveError;
use super::course::{by_repetition, record};
use super::dispatch::{outcome, play};
use super::endings::drawn;
use super::outcome::{Outcome, Reason};
use super::san::{turn_of_san, turn_or_null};
use super::setup::{position, start};
use super::turn::{Turn, TurnBuilder};
use crate::base::Move;
use crate::position::{FenError, KeyHistory, Position};
use crate::variant::Variant;
use crate::with_rules;
use std::fmt;
use std::sync::Arc;

/// A turn of a game, with the position after it.
#[derive(Clone)]
pub struct Played {
    /// The turn.
    pub turn: Turn,
    /// The position after the turn.
    pub after: Position,
}

/// A game: its first position and the turns played since.
#[derive(Clone)]
pub struct Game {
    first: Position,
    turns: Vec<Played>,
    record: KeyHistory,
}

/// Why a position with a list of moves cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The FEN is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of the list is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: &Arc<Variant>) -> Self {
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
    /// [`GameError`] for the first mistake.
    pub fn set_up<'a>(
        variant: &Arc<Variant>,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GameError> {
        let first = match fen {
            Some(fen) => position(variant, fen)?,
            None => start(variant),
        };
        let mut game = Self::at(first);
        for (index, text) in moves.into_iter().enumerate() {
            let turn = turn_or_null(game.position(), text);
            game.push(turn.map_err(|error| GameError::Move {
                number: index + 1,
                error,
            })?);
        }
        Ok(game)
    }

    /// The position where the game began.
    pub const fn first(&self) -> &Position {
        &self.first
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.position_after(self.turns.len())
    }

    /// The turns played.
    pub fn turns(&self) -> &[Played] {
        &self.turns
    }

    /// The position after the first `turns` turns, or the current one if fewer were played.
    pub fn position_after(&self, turns: usize) -> &Position {
        let last = self.turns[..turns.min(self.turns.len())].last();
        last.map_or(&self.first, |played| &played.after)
    }

    /// The keys of all positions, including those between the legs of a turn.
    pub const fn record(&self) -> &KeyHistory {
        &self.record
    }

    /// The last legs played and the position before them: the legs of the unfinished turn `next`, or else of the last turn.
    pub fn last_legs<'a>(&'a self, next: &'a TurnBuilder) -> Option<(&'a Position, &'a [Move])> {
        if next.is_begun() {
            return Some((next.before(), next.legs()));
        }
        let (last, earlier) = self.turns.split_last()?;
        Some((self.position_after(earlier.len()), last.turn.legs()))
    }

    /// Plays a turn written in coordinates or algebraic notation. A game drawn by repetition or move count can be played on.
    ///
    /// # Errors
    /// [`MoveError`] saying what is wrong; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<&Played, MoveError> {
        let turn = turn_of_san(self.position(), text)?;
        Ok(self.push(turn))
    }

    /// Plays a turn that is legal in the current position.
    pub fn push(&mut self, turn: Turn) -> &Played {
        let mut after = self.position().clone();
        if turn.is_null() {
            after.pass();
            self.note(&after);
        }
        for leg in turn.legs() {
            after = play(&after, *leg);
            self.note(&after);
        }
        self.turns.push(Played { turn, after });
        &self.turns[self.turns.len() - 1]
    }

    fn note(&mut self, pos: &Position) {
        with_rules!(pos.variant(), R => record::<R>(&mut self.record, pos));
    }

    /// Takes the last turn back and returns it.
    pub fn undo(&mut self) -> Option<Turn> {
        let last = self.turns.pop()?;
        let keys = last.turn.legs().len().max(1);
        (0..keys).for_each(|_| self.record.pop());
        Some(last.turn)
    }

    /// The result of the game; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let pos = self.position();
        let rules = &pos.variant().rules;
        let repeated = || {
            let earlier = rules.repetition.occurrences.checked_sub(2)?;
            let since = self.record.earlier().nth(earlier.into())?;
            Some(by_repetition(pos, &self.record, since))
        };
        let draw = |over: bool, reason| over.then(|| drawn(pos, reason));
        outcome(pos)
            .or_else(repeated)
            .or_else(|| {
                let over = pos.state().halfmove_clock >= rules.move_limit;
                draw(over, Reason::MoveCount)
            })
            .or_else(|| draw(pos.state().is_counted_out(), Reason::Counted))
    }
}

/// Two games are equal if they began in the same position of the same variant and the same turns were played.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let began = |game: &Self| (game.first.variant().name.clone(), game.first.fen());
        let turns = self.turns.iter().map(|played| &played.turn);
        began(self) == began(other) && turns.eq(other.turns.iter().map(|played| &played.turn))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} from {}, {} turns",
            self.first.variant().name,
            self.first.fen(),
            self.turns.len()
        )
    }
}
