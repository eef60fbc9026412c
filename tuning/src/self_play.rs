//! Games of an engine against itself, to their end or until they are as good as over.

use anyhow::Result;
use katydid::base::Color;
use katydid::rules::{Game, Outcome, Turn};

/// When a game is as good as over.
struct Adjudication {
    /// Centipawns that win.
    win: i32,
    /// Turns in a row in which one side has been far ahead.
    ahead: i32,
    /// Turns in a row in which neither side has been ahead.
    level: u32,
}

impl Adjudication {
    /// Centipawns that win beyond those by which an opening may be ahead, and for how many turns in a row.
    const WIN: (i32, i32) = (1100, 4);
    /// Centipawns that draw, for how many turns in a row, and from which turn on.
    const DRAW: (i32, u32, usize) = (8, 12, 80);
    /// Turns after which a game is a draw.
    const LAST: usize = 400;

    /// A game whose opening is at most this many centipawns from level.
    const fn beyond(level: i32) -> Self {
        Self {
            win: level + Self::WIN.0,
            ahead: 0,
            level: 0,
        }
    }

    /// White's points, if a game whose last search gave a score is as good as over.
    fn points(&mut self, turns: usize, score: i32) -> Option<f64> {
        let side = score.signum();
        let (_, win_turns) = Self::WIN;
        self.ahead = match (score.abs() >= self.win, self.ahead.signum() * side) {
            (false, _) => 0,
            (true, 0 | 1) => self.ahead + side,
            (true, _) => side,
        };
        let (draw, draw_turns, first) = Self::DRAW;
        self.level = if score.abs() <= draw {
            self.level + 1
        } else {
            0
        };
        if self.ahead.abs() >= win_turns {
            return Some(if side > 0 { 1.0 } else { 0.0 });
        }
        let drawn = turns >= first && self.level >= draw_turns || turns >= Self::LAST;
        drawn.then_some(0.5)
    }
}

/// White's points in a game that is played on by an engine, which is asked for a turn and its score in White's view, until it is
/// over or as good as over. The game was at most `level` centipawns from level. Each turn that is played, with its score, is reported before. None if the engine has no answer.
///
/// # Errors
/// Those of the engine.
pub fn points(
    mut game: Game,
    level: i32,
    mut think: impl FnMut(&Game) -> Result<Option<(Turn, i32)>>,
    mut tell: impl FnMut(&Game, &Turn, i32),
) -> Result<Option<f64>> {
    let mut judge = Adjudication::beyond(level);
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(Some(points_of(outcome)));
        }
        let Some((turn, score)) = think(&game)? else {
            return Ok(None);
        };
        if let Some(points) = judge.points(game.turns().len(), score) {
            return Ok(Some(points));
        }
        tell(&game, &turn, score);
        game.push(turn);
    }
}

/// White's points.
fn points_of(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Color::White) => 1.0,
        None => 0.5,
        Some(Color::Black) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_over_when_one_side_stays_far_ahead() {
        let mut judge = Adjudication::beyond(400);
        let scores = [1500, 2000, -1600, 1500, 1700, 1501];
        assert!(scores.iter().all(|score| judge.points(9, *score).is_none()));
        assert_eq!(judge.points(9, 3000), Some(1.0));
        let mut judge = Adjudication::beyond(400);
        assert!((0..11).all(|_| judge.points(100, 3).is_none()));
        assert_eq!(judge.points(100, -8), Some(0.5));
        assert_eq!(judge.points(400, 90), Some(0.5));
    }
}
