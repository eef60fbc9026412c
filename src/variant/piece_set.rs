//! The parts from which a game is compiled, kept for games in which players declare pieces of their own.

use super::conditions::ConditionSpec;
use super::declared::{DeclaredPieces, RESERVED};
use super::definition::{Definition, PieceDefinition};
use super::source::Source;
use std::collections::BTreeSet;

/// The parts of a game, shared by all variants that are compiled from them.
#[derive(Debug)]
pub struct PieceSet {
    pub(super) definition: Definition,
    pub(super) conditions: Vec<&'static ConditionSpec>,
    pub(super) source: Source,
}

impl PieceSet {
    /// The parts of a game; `None` unless its file allows declared pieces.
    pub(super) fn of(
        definition: &Definition,
        conditions: &[&'static ConditionSpec],
        source: &Source,
    ) -> Option<Self> {
        definition.declared_pieces.then(|| Self {
            definition: definition.clone(),
            conditions: conditions.to_vec(),
            source: source.partial(),
        })
    }

    pub(super) fn is_reserved(piece: &PieceDefinition) -> bool {
        RESERVED.contains(piece.letter.as_ref().as_str())
    }

    /// The declared letters, and the letters of the game's own pieces that are not orthodox.
    pub(super) fn open_letters<'a>(&'a self, declared: &'a DeclaredPieces) -> BTreeSet<&'a str> {
        let own = self
            .definition
            .pieces
            .iter()
            .filter(|piece| !Self::is_reserved(piece));
        let own = own.map(|piece| piece.letter.as_ref().as_str());
        own.chain(declared.letters()).collect()
    }
}
