//! The verdict on a solution: sound, cooked, insoluble ...

use super::solution::{Attack, Defence, PostKey, Solution};
use super::stipulation::Stipulation;
use std::fmt;

/// The verdict on a problem. Set play, tries and duals after the key do not influence it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no solution.
    NoSolution,
    /// There are exactly the intended solutions, all of full length.
    Sound,
    /// There are more solutions than intended, or a shorter one.
    Cooked,
    /// There are solutions, but fewer than intended.
    Fewer,
    /// Unknown: the search was not completed.
    Partial,
}

/// The numbers of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Keys or lines of the full length.
    pub full: usize,
    /// Shorter keys or lines.
    pub short: usize,
}

impl Count {
    /// Counts keys or lines. If the diagram is the position after the key, this is one key if every Black move has a solving reply.
    pub fn of(stipulation: &Stipulation, solution: &Solution) -> Self {
        if let Some(PostKey { defences, .. }) = &solution.post_key {
            let answered = |defence: &Defence| defence.goal || !defence.answers.is_empty();
            let solves = !defences.is_empty() && defences.iter().all(answered);
            return Self {
                full: usize::from(solves),
                short: 0,
            };
        }
        let (length, found): (u32, Vec<u32>) = if stipulation.play.is_battle() {
            let keys = solution.keys.iter().map(|key| key.moves);
            (stipulation.moves, keys.collect())
        } else {
            let lines = solution.lines.iter().map(|line| {
                let series = stipulation.play.series_length(line.len());
                series.unwrap_or(line.len()) as u32
            });
            (stipulation.half_moves(), lines.collect())
        };
        // A plan itself sets the length of its solutions, so none of them counts as short.
        let length = if stipulation.plan.is_some() {
            0
        } else {
            length
        };
        let full = found.iter().filter(|moves| **moves >= length).count();
        Self {
            full,
            short: found.len() - full,
        }
    }
}

impl Verdict {
    /// The verdict for a number of intended solutions.
    pub fn of(stipulation: &Stipulation, solution: &Solution, intended: usize) -> Self {
        if !solution.complete {
            return Self::Partial;
        }
        match Count::of(stipulation, solution) {
            Count { full: 0, short: 0 } => Self::NoSolution,
            Count { full, short } if short > 0 || full > intended => Self::Cooked,
            Count { full, .. } if full < intended => Self::Fewer,
            Count { .. } => Self::Sound,
        }
    }

    /// The verdict in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::Sound => "sound",
            Self::Cooked => "cooked",
            Self::Fewer => "fewer",
            Self::Partial => "partial",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The number of duals: listed Black moves after the keys with more than one solving reply.
pub fn duals(tree: &[Attack]) -> usize {
    let keys = tree.iter().filter(|attack| attack.solves);
    keys.map(|key| {
        let after: usize = key
            .threats
            .iter()
            .map(|it| duals(std::slice::from_ref(it)))
            .sum();
        let listed = key.defences.iter().filter(|defence| defence.defends);
        listed.fold(after, |sum, defence| {
            sum + usize::from(defence.answers.len() > 1) + duals(&defence.answers)
        })
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, MoveKind, Square};
    use crate::problem::Key;

    fn verdict(stipulation: &str, lengths: &[usize], intended: usize) -> Verdict {
        let stipulation: Stipulation = stipulation.parse().expect("a stipulation");
        let mv = Move::new(Square::at(0, 0), Square::at(0, 1), MoveKind::Normal);
        let mut solution = Solution {
            complete: true,
            ..Solution::default()
        };
        for length in lengths {
            if stipulation.play.is_battle() {
                solution.keys.push(Key {
                    mv,
                    moves: *length as u32,
                    goal: false,
                });
            } else {
                solution.lines.push(vec![mv; *length]);
            }
        }
        Verdict::of(&stipulation, &solution, intended)
    }

    #[test]
    fn solutions_are_counted_against_those_intended() {
        assert_eq!(verdict("#2", &[], 1), Verdict::NoSolution);
        assert_eq!(verdict("#2", &[2], 1), Verdict::Sound);
        assert_eq!(verdict("#2", &[2, 2], 1), Verdict::Cooked);
        assert_eq!(verdict("#2", &[1], 1), Verdict::Cooked);
        assert_eq!(verdict("h#2", &[4, 4], 2), Verdict::Sound);
        assert_eq!(verdict("h#2", &[4, 4], 3), Verdict::Fewer);
        assert_eq!(verdict("h#2.5", &[3, 5], 2), Verdict::Cooked);
        assert_eq!(verdict("ser-h#3", &[4], 1), Verdict::Sound);
        assert_eq!(verdict("ser-h#3", &[3], 1), Verdict::Cooked);
        assert_eq!(verdict("ser-#3", &[3], 1), Verdict::Sound);
    }

    #[test]
    fn what_was_not_searched_to_the_end_is_partial() {
        let stipulation: Stipulation = "#2".parse().expect("a stipulation");
        let verdict = Verdict::of(&stipulation, &Solution::default(), 1);
        assert_eq!(verdict.to_string(), "partial");
    }

    #[test]
    fn duals_are_listed_moves_with_several_answers() {
        let mv = Move::new(Square::at(0, 0), Square::at(0, 1), MoveKind::Normal);
        let attack = |defences: Vec<Defence>| Attack {
            mv,
            solves: true,
            moves: 1,
            goal: defences.is_empty(),
            threats: Vec::new(),
            defences,
        };
        let defence = |defends: bool, answers: usize| Defence {
            mv,
            defends,
            goal: false,
            answers: vec![attack(Vec::new()); answers],
        };
        let key = attack(vec![defence(true, 2), defence(false, 3), defence(true, 1)]);
        assert_eq!(duals(std::slice::from_ref(&key)), 1);
        let attempt = Attack {
            solves: false,
            ..key
        };
        assert_eq!(duals(&[attempt]), 0);
    }
}
