//! Positions in which play ends without a solution, by the options `GoalIsEnd` and `KeepMatingPiece`.

use crate::base::Color;
use crate::position::Position;
use crate::problem::task::Task;

/// After which moves play cannot go on.
#[derive(Clone, Copy, Default)]
pub struct DeadEnds {
    /// The side that ends play by reaching the goal, which the other side is to reach.
    pub ends: Option<Color>,
    /// The side that needs a piece beside its kings to reach the goal.
    keeps: Option<Color>,
}

impl DeadEnds {
    /// The dead ends by the options of a task. Where both sides can have to reach the goal there are none.
    pub fn of(task: &Task) -> Self {
        let (play, options) = (task.stipulation.play, &task.options);
        if !play.has_one_goal() || options.quodlibet {
            return Self::default();
        }
        let aiming = if play.ends_with_black() {
            !task.white
        } else {
            task.white
        };
        Self {
            ends: options.goal_is_end.then_some(!aiming),
            keeps: options.keep_mating_piece.then_some(aiming),
        }
    }

    /// Whether a position lacks the piece that could reach the goal.
    #[inline(always)]
    pub fn lacks_piece(self, pos: &Position) -> bool {
        self.keeps.is_some_and(|side| {
            ((pos.by_color(side) | pos.neutrals()) & !pos.royals(side)).is_empty()
        })
    }
}
