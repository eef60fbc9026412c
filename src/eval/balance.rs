//! Combines the scores of the two sides as White minus Black.

use crate::base::Color;
use std::ops::{AddAssign, SubAssign};

/// Computes `side(White) - side(Black)`.
#[inline(always)]
pub fn balance<T>(mut side: impl FnMut(Color) -> T) -> T
where
    T: Default + AddAssign + SubAssign,
{
    // A loop instead of two calls, so that the large closure is inlined only once.
    let mut sum = T::default();
    for us in Color::ALL {
        let value = side(us);
        match us {
            Color::White => sum += value,
            Color::Black => sum -= value,
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::balance;
    use crate::base::{Color, TaperedScore};

    #[test]
    fn white_counts_for_and_black_against() {
        assert_eq!(balance(|us| [7, 3][us.index()]), 4);
        let side = |us: Color| [TaperedScore::new(-5, 40), TaperedScore::new(20, -2)][us.index()];
        assert_eq!(balance(side), TaperedScore::new(-25, 42));
    }
}
