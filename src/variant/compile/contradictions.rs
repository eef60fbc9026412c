//! Rules of a file that contradict each other.

use crate::variant::definition::{Definition, Goal, ManDefinition, Text};
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// Drops, promotion zones and linked kings belong to games whose kings are captured; shots, effects,
/// conditions and castling to games of mate.
pub(super) fn check_goal(
    goal: Goal,
    definition: &Definition,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let zones = definition.zones.as_ref();
    let linked = definition.turns.as_ref().and_then(|t| t.linked.as_ref());
    let capture_only = [
        definition.drops.as_ref().and_then(|d| d.hand.as_ref()),
        linked,
        zones.and_then(|z| z.up.as_ref()),
        zones.and_then(|z| z.left.as_ref()),
        zones.and_then(|z| z.white.as_ref()),
        zones.and_then(|z| z.black.as_ref()),
    ];
    let wrong = |at: &Text| {
        let message = "drops, zones and linked kings need `goal = \"capture\"` in [ends]";
        Err(source.error(at, 1, message))
    };
    match (goal, capture_only.into_iter().flatten().next()) {
        (Goal::Mate, Some(at)) => return wrong(at),
        (Goal::Mate, None) => return Ok(()),
        (Goal::Capture, _) => {}
    }
    let castling = definition.castling.as_ref();
    let castles = castling.is_some_and(|c| c.white.is_some() || c.black.is_some());
    let mate_only = |man: &&ManDefinition| man.rifle == Some(true) || man.effect.is_some();
    let strange = definition.men.iter().find(mate_only);
    if let Some(man) = strange {
        let message = "shots and effects need `goal = \"mate\"` in [ends]";
        return Err(source.error(&man.letter, 1, message));
    }
    if castles
        || definition
            .conditions
            .as_ref()
            .is_some_and(|c| !c.is_empty())
    {
        let name = definition.name.as_ref();
        let message = "castling and conditions need `goal = \"mate\"` in [ends]";
        return Err(name.map_or_else(|| source.missing("`name`"), |n| source.error(n, 1, message)));
    }
    if definition.men.iter().all(|man| man.royal != Some(true)) {
        let at = &definition.men.first().map(|man| &man.letter);
        let message = "nobody is royal, but `goal = \"capture\"` needs kings to capture";
        return Err(at.map_or_else(|| source.missing("a man"), |a| source.error(a, 1, message)));
    }
    Ok(())
}
