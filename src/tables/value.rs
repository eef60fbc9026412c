//! The value of a position: the result with best play, and the distance to the end of the game.

use std::cmp::Ordering;

/// The exact value of a position for the side to move. Distances count half-moves to the end of the game, which the winner makes as
/// short and the loser as long as possible. Draws by the move limit and by repetition are not considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Value {
    /// The side to move wins; distance 0 if a bare king has already lost.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses; a side that is mated is at distance 0.
    Loss(u16),
}

impl Value {
    /// The longest distance that a table can hold.
    pub const LONGEST: u16 = 30_000;

    /// The word for the result: `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
        }
    }

    /// The half-moves to the end of the game; `None` for a draw.
    pub const fn distance(self) -> Option<u16> {
        match self {
            Self::Win(distance) | Self::Loss(distance) => Some(distance),
            Self::Draw => None,
        }
    }

    /// The same value from the other side's point of view.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance),
        }
    }

    /// The value of a turn that leads to a position with this value, for the side that plays the turn: one half-move longer.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance + 1),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance + 1),
        }
    }

    /// The result as points: 2 for a win, 1 for a draw, 0 for a loss.
    pub const fn points(self) -> u8 {
        match self {
            Self::Win(_) => 2,
            Self::Draw => 1,
            Self::Loss(_) => 0,
        }
    }

    /// The code by which tables store the value; code 0 means that there is no value.
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Draw => 1,
            Self::Win(distance) => 2 + 2 * distance,
            Self::Loss(distance) => 3 + 2 * distance,
        }
    }

    /// The value of a code; `None` for 0.
    pub(super) const fn of_code(code: u16) -> Option<Self> {
        match code {
            0 => None,
            1 => Some(Self::Draw),
            _ if code & 1 == 0 => Some(Self::Win((code - 2) / 2)),
            _ => Some(Self::Loss((code - 3) / 2)),
        }
    }
}

/// Ascending from worst to best for the side to move: short losses, long losses, draws, long wins, short wins.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let points = self.points().cmp(&other.points());
        points.then_with(|| match (self, other) {
            (Self::Win(a), Self::Win(b)) => b.cmp(a),
            (Self::Loss(a), Self::Loss(b)) => a.cmp(b),
            _ => Ordering::Equal,
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Value::{self, Draw, Loss, Win};

    #[test]
    fn short_wins_and_long_losses_are_better() {
        let ascending = [Loss(0), Loss(8), Draw, Win(9), Win(1)];
        assert!(ascending.is_sorted());
        for value in ascending {
            assert_eq!(Value::of_code(value.code()), Some(value));
            assert_eq!(value.turned().turned(), value);
        }
        assert_eq!(Loss(4).before(), Win(5));
    }
}
