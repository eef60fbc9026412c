//! Einstein: a piece that moves without capturing sinks by one rung of the ladder of types, a piece that captures rises
//! by one; kings stay kings. The game decides what a piece becomes beyond either end of the ladder. Castling is a quiet
//! move of the rook.

use super::Condition;
use crate::base::Square;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Need, Stage};

/// On the ladder of types, pieces that move sink and pieces that capture rise.
pub const EINSTEIN: Einstein = Einstein;

/// The condition `einstein`.
pub struct Einstein;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["EinsteinChess"],
    moving_costs: true,
    captors_climb: true,
    needs: &[Need::Ladder],
    is_bounded: true,
    ..ConditionSpec::new(
        "einstein",
        Stage::MoverType,
        "a moving piece sinks along the ladder (Q > R > B > N > P), a capturing piece rises (P > N > B > R > Q); pawns \
         that move and queens that capture stay what they are, or become the piece of `condition_ends`",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3B4/8/8/8/4K3"),
        },
    )
};

impl Condition for Einstein {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let before = moved.piece.piece_type();
        if draft.pos.is_royal(before) {
            return Ok(());
        }
        let ladder = &draft.pos.variant().rules.ladder;
        let after = ladder.moved(before, moved.captures);
        if after != before {
            moved.become_piece(draft, moved.piece.with_type(after));
        }
        Ok(())
    }

    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        if let Some(piece) = draft.at(rook) {
            let sunk = draft.pos.variant().rules.ladder.moved(piece.piece_type(), false);
            draft.change(rook, piece.with_type(sunk));
        }
    }
}
