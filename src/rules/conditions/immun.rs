//! Immune chess: a piece other than a king can be captured only if its home square is free after the capture. Source:
//! K. Wenda, "Immunschach", as Popeye plays `ImmunChess`.

use super::Condition;
use crate::base::{Piece, Square};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Need, Stage};

/// Pieces whose home is occupied cannot be captured.
pub const IMMUN: Immun = Immun;

/// The condition `immun`.
pub struct Immun;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["ImmunChess"],
    vetoes: MoveKinds::CAPTURE,
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "immun",
        Stage::Aftermath,
        "a piece other than a king can be captured only if its home square is free after the capture",
        Example {
            fen: "4k1n1/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: None,
        },
    )
};

impl Condition for Immun {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let is_royal = |piece: Piece| draft.pos.is_royal(piece.piece_type());
        if moved.victim.is_some_and(|(_, piece)| is_royal(piece)) {
            return Ok(());
        }
        needs_free_home(draft, moved)
    }
}

/// Pieces, kings included, whose home is occupied cannot be captured.
pub const IMMUN_REX: ImmunRex = ImmunRex;

/// The condition `immun-rex`.
pub struct ImmunRex;

static SPEC_REX: ConditionSpec = ConditionSpec {
    popeye: &["ImmunChess RexInclusive"],
    vetoes: MoveKinds::CAPTURE,
    vetoes_checks: true,
    excludes: &["immun"],
    needs: &[Need::Homes],
    ..ConditionSpec::new(
        "immun-rex",
        Stage::Aftermath,
        "a piece, kings included, can be captured or checked only if its home square is free after the capture",
        Example {
            fen: "4n3/3k4/8/8/8/8/8/4K2R w - - 0 1",
            mv: "h1h7",
            after: Some("4n3/3k3R/8/8/8/8/8/4K3"),
        },
    )
};

impl Condition for ImmunRex {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC_REX
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        needs_free_home(draft, moved)
    }
}

/// Allows a move unless it captures a piece whose home square is occupied after the capture. A captured piece that has been reborn there
/// (`circe`) has found it free.
fn needs_free_home(draft: &Draft<'_>, moved: &Moved) -> Result<(), Veto> {
    let homes = &draft.pos.variant().rules.homes;
    let home = |(square, piece)| homes.of(piece, square);
    let is_reborn = |home: &Square| draft.taken.is_none() && draft.reborn.contains(*home);
    let home = moved.victim.map(home).filter(|home| !is_reborn(home));
    let occupied = home.and_then(|home| draft.at(home));
    occupied.map_or(Ok(()), |_| Err(Veto))
}
