//! Turns root moves into reports: scores with mate distances in turns, and win-draw-loss probabilities.

use super::report::{Bound, Info, Score};
use super::thread::{RootInfo, RootMove, Shared};
use crate::base::{MATE, MATE_IN_MAX, Value};
use crate::position::Position;
use crate::rules::{Rules, turns_of_line};
use std::sync::atomic::Ordering::Relaxed;

/// A root move's score, with mate distances in turns of the winner. If the line ends before the mate (as after a fail-high), each
/// missing leg counts as one turn, so that the reported distance is never too short.
pub fn score<R: Rules>(pos: &Position, root: &RootMove) -> Score {
    let exact = Score::of(root.value);
    match exact {
        Score::Mate(moves) if R::LEGS => {
            let shown = turns_of_line(pos, &root.pv).len() as i32;
            let legs = MATE - root.value.abs();
            let turns = shown + (legs - root.pv.len() as i32).max(0);
            Score::Mate(if moves > 0 {
                (turns + 1) / 2
            } else {
                -(turns / 2)
            })
        }
        _ => exact,
    }
}

pub fn info<R: Rules>(shared: &Shared<'_>, pos: &Position, info: &RootInfo<'_>) -> Info {
    let best = info.root_move;
    Info {
        depth: info.depth,
        seldepth: best.seldepth.max(info.depth),
        multipv: info.line as u32,
        score: score::<R>(pos, best),
        bound: if best.value.abs() >= MATE_IN_MAX {
            Bound::Exact
        } else {
            best.bound
        },
        wdl: chances(&pos.variant().name, best.value),
        nodes: shared.all_nodes(),
        time: shared.budget.elapsed(),
        hashfull: shared.table.fullness(),
        table_hits: shared.table_hits.load(Relaxed),
        pv: best.pv.clone(),
    }
}

/// A game's logistic curve: the probability of winning as a function of the score.
struct WinCurve {
    game: &'static str,
    /// The score at which the probability of winning is one half, in centipawns.
    even: f64,
    /// The score difference by which the odds of winning grow by the factor e, in centipawns.
    scale: f64,
}

/// The fitted curves. The same score means another probability in another game, so games without a curve report none.
const WIN_CURVES: [WinCurve; 1] = [
    // Fitted by maximum likelihood to 34,000 scores of 200 self-play games at 1 s + 0.01 s.
    WinCurve {
        game: "demichess",
        even: 100.0,
        scale: 100.0,
    },
];

/// The probabilities of win, draw and loss at a search value, in thousandths; `None` in games without a fitted curve.
fn chances(game: &str, value: Value) -> Option<(u32, u32, u32)> {
    let curve = WIN_CURVES.iter().find(|curve| curve.game == game)?;
    let win = |x: f64| 1000.0 / (1.0 + ((curve.even - x) / curve.scale).exp());
    let value = f64::from(value.clamp(-4000, 4000));
    let (win, loss) = (win(value) as u32, win(-value) as u32);
    Some((win, 1000 - win - loss, loss))
}

#[cfg(test)]
mod tests {
    use super::chances;

    #[test]
    fn chances_are_those_of_games_with_a_fitted_curve() {
        assert_eq!(chances("demichess", 100), Some((500, 381, 119)));
        assert_eq!(chances("demichess", -100), Some((119, 381, 500)));
        assert_eq!(chances("chess", 100), None);
        assert_eq!(chances("alice-demichess", 100), None);
    }
}
