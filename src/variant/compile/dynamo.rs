//! Finds keys that contradict `dynamo`, such as all rules about captures.

use super::piece_types::PieceTypeDraft;
use crate::base::Color;
use crate::betza::{Path, Travel};
use crate::board::Topology;
use crate::variant::definition::{Definition, FirstRank, PieceDefinition, Text};
use crate::variant::rule_set::RuleSet;

/// A contradiction between a key and `dynamo`.
pub(super) struct Contradiction<'a> {
    /// The text in the file and the column in it; `None` if the contradiction has no single place.
    pub place: Option<(&'a Text, usize)>,
    /// The error message, which names both sides of the contradiction.
    pub message: String,
}

/// The first contradiction with `dynamo`; `None` if there is none, or the game has no `dynamo`.
pub(super) fn contradiction<'a>(
    rules: &RuleSet,
    definition: &'a Definition,
    drafts: &[PieceTypeDraft],
) -> Option<Contradiction<'a>> {
    if !rules.capabilities.dynamo {
        return None;
    }
    if let Some(other) = other_rules(rules) {
        let why = "Dynamo is not combined with other rules of moving, capturing and turns";
        return Some(Contradiction {
            place: None,
            message: format!("`dynamo` and {other} contradict each other: {why}"),
        });
    }
    if rules.pawn.is_some()
        && Color::ALL
            .iter()
            .any(|color| rules.rank_promotions(*color).is_empty())
    {
        return Some(Contradiction {
            place: None,
            message: "`dynamo` needs `promotion` in [pawns]".to_owned(),
        });
    }
    let mut pieces = definition.pieces.iter().zip(drafts).enumerate();
    pieces.find_map(|(index, (piece, draft))| {
        let pawn = rules.rank_pawn.is_some_and(|pawn| pawn.index() == index);
        movement(piece, draft, pawn)
    })
}

/// The key of the first group of rules in the file that `dynamo` excludes.
fn other_rules(rules: &RuleSet) -> Option<&'static str> {
    let has = rules.capabilities;
    let groups = [
        (!rules.conditions.is_empty(), "`conditions`"),
        (!rules.hurdlers.is_empty(), "`effect`"),
        (has.shots, "`rifle`"),
        (has.royal_capture, "`goal = \"capture\"`"),
        (!rules.goals.is_empty(), "`goals` in [ends]"),
        (rules.must_capture, "`must_capture`"),
        (rules.repetition.decides(), "`repetition` in [ends]"),
        (rules.counting.is_some(), "[counting]"),
        (has.drops, "`hand` in [drops]"),
        (has.linked, "`linked` in [turns]"),
        (has.walls, "[walls]"),
        (has.schedule, "`schedule` in [turns]"),
        (has.passes, "`pass` in [turns]"),
        (has.free_moves, "a pawn that moves otherwise than in chess"),
        (has.zones, "promotion other than of usual pawns"),
        (has.iron, "`iron`"),
        (has.relay, "`relay`"),
        (has.wraps, "`wrap` in [board]"),
        (has.two_boards, "`alice` in [board]"),
        (rules.any_kings, "`kings = \"any\"`"),
        (!rules.zones.is_straight(), "[zones]"),
        (rules.rights_return, "`rights_return` in [castling]"),
        (rules.castling.anywhere, "`anywhere` in [castling]"),
        (
            rules.first_rank != FirstRank::Stuck,
            "`first_rank` in [pawns]",
        ),
        (
            rules.board != *Topology::STANDARD,
            "a board other than the full 8x8",
        ),
    ];
    groups
        .into_iter()
        .find_map(|(asked, name)| asked.then_some(name))
}

/// Checks a movement: only leaps and slides to the edge are allowed, and each must both move and capture, because pieces push and pull
/// along the same paths. En passant is not allowed.
fn movement<'a>(
    piece: &'a PieceDefinition,
    draft: &PieceTypeDraft,
    pawn: bool,
) -> Option<Contradiction<'a>> {
    let text = piece.movement.as_ref()?;
    if let Some(column) = draft.movement.needs.en_passant {
        return Some(Contradiction {
            place: Some((text, column)),
            message: "`e` (en passant) and `dynamo` contradict each other: nobody captures"
                .to_owned(),
        });
    }
    let plays = |path: &Path| {
        let simple = matches!(path.travel, Travel::Leap | Travel::Slide { range: 0 });
        let both = path.modes.quiet && path.modes.capture;
        path.legs.is_empty() && simple && both
    };
    // A pawn that moves as in chess is allowed; other pawns are refused by `other_rules`.
    if pawn || draft.movement.paths.iter().all(plays) {
        return None;
    }
    let expected = "expected a movement such as `N`, `R` or `WfD`";
    Some(Contradiction {
        place: Some((text, 1)),
        message: format!(
            "with `dynamo` pieces move by leaps and slides to the edge, and push along the same ({expected})"
        ),
    })
}
