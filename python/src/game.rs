//! Games that are played turn by turn.

use crate::consequence::Consequence;
use crate::error::{Error, FenError, MoveError};
use crate::variant::{Variant, game_of};
use katydid::diagram::{Look, Marks, board};
use katydid::{
    Color, GameError, Position, Reason, Square, Turn, TurnBuilder, leg_of_text, leg_text,
    legal_turns, turn_effects, turn_of_san, turn_san, turn_text,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The most turns that are listed at once: a progressive game has positions with more than memory holds.
const MOST_TURNS: usize = 10_000;

/// The word for a side.
const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The result of a game.
#[pyclass(frozen, eq, get_all, module = "katydid")]
#[derive(PartialEq, Eq)]
pub struct Outcome {
    winner: Option<&'static str>,
    reason: &'static str,
    result: &'static str,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<katydid.Outcome {} {}>", self.result, self.reason)
    }
}

/// A game: where it began and the turns played since.
#[pyclass(module = "katydid")]
pub struct Game(pub katydid::Game);

/// The exception of a position with turns that cannot be set up.
fn raised(error: GameError) -> PyErr {
    match error {
        GameError::Fen(error) => FenError::new_err(error.to_string()),
        error => MoveError::new_err(error.to_string()),
    }
}

impl Game {
    fn position(&self) -> &Position {
        self.0.position()
    }

    fn read(&self, text: &str) -> PyResult<Turn> {
        let turn = turn_of_san(self.position(), text);
        turn.map_err(|error| MoveError::new_err(error.to_string()))
    }

    /// All legal turns, unless there are too many.
    fn list(&self) -> PyResult<Vec<Turn>> {
        let pos = self.position();
        if !pos.variant().rules.capabilities.schedule {
            return Ok(legal_turns(pos));
        }
        let mut turns = Vec::new();
        if extend(&mut TurnBuilder::new(pos), &mut turns) {
            return Ok(turns);
        }
        Err(Error::new_err(format!(
            "the position has more than {MOST_TURNS} turns (expected at most so many for a list; legal_legs gives them leg by leg)"
        )))
    }

    fn texts(&self, write: impl Fn(&Position, &Turn) -> String) -> Vec<String> {
        let played = self.0.turns().iter().enumerate();
        played
            .map(|(index, played)| write(self.0.position_after(index), &played.turn))
            .collect()
    }
}

