//! Circe: a captured piece other than a king is reborn on its home square, if that is free after the
//! capture. With `circe-rex` kings are, too: a king is in check only if a capture would not bring it home.
//! Source: P. Monréal and J.-P. Boyer, "Circe" (1968); for kings the condition `Circe RexInclusive` of Popeye.

use super::Condition;
use crate::base::{Piece, Square};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Need, RuleSet, Stage};

/// A captured piece is reborn on its home square.
pub const CIRCE: Circe = Circe {
    kings: false,
    spec: &SPEC,
};

/// As [`CIRCE`], kings included.
pub const CIRCE_REX: Circe = Circe {
    kings: true,
    spec: &ConditionSpec {
        popeye: &["Circe RexInclusive"],
        on_capture: Footprint::Anywhere,
        victims_return: true,
        kings_return: true,
        vetoes: MoveKinds::CAPTURE,
        vetoes_checks: true,
        needs: &[Need::Homes],
        excludes: &["circe"],
        ..ConditionSpec::new(
            "circe-rex",
            Stage::VictimRebirth,
            "circe, kings included: a king whose home square is free after its capture is not in check, and is reborn if it is captured",
            Example {
                fen: "8/8/8/3k4/8/2N5/8/4K3 w - - 0 1",
                mv: "c3d5",
                after: Some("4k3/8/8/3N4/8/8/8/4K3"),
            },
        )
    },
};

/// A condition by which captured pieces are reborn on their home squares.
pub struct Circe {
    /// Whether kings are reborn.
    kings: bool,
    spec: &'static ConditionSpec,
}

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Circe"],
    on_capture: Footprint::Anywhere,
    victims_return: true,
    needs: &[Need::Homes],
    is_bounded: true,
    ..ConditionSpec::new(
        "circe",
        Stage::VictimRebirth,
        "a captured piece is reborn on its home square, or leaves the game if that is occupied",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k1n1/8/8/3N4/8/8/8/4K3"),
        },
    )
};

impl Condition for Circe {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        return_victim(draft, moved, self.kings, |rules, piece, square| {
            rules.homes.of(piece, square)
        });
        Ok(())
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let returns = draft.taken.is_none() && draft.reborn.any();
        let is_king = |piece: Piece| draft.pos.is_royal(piece.piece_type());
        match moved.victim {
            Some((_, victim)) if is_king(victim) && returns => Err(Veto),
            _ => Ok(()),
        }
    }
}

/// Puts the captured piece on a home square that depends on the piece and the square of the capture, unless it is a
/// king and `kings` do not return, has been reborn already, or the square is occupied.
pub(super) fn return_victim(
    draft: &mut Draft<'_>,
    moved: &Moved,
    kings: bool,
    home: impl FnOnce(&RuleSet, Piece, Square) -> Square,
) {
    let Some((square, piece)) = moved.victim.filter(|_| draft.taken.is_some()) else {
        return;
    };
    let home = home(&draft.pos.variant().rules, piece, square);
    if (kings || !draft.pos.is_royal(piece.piece_type())) && draft.at(home).is_none() {
        draft.rebear(home, piece);
        draft.taken = None;
    }
}
