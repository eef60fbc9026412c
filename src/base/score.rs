//! Values of positions, mate distances, and tapered scores.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in centipawns (100 = a pawn of FIDE chess); beyond [`MATE_IN_MAX`] a mate distance.
pub type Value = i32;

/// The deepest ply the search reaches.
pub const MAX_PLY: usize = 246;
/// Larger than any value.
pub const INFINITE: Value = 32_001;
/// The value of a game that is already won.
pub const MATE: Value = 32_000;
/// Values at least this far from zero are forced wins or losses.
pub const MATE_IN_MAX: Value = MATE - MAX_PLY as Value;

/// The value of winning `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The value of losing `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// A tapered score: a middlegame and an endgame value packed into one word, so that one addition adds both. Each fits into an `i16`.
/// They are interpolated by the game phase (Chess Programming Wiki, "Tapered Eval").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Zero in middlegame and endgame.
    pub const ZERO: Self = Self(0);

    /// The score of a middlegame and an endgame value.
    #[inline(always)]
    pub const fn new(mg: Value, eg: Value) -> Self {
        Self((eg << 16).wrapping_add(mg))
    }

    /// The middlegame value, in centipawns.
    #[inline(always)]
    pub const fn mg(self) -> Value {
        self.0 as i16 as Value
    }

    /// The endgame value, in centipawns.
    #[inline(always)]
    pub const fn eg(self) -> Value {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as Value
    }
}

impl Add for TaperedScore {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for TaperedScore {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Mul<Value> for TaperedScore {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: Value) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_and_scale_without_leaking_into_each_other() {
        for (a, b) in [(5, -7), (-300, 200), (-1, -1), (0, -20_000)] {
            for (c, d) in [(3, 4), (-200, 100), (1, 1)] {
                let sum = TaperedScore::new(a, b) + TaperedScore::new(c, d);
                assert_eq!((sum.mg(), sum.eg()), (a + c, b + d));
                let difference = TaperedScore::new(a, b) - TaperedScore::new(c, d);
                assert_eq!((difference.mg(), difference.eg()), (a - c, b - d));
            }
        }
        let triple = TaperedScore::new(-5, 9) * -3;
        assert_eq!((triple.mg(), triple.eg()), (15, -27));
    }
}
