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
        wdl: chances(pos, best.value),
        nodes: shared.all_nodes(),
        time: shared.budget.elapsed(),
        hashfull: shared.table.fullness(),
        table_hits: shared.table_hits.load(Relaxed),
        pv: best.pv.clone(),
    }
}

/// The probabilities of win, draw and loss at a search value, in thousandths, by the curve of the game.
fn chances(pos: &Position, value: Value) -> (u32, u32, u32) {
    match value {
        MATE_IN_MAX.. => (1000, 0, 0),
        _ if value <= -MATE_IN_MAX => (0, 0, 1000),
        _ => pos.variant().win_curve.chances(value, pos.phase_share()),
    }
}

#[cfg(test)]
mod tests {
    use super::chances;
    use crate::base::{MATE, MATE_IN_MAX};
    use crate::catalogue::games;
    use crate::rules;

    #[test]
    fn chances_are_whole_mirrored_and_monotone_in_every_game() {
        for name in games().all_names() {
            let game = games().variant(&name).expect("a game");
            let pos = rules::start(&game);
            let mut before = (0, 0, 1000);
            let scores = (-4100..=4100).step_by(25);
            for value in [-MATE, -MATE_IN_MAX]
                .into_iter()
                .chain(scores)
                .chain([MATE_IN_MAX])
            {
                let (win, draw, loss) = chances(&pos, value);
                assert_eq!(win + draw + loss, 1000, "{name}: {value}");
                assert_eq!(chances(&pos, -value), (loss, draw, win), "{name}: {value}");
                assert!(win >= before.0 && loss <= before.2, "{name}: {value}");
                before = (win, draw, loss);
                for phase in [0.0, 0.3, 0.8] {
                    let (win, draw, loss) = game.win_curve.chances(value, phase);
                    assert_eq!(win + draw + loss, 1000, "{name}: {value} {phase}");
                }
            }
            assert_eq!(before, (1000, 0, 0), "{name}");
        }
    }
}
