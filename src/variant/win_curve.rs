//! Chances of win, draw and loss at a score: a logistic curve whose two parameters change with the game phase.
//!
//! The side to move wins with probability 1 / (1 + exp((even - score) / scale)) and loses with that of the opposite score; the rest is draws.
//! `even` and `scale` are interpolated by the game phase, as the evaluation is. Stockfish's win rate model is the same curve with polynomials
//! of the material (Stockfish wiki, `UCI_ShowWDL`).

use super::definition::{ChancesDefinition, Numbers};
use super::error::LoadError;
use super::source::Source;
use crate::base::Value;
use std::ops::RangeInclusive;

/// The largest score that is looked up, in centipawns.
const MOST_SCORE: Value = 4000;

/// The chances of win, draw and loss in a game, by score and game phase.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinCurve {
    /// The score at which a win is as likely as not, in centipawns: in the opening and in the endgame. Not negative, so that the
    /// probabilities of win and loss are together at most 1.
    pub even: [f64; 2],
    /// The difference of scores by which the odds of a win grow by the factor e, in centipawns: in the opening and in the endgame.
    pub scale: [f64; 2],
}

impl WinCurve {
    /// The range of `even` in variant files, in centipawns.
    pub const EVEN: RangeInclusive<i32> = 0..=2000;
    /// The range of `scale` in variant files, in centipawns.
    pub const SCALE: RangeInclusive<i32> = 10..=2000;

    /// The curve of a game.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if a key does not have two numbers in its range.
    pub(super) fn of(file: &ChancesDefinition, source: &Source) -> Result<Self, LoadError> {
        let both = |key: &str, given: &Numbers, range: RangeInclusive<i32>| {
            let numbers = given.get_ref();
            match <[i32; 2]>::try_from(numbers.as_slice()) {
                Ok(both) if both.iter().all(|number| range.contains(number)) => {
                    Ok(both.map(f64::from))
                }
                _ => {
                    let (least, most) = (range.start(), range.end());
                    let message = format!(
                        "`{key}` is {numbers:?} (expected [opening, endgame], each {least} to {most})"
                    );
                    Err(source.error(given, 0, message))
                }
            }
        };
        Ok(Self {
            even: both("even", &file.even, Self::EVEN)?,
            scale: both("scale", &file.scale, Self::SCALE)?,
        })
    }

    /// The probability of a win at a score in centipawns; `phase` is 1 with all pieces of the start position, 0 with none.
    pub fn win(&self, score: f64, phase: f64) -> f64 {
        let at = |[opening, endgame]: [f64; 2]| endgame + (opening - endgame) * phase;
        1.0 / (1.0 + ((at(self.even) - score) / at(self.scale)).exp())
    }

    /// The probabilities of win, draw and loss at a score, in thousandths. Win and loss are rounded down.
    pub fn chances(&self, score: Value, phase: f64) -> (u32, u32, u32) {
        let score = f64::from(score.clamp(-MOST_SCORE, MOST_SCORE));
        let [win, loss] = [score, -score].map(|score| (1000.0 * self.win(score, phase)) as u32);
        (win, 1000 - win - loss, loss)
    }
}
