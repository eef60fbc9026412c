//! What a game is made of, kept for games in which players declare men of their own.

use super::conditions::ConditionSpec;
use super::declared::{DeclaredMen, RESERVED};
use super::definition::{Definition, ManDefinition};
use super::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The parts of a game.
#[derive(Clone, Debug)]
pub struct Workshop {
    pub(super) definition: Arc<Definition>,
    pub(super) conditions: Vec<&'static ConditionSpec>,
    pub(super) file: String,
    pub(super) text: String,
    /// The men that the player has declared.
    pub(super) declared: DeclaredMen,
}

impl Workshop {
    /// The parts of a game whose file says that men can be declared.
    pub(super) fn of(
        definition: &Definition,
        conditions: &[&'static ConditionSpec],
        source: &Source<'_>,
    ) -> Option<Self> {
        let open = definition.declared_men == Some(true);
        open.then(|| Self {
            definition: Arc::new(definition.clone()),
            conditions: conditions.to_vec(),
            file: source.file.to_owned(),
            text: source.text.to_owned(),
            declared: DeclaredMen::default(),
        })
    }

    /// The men that the player has declared.
    pub const fn declared(&self) -> &DeclaredMen {
        &self.declared
    }

    pub(super) fn is_reserved(man: &ManDefinition) -> bool {
        RESERVED.contains(man.letter.as_ref().as_str())
    }

    /// The declared letters and those that the game declares by itself.
    pub(super) fn open_letters(&self) -> BTreeSet<&str> {
        let own = self
            .definition
            .men
            .iter()
            .filter(|man| !Self::is_reserved(man));
        let own = own.map(|man| man.letter.as_ref().as_str());
        own.chain(self.declared.letters()).collect()
    }
}
