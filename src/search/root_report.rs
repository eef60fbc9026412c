//! Root moves as reports: scores with mate distances in turns, and chances.

use super::report::{Bound, Info, Score};
use super::thread::{RootInfo, RootMove, Shared};
use crate::base::{MATE, MATE_IN_MAX, Value};
use crate::position::Position;
use crate::rules::{Rules, turns_of_line};

/// A root move's score, with mate distances in turns of the winner. Legs of the way to mate that the line does not show,
/// as when it failed high, count as turns: it is not said to be shorter than it may be.
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

/// The report of a line.
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
        wdl: chances(best.value),
        nodes: shared.all_nodes(),
        time: shared.budget.elapsed(),
        hashfull: shared.table.fullness(),
        pv: best.pv.clone(),
    }
}

/// Centipawns at which winning is as likely as not.
const EVEN_CHANCE: f64 = 100.0;
/// Centipawns over which the chance of winning grows by the factor e of its odds.
const WIN_SCALE: f64 = 100.0;

/// Win, draw and loss in thousandths: two logistic curves, fitted by likelihood to 34,000 scores of 200
/// games of `demichess` that the engine played against itself at 1 s + 0.01 s.
fn chances(value: Value) -> (u32, u32, u32) {
    let win = |x: f64| 1000.0 / (1.0 + ((EVEN_CHANCE - x) / WIN_SCALE).exp());
    let value = f64::from(value.clamp(-4000, 4000));
    let (win, loss) = (win(value) as u32, win(-value) as u32);
    (win, 1000 - win - loss, loss)
}
