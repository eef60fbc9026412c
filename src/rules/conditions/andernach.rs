//! Andernach and its kin: pieces change colour by moving. Kings keep their colour (unless `kings = "flip"`); castling changes no piece.
//! Source: Andernach chess (1993); antiandernach and superandernach as Popeye plays them.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Stage};

/// A condition by which moving pieces change colour.
pub struct Recolouring(&'static ConditionSpec);

/// A piece that captures changes colour.
pub const ANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    popeye: &["AndernachChess"],
    on_capture: Footprint::Recolours,
    is_bounded: true,
    ..ConditionSpec::new(
        "andernach",
        Stage::MoverColour,
        "a piece that captures changes colour",
        Example {
            fen: "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3n4/8/8/8/4K3"),
        },
    )
});

/// A piece that moves without capturing changes colour.
pub const ANTIANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    popeye: &["AntiAndernachChess"],
    on_quiet: Footprint::Recolours,
    moving_costs: true,
    is_bounded: true,
    ..ConditionSpec::new(
        "antiandernach",
        Stage::MoverColour,
        "a piece that moves without capturing changes colour (castling aside)",
        Example {
            fen: "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3e4",
            after: Some("4k3/8/8/3p4/4n3/8/8/4K3"),
        },
    )
});

/// Every piece that moves changes colour.
pub const SUPERANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    on_capture: Footprint::Recolours,
    on_quiet: Footprint::Recolours,
    moving_costs: true,
    is_bounded: true,
    ..ConditionSpec::new(
        "superandernach",
        Stage::MoverColour,
        "every piece that moves changes colour (castling aside)",
        Example {
            fen: "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3n4/8/8/8/4K3"),
        },
    )
});

impl Condition for Recolouring {
    fn spec(&self) -> &'static ConditionSpec {
        self.0
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let footprint = if moved.captures {
            self.0.on_capture
        } else {
            self.0.on_quiet
        };
        let keeps_colour = draft.pos.is_royal(moved.piece.piece_type())
            && !draft.pos.variant().rules.kings_flip;
        if footprint == Footprint::Recolours && !keeps_colour {
            moved.become_piece(draft, moved.piece.flipped());
        }
        Ok(())
    }
}