/// Adds the turns that begin with some legs; whether the list has room for them.
fn extend(begun: &mut TurnBuilder, turns: &mut Vec<Turn>) -> bool {
    if let Some(turn) = begun.turn() {
        turns.push(turn);
        return turns.len() <= MOST_TURNS;
    }
    for leg in begun.legal() {
        let mut longer = begun.clone();
        if longer.push(leg).is_ok() && !extend(&mut longer, turns) {
            return false;
        }
    }
    true
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant = "chess", fen = None, turns = Vec::new()))]
    fn new(variant: &str, fen: Option<&str>, turns: Vec<String>) -> PyResult<Self> {
        let texts = turns.iter().map(String::as_str);
        let game = katydid::Game::set_up(&game_of(variant)?, fen, texts);
        game.map(Self).map_err(raised)
    }

    /// The game that is played.
    #[getter]
    fn variant(&self) -> Variant {
        Variant(self.0.first().variant().base().clone())
    }

    /// The current position.
    #[getter]
    fn fen(&self) -> String {
        self.position().fen()
    }

    /// The position where the game began.
    #[getter]
    fn first_fen(&self) -> String {
        self.0.first().fen()
    }

    /// `'white'` or `'black'`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        color_word(self.position().side_to_move())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        katydid::in_check(self.position())
    }

    /// The result, `None` while the game goes on. Repetition and the move limit count.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.0.outcome()?;
        Some(Outcome {
            winner: outcome.winner.map(color_word),
            reason: outcome.reason.words(),
            result: outcome.result(),
        })
    }

    /// For White and for Black whether that side has a king alone and can have no more, or the position is dead.
    #[getter]
    fn insufficient_material(&self) -> (bool, bool) {
        let pos = self.position();
        let dead = self
            .0
            .outcome()
            .is_some_and(|end| end.reason == Reason::DeadPosition);
        let has = pos.variant().rules.capabilities;
        let keeps = !has.drops && !has.side_effects && !has.royal_capture && !has.dynamo;
        let alone = |color| dead || keeps && pos.by_color(color) == pos.royals(color);
        (alone(Color::White), alone(Color::Black))
    }

    /// The turns played, in coordinates.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.texts(turn_text)
    }

    /// The turns played, in algebraic notation.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.texts(turn_san)
    }

    /// The pieces on the board, as a FEN writes them, by square.
    #[getter]
    fn pieces(&self) -> BTreeMap<String, String> {
        let pos = self.position();
        let standing = Square::all().filter_map(|square| Some((square, pos.at(square)?)));
        standing
            .map(|(square, piece)| (square.to_string(), pos.piece_text(piece)))
            .collect()
    }

    /// The position as text.
    #[getter]
    fn board(&self) -> String {
        board(self.position(), Marks::default(), Look::FRAMED)
    }

    /// All legal turns in coordinates (`e2e4`, `e7e8q`, `N@f3`; several legs joined by commas), none if the game is over by its rules.
    ///
    /// Raises `Error` where there are more than 10,000, as turns of many legs have: see `legal_legs`.
    fn legal_turns(&self) -> PyResult<Vec<String>> {
        let pos = self.position();
        Ok(self
            .list()?
            .iter()
            .map(|turn| turn_text(pos, turn))
            .collect())
    }

    /// All legal turns in algebraic notation, in the order of `legal_turns`.
    fn legal_sans(&self) -> PyResult<Vec<String>> {
        let pos = self.position();
        Ok(self
            .list()?
            .iter()
            .map(|turn| turn_san(pos, turn))
            .collect())
    }

    /// The legs that can come next in a turn that has begun.
    #[pyo3(signature = (begun = Vec::new()))]
    fn legal_legs(&self, begun: Vec<String>) -> PyResult<Vec<String>> {
        let mut turn = TurnBuilder::new(self.position());
        for leg in begun {
            turn.push_text(&leg, leg_of_text)
                .map_err(|error| MoveError::new_err(error.to_string()))?;
        }
        let legs = turn.legal().into_iter();
        Ok(legs.map(|leg| leg_text(turn.now(), leg)).collect())
    }

    /// A legal turn, given in coordinates or algebraic notation, in coordinates.
    fn parse(&self, turn: &str) -> PyResult<String> {
        Ok(turn_text(self.position(), &self.read(turn)?))
    }

    /// A legal turn, given in coordinates or algebraic notation, in algebraic notation.
    fn san(&self, turn: &str) -> PyResult<String> {
        Ok(turn_san(self.position(), &self.read(turn)?))
    }

    /// Whether a legal turn takes a piece from the board.
    fn is_capture(&self, turn: &str) -> PyResult<bool> {
        let turn = self.read(turn)?;
        let mut at = self.position().clone();
        for leg in turn.legs() {
            if katydid::is_capture(&at, *leg) {
                return Ok(true);
            }
            at = katydid::play(&at, *leg);
        }
        Ok(false)
    }

    /// What a legal turn does to the pieces, one thing after the other.
    fn consequences(&self, turn: &str) -> PyResult<Vec<Consequence>> {
        Ok(Consequence::of_turn(self.position(), &self.read(turn)?))
    }

    /// The side effects of a legal turn in brackets as notation has them, empty without any.
    fn effects(&self, turn: &str) -> PyResult<String> {
        Ok(turn_effects(self.position(), &self.read(turn)?))
    }

    /// Plays a legal turn, given in coordinates or algebraic notation, and returns it in coordinates.
    fn push(&mut self, turn: &str) -> PyResult<String> {
        let turn = self.read(turn)?;
        let text = turn_text(self.position(), &turn);
        self.0.push(turn);
        Ok(text)
    }

    /// Takes the last turn back and returns it. Raises `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<String> {
        let Some(turn) = self.0.undo() else {
            return Err(PyIndexError::new_err("no turn to take back"));
        };
        Ok(turn_text(self.position(), &turn))
    }

    /// The number of lines of so many turns.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| katydid::perft(self.position(), depth))
    }

    /// A copy that can be played on independently.
    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __len__(&self) -> usize {
        self.0.turns().len()
    }

    /// True also without turns.
    #[expect(clippy::unused_self, reason = "Python calls it of an object")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.board()
    }

    fn __repr__(&self) -> String {
        let name = &self.0.first().variant().name;
        format!("katydid.Game({name:?}, {:?})", self.fen())
    }
}
