//! What evaluation terms count in: centipawns in play, and the weights' own numbers where weights are to be fitted.

use crate::base::{PieceType, TaperedScore, Value};
use crate::variant::{EvalTables, WeightKey, Weights, term};
use std::ops::{AddAssign, SubAssign};

/// What the evaluation terms of one side, or of White less those of Black, come to.
pub trait Tally: Clone + Default + AddAssign + SubAssign {
    /// Units of danger.
    type Units: Clone + Default + AddAssign;

    /// So many of what a weight counts.
    fn of(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self;

    /// So many of what a weight of danger units counts.
    fn units(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self::Units;

    /// The danger that some units are.
    fn danger(values: &EvalTables, danger: Danger, units: Self::Units) -> Self;

    /// So many pieces of a type in hand.
    fn in_hand(values: &EvalTables, piece_type: PieceType, count: i32) -> Self;
}

/// How danger to a king grows with its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// To a king that is mated.
    Mate,
    /// To a king that is captured, and is one of two.
    Capture,
    /// To the last king, where kings are captured.
    LastCapture,
}

impl Danger {
    /// Danger grows with the square of the units, divided by this.
    pub const DIVISOR: Value = 90;
    /// Danger of mate in the endgame is the units divided by this.
    pub const ENDGAME_DIVISOR: Value = 8;

    /// Units never count beyond this: the danger of mate is then about the value of a rook.
    pub const fn most(self) -> Value {
        match self {
            Self::Mate => 220,
            Self::Capture | Self::LastCapture => 160,
        }
    }

    /// What so many units are worth to the side that makes them, in centipawns.
    pub fn worth(self, weights: &Weights, units: Value) -> TaperedScore {
        let percent = match self {
            Self::LastCapture => weights.number(term::LONE_DANGER),
            Self::Mate | Self::Capture => 100,
        };
        let units = (units * percent / 100).clamp(0, self.most());
        let danger = units * units / Self::DIVISOR;
        match self {
            Self::Mate => TaperedScore::new(danger, units / Self::ENDGAME_DIVISOR),
            Self::Capture | Self::LastCapture => TaperedScore::new(danger, danger),
        }
    }
}

/// What a piece in hand is worth, in centipawns.
fn worth_in_hand(values: &EvalTables, piece_type: PieceType) -> TaperedScore {
    let percent = 100 + values.weights.number(term::HAND_PIECE);
    let value = values.of(piece_type);
    let worth = |value: Value| value * percent / 100;
    TaperedScore::new(worth(value.opening()), worth(value.endgame()))
}

impl Tally for TaperedScore {
    type Units = Value;

    #[inline(always)]
    fn of(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self {
        values.weight(weight.into()) * count
    }

    #[inline(always)]
    fn units(values: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Value {
        values.weight(weight.into()).opening() * count
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
