//! The score type over which the evaluation terms are generic: centipawns in play, counts per weight (a trace) for the tuner.

use crate::base::{PieceType, TaperedScore, Value};
use crate::variant::{EvalTables, WeightKey, Weights, term};
use std::ops::{AddAssign, SubAssign};

/// A sum of weights times counts, for one side or White minus Black.
pub trait Tally: Clone + Default + AddAssign + SubAssign {
    /// A sum of king-danger units.
    type Units: Clone + Default + AddAssign;

    /// The score of `count` times a weight.
    fn of(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self;

    /// The danger units of `count` times a weight.
    fn units(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self::Units;

    fn danger(values: &EvalTables, danger: Danger, units: Self::Units) -> Self;

    /// The score of `count` pieces of a type in hand.
    fn in_hand(values: &EvalTables, piece_type: PieceType, count: i32) -> Self;
}

/// The kind of king danger, which decides how the score depends on the danger units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// The king can be mated.
    Mate,
    /// The king can be mated, also by dropped pieces.
    Drops,
    /// Kings can be captured; the endangered king is one of several.
    Capture,
    /// Kings can be captured; the endangered king is the last.
    LastCapture,
}

impl Danger {
    /// The score is the square of the danger units, divided by this.
    pub const DIVISOR: Value = 90;
    /// The endgame score of [`Self::Mate`] is the danger units (not squared), divided by this.
    pub const ENDGAME_DIVISOR: Value = 8;

    /// The maximum of the danger units. 220 units are worth about a rook, the 440 of games with drops more than any piece.
    pub const fn most(self) -> Value {
        match self {
            Self::Mate => 220,
            Self::Drops => 440,
            Self::Capture | Self::LastCapture => 160,
        }
    }

    /// The score of `units` danger units for the attacking side, in centipawns.
    pub fn worth(self, weights: &Weights, units: Value) -> TaperedScore {
        let percent = match self {
            Self::LastCapture => weights.number(term::LONE_DANGER),
            Self::Mate | Self::Drops | Self::Capture => 100,
        };
        let units = (units * percent / 100).clamp(0, self.most());
        let danger = units * units / Self::DIVISOR;
        match self {
            Self::Mate => TaperedScore::new(danger, units / Self::ENDGAME_DIVISOR),
            // Danger from drops or to kings that can be captured is as great in the endgame.
            Self::Drops | Self::Capture | Self::LastCapture => TaperedScore::new(danger, danger),
        }
    }
}

/// The value of a piece in hand, in centipawns.
fn worth_in_hand(values: &EvalTables, piece_type: PieceType) -> TaperedScore {
    let percent = 100 + values.weights.number(term::HAND_PIECE);
    let value = values.of(piece_type);
    let worth = |value: Value| value * percent / 100;
    TaperedScore::new(worth(value.mg()), worth(value.eg()))
}

impl Tally for TaperedScore {
    type Units = Value;

    #[inline(always)]
    fn of(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self {
        values.weight(weight.into()) * count
    }

    #[inline(always)]
    fn units(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Value {
        values.weight(weight.into()).mg() * count
    }

    #[inline(always)]
    fn danger(values: &EvalTables, danger: Danger, units: Value) -> Self {
        danger.worth(&values.weights, units)
    }

    #[inline(always)]
    fn in_hand(values: &EvalTables, piece_type: PieceType, count: i32) -> Self {
        worth_in_hand(values, piece_type) * count
    }
}
