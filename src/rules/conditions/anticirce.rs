//! Anticirce (Calvet): a capturing piece, kings included, is reborn on its own home square, which depends on
//! the square of the capture. If that home is occupied, the capture is illegal, and an attack on a king that
//! needs such a capture is no check. A piece may capture on its own home square.

use super::Condition;
use crate::base::{Bitboard, Color, Piece, Square};
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Need, Stage};

/// A capturing piece is reborn on its own home square.
pub const ANTICIRCE: Anticirce = Anticirce;

/// The condition `anticirce`.
pub struct Anticirce;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["AntiCirce", "AntiCirce Calvet"],
    on_capture: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE,
    vetoes_by_act: true,
    vetoes_checks: true,
    needs: &[Need::Homes],
    is_bounded: true,
    ..ConditionSpec::new(
        "anticirce",
        Stage::CaptorRebirth,
        "a capturing piece, kings included, is reborn on its own home square; if that is occupied the capture is \
         impossible, and an attack that needs it is no check",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/8/8/8/8/1N2K3"),
        },
    )
};

impl Condition for Anticirce {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    /// The home squares of pieces of the side `by`, of all types, after a capture on `square`.
    fn watched(&self, pos: &Position, square: Square, by: Color) -> Bitboard {
        let rules = &pos.variant().rules;
        let home = |one| rules.homes.of(Piece::new(by, one), square);
        rules.all_types().map(home).collect()
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if !moved.captures {
            return Ok(());
        }
        let home = draft.pos.variant().rules.homes.of(moved.piece, moved.mv.to());
        draft.set(moved.at, None);
        if draft.at(home).is_some() {
            return Err(Veto);
        }
        draft.rebear(home, moved.piece);
        draft.changed = true;
        moved.at = home;
        Ok(())
    }
}
