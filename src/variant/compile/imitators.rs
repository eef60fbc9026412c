//! Imitators: a piece type that is added to those of the file, so that pawns can promote to it. It never stands on the board.

use crate::variant::definition::{Definition, PieceDefinition, unplaced};
use crate::variant::zones::IMITATORS;
use std::borrow::Cow;

/// The letter of imitators in moves. Where another piece has it, no pawn promotes to an imitator.
const LETTER: &str = "I";

const NAME: &str = "Imitator";

/// The definition with the piece type of imitators behind those of the file, if the game has imitators.
pub(super) fn with_imitator(definition: &Definition) -> Cow<'_, Definition> {
    let mut conditions = definition.conditions.iter();
    let mut letters = definition.pieces.iter().map(|piece| piece.letter.as_ref());
    let promotions = definition.pawns.promotion.as_ref();
    if !conditions.any(|name| name.as_ref() == IMITATORS)
        || promotions.is_empty()
        || letters.any(|letter| letter == LETTER)
    {
        return Cow::Borrowed(definition);
    }
    let promotions = unplaced(format!("{promotions}{LETTER}"));
    let mut definition = definition.clone();
    definition.pawns.promotion = promotions;
    definition.pieces.push(PieceDefinition {
        name: Some(NAME.to_owned()),
        movement: Some(unplaced("")),
        value: Some(0),
        endgame: Some(0),
        ..PieceDefinition::of_letter(unplaced(LETTER))
    });
    Cow::Owned(definition)
}

/// Whether a piece is that of imitators.
pub(super) fn is_imitator(piece: &PieceDefinition) -> bool {
    piece.letter.as_ref() == LETTER && piece.name.as_deref() == Some(NAME)
}
