//! The rules of turns of several moves: their lengths, the effect of check, en passant.

use super::definition::{Text, TurnCheck, TurnEnPassant, Turns, words_of};
use super::error::LoadError;
use super::source::Source;
use crate::base::Color;

/// The lengths of the turns of a game, as a list that White and Black use alternately. After its end the lengths grow by the difference
/// of its last two numbers; a list that decreases somewhere is repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    lengths: Vec<u8>,
    step: u8,
    /// Whether the list starts again at its end.
    repeats: bool,
}

impl Schedule {
    /// Parses a schedule such as `1 2 3 ...`; the dots are optional. A list that decreases somewhere, such as `2 1`, is repeated.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] for anything except numbers from 1 to 99.
    fn parse(text: &Text, source: &Source) -> Result<Self, LoadError> {
        let expected = "expected lengths of turns from 1 to 99, as in 1 2 3 ..., 1 2 2 ... or 2 1";
        let words = text.as_ref().trim_end();
        let words = words.strip_suffix("...").unwrap_or(words);
        let mut lengths: Vec<u8> = Vec::new();
        for (column, word) in words_of(words) {
            match word.parse::<u8>() {
                Ok(length) if (1..100).contains(&length) => lengths.push(length),
                _ => {
                    return Err(source.error(text, column, format!("found '{word}', {expected}")));
                }
            }
        }
        let repeats = !lengths.is_sorted();
        let step = match lengths.as_slice() {
            _ if repeats => 0,
            [] => return Err(source.error(text, 1, format!("no number, {expected}"))),
            [.., before, last] => last - before,
            [_] => 0,
        };
        Ok(Self {
            lengths,
            step,
            repeats,
        })
    }

    /// Whether the turns become longer and longer.
    pub const fn grows(&self) -> bool {
        self.step > 0
    }

    /// The length of a side's turn at a move number, in moves; at most 255.
    pub fn length(&self, number: u16, side: Color) -> u8 {
        let index = 2 * (usize::from(number.max(1)) - 1) + usize::from(side == Color::Black);
        if self.repeats {
            return self.lengths[index % self.lengths.len()];
        }
        let (last, rest) = match self.lengths.get(index) {
            Some(length) => (*length, 0),
            None => (
                self.lengths.last().copied().unwrap_or(1),
                index + 1 - self.lengths.len(),
            ),
        };
        let length = usize::from(last) + rest * usize::from(self.step);
        length.min(usize::from(u8::MAX)) as u8
    }

    /// The length of the next turn, if `side` has a turn of `length` moves at move `number`. If that is not the length in the schedule (in
    /// a position that was set up), the schedule's step is added to `length`.
    pub fn next(&self, length: u8, number: u16, side: Color) -> u8 {
        if self.repeats || self.length(number, side) == length {
            let after = number.saturating_add(side as u16);
            return self.length(after, !side);
        }
        if self.step == 0 {
            return self.lengths.last().copied().unwrap_or(1);
        }
        length.saturating_add(self.step)
    }
}

/// The rules of turns of several moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// The lengths of the turns, in moves.
    pub schedule: Schedule,
    /// The effect of check on a turn.
    pub check: TurnCheck,
    /// Which pawns can be captured en passant.
    pub en_passant: TurnEnPassant,
}

impl Series {
    /// Reads the table `[turns]`; `None` if it has no schedule.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] for a schedule that cannot be read.
    pub fn compile(turns: &Turns, source: &Source) -> Result<Option<Self>, LoadError> {
        let Some(schedule) = &turns.schedule else {
            return Ok(None);
        };
        Ok(Some(Self {
            schedule: Schedule::parse(schedule, source)?,
            check: turns.check.unwrap_or_default(),
            en_passant: turns.en_passant.unwrap_or_default(),
        }))
    }
}
