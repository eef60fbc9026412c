//! Masand: when the piece that moved gives check itself, every piece of either side that it observes, except kings, changes
//! colour. Observation is by the ordinary capturing movement. Source: P. Masand, as Popeye plays
//! `Masand`.

use super::Condition;
use super::madrasi::targets;
use crate::base::Bitboard;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Possible, Stage};

/// A piece that gives check changes the colour of the pieces that it observes.
pub const MASAND: Masand = Masand;

/// The condition `masand`.
pub struct Masand;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Masand"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    excludes: &["no-checks"],
    makes_possible: &[Possible::OtherColours],
    ..ConditionSpec::new(
        "masand",
        Stage::Aftermath,
        "when the piece that moved gives check itself, all pieces that it observes, of either side, change colour, kings aside",
        Example {
            fen: "4k3/8/8/2n5/8/8/8/Q5K1 w - - 0 1",
            mv: "a1e5",
            after: Some("4k3/8/8/2N1Q3/8/8/8/6K1"),
        },
    )
};

impl Condition for Masand {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let next = draft.position();
        let Some(mover) = next.at(moved.at) else {
            return Ok(());
        };
        let observed = targets(&next, moved.at) & next.occupied() & !Bitboard::from(moved.at);
        if !observed.intersects(next.royals(!mover.color())) {
            return Ok(());
        }
        for square in observed {
            if let Some(piece) = next.at(square).filter(|one| !next.is_royal(one.piece_type())) {
                draft.change(square, piece.flipped());
            }
        }
        Ok(())
    }
}
