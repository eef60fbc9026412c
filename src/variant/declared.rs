//! Men that the player declares, in the place of those that a game declares by itself or beside them.

use super::definition::ManDefinition;

/// Letters that always mean the men of chess.
pub(super) const RESERVED: &str = "KQRBNP";

/// Men declared by the player.
#[derive(Clone, Debug, Default)]
pub struct DeclaredMen {
    pub(super) text: String,
    pub(super) men: Vec<ManDefinition>,
}

impl DeclaredMen {
    /// The text as it was given; empty if nobody is declared.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether nobody is declared.
    pub const fn is_empty(&self) -> bool {
        self.men.is_empty()
    }

    /// The declared letters.
    pub fn letters(&self) -> impl Iterator<Item = &str> {
        self.men.iter().map(|man| man.letter.as_ref().as_str())
    }

    /// The man of a letter.
    pub(super) fn of_letter(&self, letter: &str) -> Option<&ManDefinition> {
        self.men.iter().find(|man| man.letter.as_ref() == letter)
    }
}
