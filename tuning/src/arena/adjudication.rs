//! Ending games early by what both engines say of them.

use super::engine::centipawns;
use katydid::base::Color;
use katydid::search::Score;

/// A draw when both sides have said "nearly level" for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this many full moves.
    pub move_number: u32,
    /// So many moves in a row of each side.
    pub move_count: u32,
    /// The largest score that is nearly level, in centipawns.
    pub score: i32,
}

/// A loss for a side that has said "lost" for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// So many moves in a row.
    pub move_count: u32,
    /// The score from which a game is lost, in centipawns, positive.
    pub score: i32,
    /// Whether the opponent has to have said "won" as long.
    pub two_sided: bool,
}

/// Which games are ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// As draws.
    pub draw: Option<DrawRule>,
    /// As losses.
    pub resign: Option<ResignRule>,
    /// As draws after this many full moves.
    pub max_moves: Option<u32>,
}

/// How a game is ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The other side has lost.
    Win(Color),
    /// A draw.
    Draw,
    /// A draw because the game has become too long.
    TooLong,
}

/// The course of the scores in one game.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Adjudication,
    turns: u32,
    level: u32,
    losing: [u32; 2],
    winning: [u32; 2],
}

impl Tracker {
    /// At the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            turns: 0,
            level: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Takes note of a turn, its score by the engine that made it, and whether it was irreversible.
    pub fn turn(
        &mut self,
        mover: Color,
        score: Option<Score>,
        irreversible: bool,
    ) -> Option<Ruling> {
        self.turns += 1;
        let value = score.map(centipawns);
        if let Some(rule) = self.rules.resign {
            let side = mover.index();
            let count = |run: u32, holds: bool| if holds { run + 1 } else { 0 };
            self.losing[side] = count(
                self.losing[side],
                value.is_some_and(|value| value <= -rule.score),
            );
            self.winning[side] = count(
                self.winning[side],
                value.is_some_and(|value| value >= rule.score),
            );
            for loser in Color::ALL {
                let agreed = !rule.two_sided || self.winning[(!loser).index()] >= rule.move_count;
                if self.losing[loser.index()] >= rule.move_count && agreed {
                    return Some(Ruling::Win(!loser));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_level = value.is_some_and(|value| value.abs() <= rule.score);
            self.level = match (irreversible, is_level) {
                (_, false) => 0,
                (true, true) => 1,
                (false, true) => self.level + 1,
            };
            if self.turns >= 2 * rule.move_number && self.level >= 2 * rule.move_count {
                return Some(Ruling::Draw);
            }
        }
        let too_long = |most| self.turns >= 2 * most;
        self.rules
            .max_moves
            .is_some_and(too_long)
            .then_some(Ruling::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruling(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ruling)> {
        let mut tracker = Tracker::new(rules);
        let mut mover = Color::Black;
        scores.iter().enumerate().find_map(|(index, score)| {
            mover = !mover;
            let score = Some(Score::Centipawns(*score));
            tracker
                .turn(mover, score, false)
                .map(|ruling| (index + 1, ruling))
        })
    }

    #[test]
    fn draws_need_both_sides_and_time() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                move_number: 3,
                move_count: 2,
                score: 10,
            }),
            ..Adjudication::default()
        };
        assert_eq!(ruling(rules, &[5; 9]), Some((6, Ruling::Draw)));
        assert_eq!(
            ruling(rules, &[5, 5, 5, 11, 5, -9, 0, 10, 3]),
            Some((8, Ruling::Draw))
        );
        assert_eq!(ruling(rules, &[5, 50, 5, 50, 5, 50, 5, 50]), None);
    }

    #[test]
    fn resignation_of_one_or_both() {
        let rule = ResignRule {
            move_count: 2,
            score: 600,
            two_sided: false,
        };
        let one = Adjudication {
            resign: Some(rule),
            ..Adjudication::default()
        };
        let scores = [-700, 100, -700, 100, -700, 650, -700, 650];
        assert_eq!(ruling(one, &scores), Some((3, Ruling::Win(Color::Black))));
        let both = Adjudication {
            resign: Some(ResignRule {
                two_sided: true,
                ..rule
            }),
            ..one
        };
        assert_eq!(ruling(both, &scores), Some((8, Ruling::Win(Color::Black))));
    }

    #[test]
    fn long_games_and_silent_engines() {
        let rules = Adjudication {
            max_moves: Some(2),
            draw: Some(DrawRule {
                move_number: 0,
                move_count: 1,
                score: 0,
            }),
            ..Adjudication::default()
        };
        let mut tracker = Tracker::new(rules);
        for turn in 1..=4 {
            let ruling = tracker.turn(Color::White, None, false);
            assert_eq!(ruling, (turn == 4).then_some(Ruling::TooLong));
        }
    }
}
