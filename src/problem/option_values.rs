//! The values of options: numbers, squares, the last move.

use super::error::{ProblemError, quoted};
use super::words::{Word, Words};
use crate::base::{Color, Square};
use std::time::Duration;

pub(super) trait OptionValue {
    /// Reads the value from the words after the option's name `word`.
    ///
    /// # Errors
    /// If the value is missing or malformed.
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError>;
}

impl OptionValue for bool {
    fn read(&mut self, _: Word<'_>, _: &mut Words<'_>) -> Result<(), ProblemError> {
        *self = true;
        Ok(())
    }
}

impl OptionValue for Option<u32> {
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError> {
        *self = Some(number(word, words)?);
        Ok(())
    }
}

impl OptionValue for Vec<Square> {
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError> {
        self.extend(moved_squares(word, words)?);
        Ok(())
    }
}

impl OptionValue for Option<usize> {
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError> {
        *self = Some(number(word, words)? as usize);
        Ok(())
    }
}

impl OptionValue for Option<Duration> {
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError> {
        *self = Some(Duration::from_secs(number(word, words)?.into()));
        Ok(())
    }
}

impl OptionValue for Option<PawnStep> {
    fn read(&mut self, word: Word<'_>, words: &mut Words<'_>) -> Result<(), ProblemError> {
        *self = Some(pawn_step(word, words)?);
        Ok(())
    }
}

/// The last move, if it was a pawn's double step (or, from the first rank, a step of three squares).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PawnStep {
    /// The departure square.
    pub from: Square,
    /// The squares that the pawn passed.
    pub passed: Vec<Square>,
    /// The arrival square.
    pub to: Square,
}

impl PawnStep {
    /// Reads `d7d6d5`: three or four successive squares of one file.
    fn of_squares(squares: &[Square]) -> Option<Self> {
        let [from, passed @ .., to] = squares else {
            return None;
        };
        let steps = squares.windows(2).map(|pair| {
            let same_file = pair[0].file() == pair[1].file();
            same_file.then(|| pair[1].rank() as i8 - pair[0].rank() as i8)
        });
        let steps: Vec<i8> = steps.collect::<Option<_>>()?;
        let straight = steps
            .iter()
            .all(|step| step.abs() == 1 && *step == steps[0]);
        let own_rank = match steps[0] {
            1 => from.rank(),
            _ => 7 - from.rank(),
        };
        let starts = (passed.len() == 1 && own_rank <= 1) || (passed.len() == 2 && own_rank == 0);
        (straight && starts).then(|| Self {
            from: *from,
            passed: passed.to_vec(),
            to: *to,
        })
    }

    /// The colour of the pawn.
    pub const fn color(&self) -> Color {
        if self.to.rank() > self.from.rank() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The passed squares as a FEN writes them.
    pub fn field(&self) -> String {
        self.passed.iter().map(Square::to_string).collect()
    }
}

/// Parses squares written without separators: `a1`, `e8h8`.
pub(super) fn squares_of(text: &str) -> Option<Vec<Square>> {
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let squares = (0..text.len() / 2).map(|at| text[2 * at..2 * at + 2].to_ascii_lowercase());
    squares.map(|square| square.parse().ok()).collect()
}

/// Whether the next word is a number.
pub(super) fn number_follows(words: &Words<'_>) -> bool {
    let digits = |word: Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    words.peek().is_some_and(digits)
}

/// Reads the number (from 1) after the word of an option.
fn number(word: Word<'_>, words: &mut Words<'_>) -> Result<u32, ProblemError> {
    let expected = "a number from 1 to 999999999";
    let found = words.required(word, expected)?;
    let digits = found.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = found.text.parse().ok().filter(|_| digits);
    let number = number.filter(|number| (1..=999_999_999).contains(number));
    number.ok_or_else(|| {
        let reason = format!(
            "{} behind {} (expected {expected})",
            quoted(found.text),
            word.text
        );
        words.error(found, reason)
    })
}

/// Reads the squares after `NoCastling`: kings and rooks on their home squares that count as moved, so that they may not castle.
fn moved_squares(word: Word<'_>, words: &mut Words<'_>) -> Result<Vec<Square>, ProblemError> {
    let expected = "squares of kings and rooks, as in a1 or e8h8";
    let mut found = Vec::new();
    loop {
        let next = if found.is_empty() {
            words.required(word, expected)?
        } else {
            match words.peek() {
                Some(next) if squares_of(next.text).is_some() => next,
                _ => return Ok(found),
            }
        };
        let at_home =
            |square: &Square| [0, 7].contains(&square.rank()) && [0, 4, 7].contains(&square.file());
        let squares = squares_of(next.text).filter(|squares| squares.iter().all(at_home));
        let squares = squares.ok_or_else(|| {
            let text = quoted(next.text);
            let reason = format!("{text} behind NoCastling (expected {expected})");
            words.error(next, reason)
        })?;
        if !found.is_empty() {
            words.next();
        }
        found.extend(squares);
    }
}

/// Reads the last move: the squares of a pawn's double step.
fn pawn_step(word: Word<'_>, words: &mut Words<'_>) -> Result<PawnStep, ProblemError> {
    let expected = "the squares of a double step, as in d7d6d5";
    let first = words.required(word, expected)?;
    let wrong = |words: &Words<'_>| {
        let text = quoted(first.text);
        words.error(
            first,
            format!("{text} behind EnPassant (expected {expected})"),
        )
    };
    let mut squares = squares_of(first.text).ok_or_else(|| wrong(words))?;
    while let Some(more) = words.peek().and_then(|next| squares_of(next.text)) {
        words.next();
        squares.extend(more);
    }
    PawnStep::of_squares(&squares).ok_or_else(|| wrong(words))
}
