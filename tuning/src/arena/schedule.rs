//! Which game is played with which opening and colours: a function of the numbers alone.

use serde::{Deserialize, Serialize};

/// The shape of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Rounds; each has its own opening.
    pub rounds: usize,
    /// Games with each opening.
    pub games: usize,
    /// Whether colours change from game to game.
    pub swap: bool,
    /// Whether the second engine begins with White.
    pub reverse: bool,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its number, from 1.
    pub number: usize,
    /// Its round, from 0: the place of its opening in the list.
    pub round: usize,
    /// Which engine (0 or 1) has White.
    pub white: usize,
}

impl Schedule {
    /// How many games there are.
    pub const fn total(&self) -> usize {
        self.rounds.saturating_mul(self.games)
    }

    /// The game of a number (from 1).
    pub const fn slot(&self, number: usize) -> Slot {
        let index = number - 1;
        let second = self.reverse ^ (self.swap && index % 2 == 1);
        Slot {
            number,
            round: index / self.games,
            white: second as usize,
        }
    }

    /// Whether the games come in pairs of one opening and swapped colours.
    pub const fn in_pairs(&self) -> bool {
        self.games == 2 && self.swap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let schedule = Schedule {
            rounds: 3,
            games: 2,
            swap: true,
            reverse: false,
        };
        assert!(schedule.in_pairs());
        let slots: Vec<(usize, usize)> = (1..=schedule.total())
            .map(|number| schedule.slot(number))
            .map(|slot| (slot.round, slot.white))
            .collect();
        assert_eq!(slots, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        let reversed = Schedule {
            reverse: true,
            ..schedule
        };
        assert_eq!(reversed.slot(1).white, 1);
        let fixed = Schedule {
            swap: false,
            ..schedule
        };
        assert_eq!(fixed.slot(2).white, 0);
        assert!(!fixed.in_pairs());
    }

    #[test]
    fn single_games_still_change_colours() {
        let schedule = Schedule {
            rounds: 4,
            games: 1,
            swap: true,
            reverse: false,
        };
        let whites: Vec<usize> = (1..=4).map(|number| schedule.slot(number).white).collect();
        assert_eq!(whites, [0, 1, 0, 1]);
    }
}
