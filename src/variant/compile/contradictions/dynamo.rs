//! What contradicts `dynamo`: everything that belongs to men that capture.

use super::{refuse, refuse_key};
use crate::betza::{Path, Travel};
use crate::board::Topology;
use crate::variant::compile::piece_types::PieceTypeDraft;
use crate::variant::definition::{Definition, FirstRank, ManDefinition};
use crate::variant::error::LoadError;
use crate::variant::rule_set::RuleSet;
use crate::variant::source::Source;

/// Refuses rules that cannot hold where men push and pull, naming both.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source<'_>,
) -> Result<(), LoadError> {
    if !rules.capabilities.dynamo {
        return Ok(());
    }
    if let Some(other) = other_rules(rules) {
        let message = format!(
            "`dynamo` and {other} contradict each other: Dynamo is not combined with other rules of moving and capturing"
        );
        return refuse_key(source, definition, &message);
    }
    if rules.pawn.is_some() && rules.promotions.is_empty() {
        let message = "`dynamo` needs `promotion` in [pawns]";
        return refuse_key(source, definition, message);
    }
    let men = definition.men.iter().zip(drafts);
    men.enumerate().try_for_each(|(index, (man, draft))| {
        let pawn = rules.rank_pawn.is_some_and(|pawn| pawn.index() == index);
        movement(man, draft, pawn, source)
    })
}

/// The first other group of rules that the file asks for.
fn other_rules(rules: &RuleSet) -> Option<&'static str> {
    let has = rules.capabilities;
    let groups = [
        (!rules.conditions.is_empty(), "`conditions`"),
        (!rules.hurdlers.is_empty(), "`effect`"),
        (has.shots, "`rifle`"),
        (has.royal_capture, "`goal = \"capture\"`"),
        (has.drops, "`hand` in [drops]"),
        (has.linked, "`linked` in [turns]"),
        (has.schedule, "`schedule` in [turns]"),
        (has.zones, "promoted forms"),
        (!rules.zones.is_straight(), "[zones]"),
        (rules.rights_return, "`rights_return` in [castling]"),
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

/// Men push and pull along leaps and along slides to the edge, which are both moves and captures; pawns are
/// not taken in passing.
fn movement(
    man: &ManDefinition,
    draft: &PieceTypeDraft,
    pawn: bool,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let Some(text) = &man.movement else {
        return Ok(());
    };
    if let Some(column) = draft.movement.needs.en_passant {
        let message = "`e` (en passant) and `dynamo` contradict each other: nobody captures";
        return Err(source.error(text, column, message));
    }
    let plays = |path: &Path| {
        let simple = matches!(path.travel, Travel::Leap | Travel::Slide { range: 0 });
        let both = path.modes.quiet && path.modes.capture;
        path.legs.is_empty() && simple && (both || pawn)
    };
    if draft.movement.paths.iter().all(plays) {
        return Ok(());
    }
    let message = "in Dynamo men move by leaps and by slides to the edge, and push along the same (expected a movement such as `N`, `R` or `WfD`)";
    refuse(source, text, message)
}
