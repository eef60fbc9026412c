//! Walls: a piece type that is added to those of the file.

use crate::variant::conditions::{ConditionSpec, Need};
use crate::variant::definition::{Definition, PieceDefinition, Placing, Text, unplaced};
use std::borrow::Cow;

/// The letter of walls in FENs.
pub(super) const WALL: &str = "*";

/// The definition with the piece type of walls behind those of the file, if the game has walls. `conditions` are all conditions that a file
/// can name.
pub(super) fn with_wall<'a>(
    definition: &'a Definition,
    conditions: &[&'static ConditionSpec],
) -> Cow<'a, Definition> {
    let petrifies = definition.pieces.iter().any(|piece| piece.petrifies);
    let leaves = |name: &Text| {
        let mut named = conditions.iter().filter(|spec| spec.name == name.as_ref());
        named.any(|spec| spec.has_need(Need::Walls))
    };
    let by_condition = definition.conditions.iter().any(leaves);
    let placing = definition.walls.placing;
    if placing == Placing::Never && !petrifies && !by_condition {
        return Cow::Borrowed(definition);
    }
    let usual = if placing == Placing::Duck {
        "Duck"
    } else {
        "Wall"
    };
    let name = definition.walls.name.clone();
    let mut definition = definition.clone();
    definition.pieces.push(PieceDefinition {
        name: Some(name.unwrap_or_else(|| usual.to_owned())),
        movement: Some(unplaced("")),
        iron: true,
        value: Some(0),
        endgame: Some(0),
        ..PieceDefinition::of_letter(unplaced(WALL))
    });
    Cow::Owned(definition)
}

/// Whether a piece is that of walls.
pub(super) fn is_wall(piece: &PieceDefinition) -> bool {
    piece.letter.as_ref() == WALL
}
