//! Neutral pieces: both sides move and capture them, and they give check to both. A position names them by `~` behind the letter. They have
//! the colour of the side to move, which changes with the turn; for the captor they are pieces of the other side. A neutral pawn moves and promotes
//! (to a neutral piece) as a pawn of the side that moves it. Source: T. R. Dawson; the colour `Neutral` of Popeye.

use super::Condition;
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
        Stage::Aftermath,
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
}
