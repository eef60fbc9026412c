//! Series capture: a piece that has captured may go on in the same move, with or without a capture, and after a further capture again. Each
//! step is made by the rules of a move of its own, promotion and what other conditions do included. Where a capture leaves a king of either
//! side in check, the piece cannot go on. Captures en passant are first steps alone, a double step of a pawn is not open to them unless it is
//! the whole move, and kings do not castle as a further step. Source: the condition `SeriesCapture` of Popeye.

use super::Condition;
use crate::variant::{ConditionSpec, Example, Footprint, Stage};

/// A piece that has captured may go on in the same move.
pub const SERIES_CAPTURE: SeriesCapture = SeriesCapture;

/// The condition `series-capture`.
pub struct SeriesCapture;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["SeriesCapture"],
    on_capture: Footprint::Anywhere,
    continues_captures: true,
    // As in Popeye.
    excludes: &["make-and-take"],
    ..ConditionSpec::new(
        "series-capture",
        Stage::Aftermath,
        "a piece that has captured may go on in the same move, after a further capture again, unless a king is in check then",
        Example {
            fen: "4k3/8/8/8/8/3p4/2p5/1B2K3 w - - 0 1",
            mv: "b1f5/c2d3",
            after: Some("4k3/8/8/5B2/8/8/8/4K3"),
        },
    )
};

impl Condition for SeriesCapture {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }
}
