//! Neutral pieces: both sides move and capture them, and they give check to both. A position names them by `~` behind the letter. They have
//! the colour of the side to move, which changes with the turn; for the captor they are pieces of the other side. A neutral pawn moves and promotes
//! (to a neutral piece) as a pawn of the side that moves it. Source: T. R. Dawson; the colour `Neutral` of Popeye.
//!
//! Half-neutral pieces (the key `half_neutral` of a piece) become neutral when they move as pieces of a side; when they move as neutral pieces they
//! get the colour of the side that moves them. A rook that castles and a captured piece that is reborn stay what they are. Source: the attribute
//! `HalfNeutral` of Popeye.

use super::Condition;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Stage};

/// Pieces that belong to the side to move.
pub const NEUTRALS: Neutrals = Neutrals;

/// The condition `neutrals`.
pub struct Neutrals;

static SPEC: ConditionSpec = ConditionSpec {
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    defines_check: true,
    moving_costs: true,
    neutrals: true,
    // Conditions by which pieces act on others where they stand: what neutral pieces are to these is not said here.
    excludes: &[
        "madrasi",
        "madrasi-rex",
        "isardam",
        "eiffel",
        "breton",
        "masand",
        "magic-squares",
        "influencer",
        "sentinels",
        "superguards",
        "provocation",
        "multicaptures",
        "face-to-face",
        "back-to-back",
        "make-and-take",
        "mars-circe",
        "phantom",
        "phantom-rex",
        "transmuted-kings",
        "white-transmuted-king",
        "black-transmuted-king",
        "orphans",
        "friends",
        "exclusive",
    ],
    ..ConditionSpec::new(
        "neutrals",
        Stage::MoverType,
        "pieces marked `~` belong to the side to move: both sides move and capture them, and they give check to both",
        Example {
            fen: "4k3/8/3r~4/8/8/8/8/R3K3 w - - 0 1",
            mv: "d6d2",
            after: Some("4k3/8/8/8/8/8/3r~4/R3K3"),
        },
    )
};

impl Condition for Neutrals {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let half_neutral = draft.pos.variant().rules.half_neutral;
        // What the piece was before a promotion decides.
        let before = draft.pos.at(moved.mv.from());
        if before.is_some_and(|before| half_neutral.contains(before.piece_type())) {
            // No progress towards the end of the game: the next move of the piece can undo it.
            moved.piece = moved.piece.with_other_mark();
            draft.set(moved.at, Some(moved.piece));
        }
        Ok(())
    }
}
