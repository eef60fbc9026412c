//! Andernach and its kin: pieces change colour by moving. Kings keep theirs, and castling changes nobody.
//! Source: Andernach chess (1993); antiandernach and superandernach as Popeye plays them.

use super::Condition;
use crate::rules::draft::{Draft, Impossible, Moved};
use crate::variant::{ConditionSpec, Footprint, Stage};

/// A condition by which moving pieces change colour.
pub struct Recolouring(&'static ConditionSpec);

/// A piece that captures changes colour.
pub const ANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    on_capture: Footprint::Recolours,
    ..ConditionSpec::new("andernach", Stage::MoverColour)
});

/// A piece that moves without capturing changes colour.
pub const ANTIANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    on_quiet: Footprint::Recolours,
    moving_costs: true,
    ..ConditionSpec::new("antiandernach", Stage::MoverColour)
});

/// Every piece that moves changes colour.
pub const SUPERANDERNACH: Recolouring = Recolouring(&ConditionSpec {
    on_capture: Footprint::Recolours,
    on_quiet: Footprint::Recolours,
    moving_costs: true,
    ..ConditionSpec::new("superandernach", Stage::MoverColour)
});

impl Condition for Recolouring {
    fn spec(&self) -> &'static ConditionSpec {
        self.0
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Impossible> {
        let footprint = if moved.captures {
            self.0.on_capture
        } else {
            self.0.on_quiet
        };
        let royal = draft.pos.is_royal(moved.piece.piece_type());
        if footprint == Footprint::Recolours && !royal {
            moved.become_piece(draft, moved.piece.flipped());
        }
        Ok(())
    }
}
