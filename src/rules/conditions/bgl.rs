//! BGL: every move costs its length, the distance between the centres of its squares, and each side has a budget. A side can make no move that is longer
//! than what is left to it, and a king that it could capture only by such a move is not in check. With one budget for both sides each move lessens what is left to either.
//! Lengths are in squares, rounded to hundredths. In castling the king's way counts; drops and passes cost nothing. What the budgets are is said by `budget`. Source:
//! The condition `BGL` of Popeye.

use super::Condition;
use crate::base::{Color, MoveKind, Piece, Square};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Remembered, Stage};

/// Moves cost their length.
pub const BGL: Bgl = Bgl;

/// The condition `bgl`.
pub struct Bgl;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["BGL"],
    vetoes: MoveKinds::MOVES,
    vetoes_checks: true,
    moving_costs: true,
    remembers: Some(Remembered::Spent),
    has_budgets: true,
    // Their moves start elsewhere than on the piece's square: from where they are measured is not said here.
    excludes: &["mars-circe", "phantom", "phantom-rex"],
    ..ConditionSpec::new(
        "bgl",
        Stage::Aftermath,
        "a move costs its length in squares, and a side can make no move, nor give check by one, that is longer than what is left of its `budget`",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 left:3.00/100.00",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Bgl {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let length = length(draft, moved);
        let budgets = &draft.pos.variant().rules.budgets;
        for side in budgets.drawn_by(mover(draft, moved)) {
            let spent = &mut draft.memory.spent[side.index()];
            *spent = spent.saturating_add(length);
        }
        Ok(())
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let side = mover(draft, moved);
        let budget = draft.pos.variant().rules.budgets.of(side);
        if budget.is_none_or(|budget| draft.memory.spent[side.index()] <= budget) {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}

/// The side that makes a move, even if the moving piece has changed sides.
fn mover(draft: &Draft<'_>, moved: &Moved) -> Color {
    let mover = draft.pos.at(moved.mv.from());
    mover
        .filter(|_| moved.mv.kind() != MoveKind::Drop)
        .map_or_else(|| moved.piece.color(), Piece::color)
}

/// The length of a move, in hundredths of a square.
fn length(draft: &Draft<'_>, moved: &Moved) -> u16 {
    let rules = &draft.pos.variant().rules;
    let (from, to) = match moved.mv.kind() {
        MoveKind::Drop => return 0,
        MoveKind::Castle => rules.castling.of_move(moved.piece.color(), moved.mv).king,
        MoveKind::Shot => (moved.mv.from(), moved.mv.to()),
        _ if rules.conditions.captors_move_on() => (moved.mv.from(), moved.at),
        _ => (moved.mv.from(), moved.mv.to()),
    };
    hundredths(from, to)
}

/// The distance between the centres of two squares in hundredths of a square, rounded to the nearest.
fn hundredths(from: Square, to: Square) -> u16 {
    let files = u32::from(from.file().abs_diff(to.file()));
    let ranks = u32::from(from.rank().abs_diff(to.rank()));
    // Half a hundredth is the unit of the root.
    let halves = (40_000 * (files * files + ranks * ranks)).isqrt();
    halves.div_ceil(2) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_to_the_nearest_hundredth() {
        for from in Square::all() {
            for to in Square::all() {
                let files = f64::from(from.file()) - f64::from(to.file());
                let ranks = f64::from(from.rank()) - f64::from(to.rank());
                let length = (files.hypot(ranks) * 100.0).round();
                let found = f64::from(hundredths(from, to));
                assert!((found - length).abs() < 0.5, "{from} {to}: {found}");
            }
        }
    }
}
