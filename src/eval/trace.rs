//! The evaluation of a position as numbers for its weights: what a fit of weights works on.

use super::tally::{Danger, Tally};
use super::{mobility, sum_of_themes};
use crate::base::{MAX_PIECE_TYPES, Phased, PieceType};
use crate::position::Position;
use crate::variant::{TERMS, Term, Values, Weights};
use std::ops::{AddAssign, SubAssign};

/// What the themes find in a position, White minus Black: counts that weights turn into centipawns. Men and squares, which
/// positions keep up to date, and the right to move are not among them.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How many of what each weight counts, by [`Term::index`].
    pub counts: [i32; TERMS.len()],
    /// The dangers, which do not grow evenly with their units.
    pub dangers: Vec<TracedDanger>,
    /// How many men of each type are in hand.
    pub hands: [i32; MAX_PIECE_TYPES],
}

/// A danger to a king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedDanger {
    /// 1 for a danger that White makes, -1 for one of Black's.
    pub sign: i32,
    /// How it grows.
    pub danger: Danger,
    /// How many of what the weights of its units count.
    pub units: Vec<(Term, i32)>,
}

impl Default for Trace {
    fn default() -> Self {
        Self {
            counts: [0; TERMS.len()],
            dangers: Vec::new(),
            hands: [0; MAX_PIECE_TYPES],
        }
    }
}

impl Trace {
    /// What the themes find in a position.
    pub fn of(pos: &Position) -> Self {
        sum_of_themes(pos, &mobility::Reach::of(pos))
    }

    /// What that is worth, in centipawns, before opening and endgame are blended.
    pub fn worth(&self, values: &Values) -> Phased {
        let weights = &values.weights;
        let counts = Term::all().map(|term| Phased::of(weights, term, self.counts[term.index()]));
        let dangers = self
            .dangers
            .iter()
            .map(|danger| Phased::danger(weights, danger.danger, &danger.units) * danger.sign);
        let hands = self.hands.iter().enumerate();
        let hands =
            hands.map(|(index, count)| Phased::in_hand(values, PieceType::new(index), *count));
        let all = counts.chain(dangers).chain(hands);
        all.fold(Phased::ZERO, |sum, worth| sum + worth)
    }

    fn add(&mut self, other: Self, sign: i32) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += sign * more;
        }
        for (count, more) in self.hands.iter_mut().zip(other.hands) {
            *count += sign * more;
        }
        self.dangers
            .extend(other.dangers.into_iter().map(|danger| TracedDanger {
                sign: sign * danger.sign,
                ..danger
            }));
    }
}

impl AddAssign for Trace {
    fn add_assign(&mut self, other: Self) {
        self.add(other, 1);
    }
}

impl SubAssign for Trace {
    fn sub_assign(&mut self, other: Self) {
        self.add(other, -1);
    }
}

impl Tally for Trace {
    fn of(_: &Weights, term: Term, count: i32) -> Self {
        let mut trace = Self::default();
        trace.counts[term.index()] = count;
        trace
    }

    fn danger(_: &Weights, danger: Danger, units: &[(Term, i32)]) -> Self {
        let units = units.to_vec();
        Self {
            dangers: vec![TracedDanger {
                sign: 1,
                danger,
                units,
            }],
            ..Self::default()
        }
    }

    fn in_hand(_: &Values, piece_type: PieceType, count: i32) -> Self {
        let mut trace = Self::default();
        trace.hands[piece_type.index()] = count;
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;
    use crate::rules;

    /// Positions of a random game.
    fn random_game(start: Position, random: &mut SplitMix64) -> Vec<Position> {
        let mut game = vec![start];
        while game.len() < 80
            && let Some(pos) = game.last()
        {
            let legs = rules::legal_moves(pos);
            let Some(count) = std::num::NonZeroUsize::new(legs.len()) else {
                break;
            };
            let leg = legs[random.next() as usize % count.get()];
            let next = rules::play(pos, leg);
            game.push(next);
        }
        game
    }

    #[test]
    fn traces_times_weights_are_what_the_themes_say() {
        let mut random = SplitMix64::new(16);
        for name in Catalogue::embedded().names() {
            let variant = Catalogue::embedded().variant(&name).unwrap();
            for _ in 0..3 {
                for pos in random_game(rules::start(variant), &mut random) {
                    let reach = mobility::Reach::of(&pos);
                    let themes: Phased = sum_of_themes(&pos, &reach);
                    let traced = Trace::of(&pos).worth(&variant.values);
                    assert_eq!(traced, themes, "{name} {}", pos.fen());
                }
            }
        }
    }
}
