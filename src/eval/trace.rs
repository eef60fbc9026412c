//! Evaluation traces: how often each weight counts in a position. The tuner fits the weights to game results with them.

use super::tally::{Danger, Tally};
use super::{TermSet, mobility, sum_of_terms};
use crate::base::{PieceType, TaperedScore};
use crate::position::Position;
use crate::variant::{EvalTables, WeightKey};
use std::ops::{AddAssign, SubAssign};

/// A weight and how often it counts.
pub type Count = (WeightKey, i32);

/// The trace of a position: counts that, multiplied by the weights, give the evaluation in centipawns, White minus Black. Material,
/// piece-square values and tempo are left out; the tuner reads them from the position.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Counts per weight. A weight can occur several times; its counts add up.
    pub counts: Vec<Count>,
    /// King dangers, kept apart because their score is not linear in the weights.
    pub dangers: Vec<TracedDanger>,
    /// The number of pieces in hand per piece type, White minus Black.
    pub hands: Vec<(PieceType, i32)>,
}

/// The danger units of one attack on kings (one call of `Tally::danger`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedDanger {
    /// The sign of the score: 1 if White attacks, -1 if Black does.
    pub sign: i32,
    /// The kind of danger, which decides how the score depends on the units.
    pub danger: Danger,
    /// Counts of the weights that are measured in danger units.
    pub units: Vec<Count>,
}

/// Counts of the weights that are measured in danger units.
#[derive(Clone, Debug, Default)]
pub struct TracedUnits(Vec<Count>);

impl AddAssign for TracedUnits {
    fn add_assign(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl Trace {
    /// The trace of a position.
    pub fn of(pos: &Position) -> Self {
        let eval_terms = TermSet::of(pos.variant());
        sum_of_terms(pos, &mobility::Reach::of(pos), eval_terms)
    }

    /// The total count of a weight, White minus Black.
    pub fn count(&self, weight: impl Into<WeightKey>) -> i32 {
        let weight = weight.into();
        let counts = self.counts.iter().filter(|(known, _)| *known == weight);
        counts.map(|(_, count)| count).sum()
    }

    /// The score of the trace, in centipawns, as a middlegame and an endgame part.
    pub fn worth(&self, values: &EvalTables) -> TaperedScore {
        let counts = self.counts.iter();
        let counts = counts.map(|(weight, count)| TaperedScore::of(values, *weight, *count));
        let dangers = self.dangers.iter().map(|danger| {
            let units = danger.units.iter();
            let units = units.map(|(weight, count)| TaperedScore::units(values, *weight, *count));
            TaperedScore::danger(values, danger.danger, units.sum()) * danger.sign
        });
        let hands = self.hands.iter();
        let hands = hands.map(|(piece, count)| TaperedScore::in_hand(values, *piece, *count));
        let all = counts.chain(dangers).chain(hands);
        all.fold(TaperedScore::ZERO, |sum, worth| sum + worth)
    }

    fn add(&mut self, other: Self, sign: i32) {
        let counts = other.counts.into_iter();
        self.counts
            .extend(counts.map(|(weight, count)| (weight, sign * count)));
        let hands = other.hands.into_iter();
        self.hands
            .extend(hands.map(|(piece, count)| (piece, sign * count)));
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
    type Units = TracedUnits;

    fn of(_: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> Self {
        Self {
            counts: vec![(weight.into(), count)],
            ..Self::default()
        }
    }

    fn units(_: &EvalTables, weight: impl Into<WeightKey>, count: i32) -> TracedUnits {
        TracedUnits(vec![(weight.into(), count)])
    }

    fn danger(_: &EvalTables, danger: Danger, units: TracedUnits) -> Self {
        Self {
            dangers: vec![TracedDanger {
                sign: 1,
                danger,
                units: units.0,
            }],
            ..Self::default()
        }
    }

    fn in_hand(_: &EvalTables, piece_type: PieceType, count: i32) -> Self {
        Self {
            hands: vec![(piece_type, count)],
            ..Self::default()
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::games;
    use crate::eval::{Evaluator, evaluate};
    use crate::rules;

    pub fn random_game(start: Position, random: &mut SplitMix64) -> Vec<Position> {
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
        for name in games().names() {
            let variant = games().variant(&name).unwrap();
            for _ in 0..3 {
                for pos in random_game(rules::start(&variant), &mut random) {
                    let reach = mobility::Reach::of(&pos);
                    let all = TermSet::of(&variant);
                    let eval_terms: TaperedScore = sum_of_terms(&pos, &reach, all);
                    let traced = Trace::of(&pos).worth(&variant.values);
                    assert_eq!(traced, eval_terms, "{name} {}", pos.fen());
                }
            }
        }
    }

    #[test]
    fn what_an_evaluator_remembers_changes_no_value() {
        let mut random = SplitMix64::new(17);
        for name in games().names() {
            let variant = games().variant(&name).unwrap();
            let start = rules::start(&variant);
            let mut evaluator = Evaluator::new(start.variant());
            for _ in 0..5 {
                let game = random_game(start.clone(), &mut random);
                // The game forwards and backwards, so that data cached for one position is used for others.
                for pos in game.iter().chain(game.iter().rev()) {
                    let value = evaluator.evaluate(pos);
                    assert_eq!(value, evaluate(pos), "{name} {}", pos.fen());
                }
            }
        }
    }

    #[test]
    fn an_evaluator_knows_how_long_there_was_no_progress() {
        let chess = games().variant("chess").unwrap();
        let mut evaluator = Evaluator::new(&chess);
        let values = [0, 40, 80].map(|clock| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K2R w - - {clock} 60");
            let pos = rules::position(&chess, &fen).unwrap();
            assert_eq!(evaluator.evaluate(&pos), evaluate(&pos), "{fen}");
            evaluate(&pos)
        });
        assert!(values.is_sorted_by(|earlier, later| earlier > later));
    }
}
