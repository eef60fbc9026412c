//! The parts from which a game is compiled, kept so that it can be compiled again with declared pieces.

use super::conditions::ConditionSpec;
use super::declared::{DeclaredPieces, RESERVED};
use super::definition::{Definition, PieceDefinition};
use super::source::Source;
use std::collections::BTreeSet;

/// The parts of a game in which players can declare pieces; its variants are compiled from them.
#[derive(Debug)]
pub struct PieceSet {
    pub(super) definition: Definition,
    pub(super) conditions: Vec<&'static ConditionSpec>,
    pub(super) source: Source,
}

impl PieceSet {
    /// The parts of a game; `None` unless its variant file allows declared pieces.
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

    /// The letters that set-ups may use besides the chess pieces: those of declared pieces and of the game's own other pieces.
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
