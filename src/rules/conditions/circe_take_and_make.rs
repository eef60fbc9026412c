//! Circe Take & Make: a captured piece other than a king is reborn on a square to which it could move without
//! capturing from the square of the capture, where the captor now stands. The side that captures chooses the square. If
//! there is none, the capture is illegal. A pawn that is reborn on its last rank promotes, as the captor's side chooses.
//! Source: the condition `CirceTake&Make` of Popeye.

use super::Condition;
use super::take_and_make::quiet_targets;
use crate::base::{Bitboard, Piece, Square};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Possible, Stage};

/// A captured piece is reborn on a square to which it could have moved.
pub const CIRCE_TAKE_AND_MAKE: CirceTakeAndMake = CirceTakeAndMake;

/// The condition `circe-take-and-make`.
pub struct CirceTakeAndMake;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["CirceTake&Make", "Circe Take&Make"],
    on_capture: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE,
    vetoes_by_act: true,
    chooses: MoveKinds::CAPTURE,
    is_bounded: true,
    promotes: true,
    victims_return: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "circe-take-and-make",
        Stage::VictimRebirth,
        "a captured piece is reborn on a square to which it could move from there without capturing; the captor chooses; if \
         there is no such square, the capture is illegal",
        Example {
            fen: "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
            mv: "d1d5/e7",
            after: Some("4k3/4n3/8/3R4/8/8/8/4K3"),
        },
    )
};

impl Condition for CirceTakeAndMake {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn choices(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Bitboard {
        captured(draft, moved).map_or(Bitboard::EMPTY, |(square, victim)| {
            quiet_targets(draft, victim, square, moved.mv.from())
        })
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if let Some((_, victim)) = captured(draft, moved) {
            draft.rebear(moved.choice.ok_or(Veto)?, victim);
            draft.taken = None;
        }
        Ok(())
    }
}

/// The captured piece, unless it is a king or has been reborn already.
fn captured(draft: &Draft<'_>, moved: &Moved) -> Option<(Square, Piece)> {
    let victim = moved.victim.filter(|_| draft.taken.is_some());
    victim.filter(|(_, piece)| !draft.pos.is_royal(piece.piece_type()))
}
