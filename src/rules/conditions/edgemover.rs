//! Edgemover: the pieces of one side, kings included, may only move to squares at the edge of the board, and check only
//! kings at the edge. Source: the conditions `WhiteEdgemover` and `BlackEdgemover` of Popeye.

use super::Condition;
use crate::base::Color;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// White's pieces move only to the edge of the board.
pub const WHITE_EDGEMOVER: Edgemover = Edgemover {
    side: Color::White,
    spec: &spec(
        "white-edgemover",
        &["WhiteEdgemover"],
        "White's pieces may only move to squares at the edge of the board",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "e1e2",
            after: None,
        },
    ),
};

/// Black's pieces move only to the edge of the board.
pub const BLACK_EDGEMOVER: Edgemover = Edgemover {
    side: Color::Black,
    spec: &spec(
        "black-edgemover",
        &["BlackEdgemover"],
        "Black's pieces may only move to squares at the edge of the board",
        Example {
            fen: "r3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            mv: "e8e7",
            after: None,
        },
    ),
};

/// The condition `white-edgemover` or `black-edgemover`.
pub struct Edgemover {
    side: Color,
    spec: &'static ConditionSpec,
}

const fn spec(
    name: &'static str,
    popeye: &'static [&'static str],
    summary: &'static str,
    example: Example,
) -> ConditionSpec {
    ConditionSpec {
        popeye,
        vetoes: MoveKinds::MOVES,
        vetoes_checks: true,
        ..ConditionSpec::new(name, Stage::Aftermath, summary, example)
    }
}

impl Condition for Edgemover {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let mover = draft.pos.at(moved.mv.from()).unwrap_or(moved.piece);
        let board = &draft.pos.variant().rules.board;
        let mut steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
        let is_inside = steps.all(|(file, rank)| board.offset(moved.mv.to(), file, rank).is_some());
        if mover.color() == self.side && is_inside {
            Err(Veto)
        } else {
            Ok(())
        }
    }
}
