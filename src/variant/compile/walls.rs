//! Walls: a piece type that is added to those of the file.

use crate::variant::definition::{Definition, PieceDefinition, Placing, unplaced};
use std::borrow::Cow;

/// The letter of walls in FENs.
pub(super) const WALL: &str = "*";

/// The definition with the piece type of walls behind those of the file, if the game has walls.
pub(super) fn with_wall(definition: &Definition) -> Cow<'_, Definition> {
    let petrifies = definition.pieces.iter().any(|piece| piece.petrifies);
    let placing = definition.walls.placing;
    if placing == Placing::Never && !petrifies {
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
