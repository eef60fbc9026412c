//! Games with pieces that a player declares: for each set-up a variant is compiled that has only the pieces needed.

use super::compile::compile;
use super::compiled::{DeclaredVariants, Variant};
use super::declared::{DeclaredPieces, RESERVED};
use super::piece_set::PieceSet;
use crate::base::{MAX_PIECE_TYPES, PieceType};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The game with the pieces of chess and the pieces of `letters`, which are declared pieces or the game's own.
fn game(
    base: &Variant,
    declarable: &Arc<DeclaredVariants>,
    declared: &DeclaredPieces,
    letters: &BTreeSet<&str>,
) -> Result<Arc<Variant>, String> {
    let piece_set = &declarable.piece_set;
    let joined: String = letters.iter().copied().collect();
    let key = (declared.text().to_owned(), joined);
    declarable.games.get_or_make(key, || {
        let mut definition = piece_set.definition.clone();
        definition.pieces.retain(PieceSet::is_reserved);
        let named = piece_set.definition.named_letters();
        let named = named.filter(|letter| !RESERVED.contains(letter));
        for letter in letters
            .iter()
            .copied()
            .chain(named)
            .collect::<BTreeSet<_>>()
        {
            let mut inherited = piece_set.definition.pieces.iter();
            let own = || inherited.find(|piece| piece.letter.as_ref() == letter);
            definition
                .pieces
                .extend(declared.of_letter(letter).or_else(own).cloned());
        }
        let variant = compile(
            &definition,
            &piece_set.conditions,
            &piece_set.source,
            &base.board_tables,
        );
        Ok(Arc::new(Variant {
            declarable: Some(Arc::clone(declarable)),
            declared: declared.clone(),
            ..variant.map_err(|error| error.to_string())?
        }))
    })
}

impl Variant {
    /// Whether players can declare pieces in this game.
    pub const fn takes_pieces(&self) -> bool {
        self.declarable.is_some()
    }

    /// The declarations of pieces as text; empty if there are none.
    pub fn declared_text(&self) -> &str {
        self.declared.text()
    }

    /// Whether a piece type is one of the declared pieces.
    pub fn is_declared(&self, piece_type: PieceType) -> bool {
        let letter = self.letter_of(piece_type);
        self.declared.letters().any(|other| other == letter)
    }

    /// The compiled variants for set-ups, if the player has declared pieces; `None` if this variant serves all set-ups.
    fn declaring(&self) -> Option<&Arc<DeclaredVariants>> {
        self.declarable
            .as_ref()
            .filter(|_| !self.declared.is_empty())
    }

    /// This game with declared pieces. The game itself if it allows no declarations, or if `pieces` is empty.
    ///
    /// # Errors
    /// The reason why the game cannot be compiled with these pieces.
    pub fn with_pieces(self: &Arc<Self>, pieces: &DeclaredPieces) -> Result<Arc<Self>, String> {
        match self.declarable.as_ref().filter(|_| !pieces.is_empty()) {
            None => Ok(Arc::clone(self)),
            Some(declarable) => game(self, declarable, pieces, &BTreeSet::new()),
        }
    }

    /// This game with all pieces that set-ups may contain, declared pieces first, as many as fit into one game. For display only: positions
    /// get the variant for their placement.
    pub fn with_all_pieces(self: &Arc<Self>) -> Arc<Self> {
        let Some(declarable) = self.declaring() else {
            return Arc::clone(self);
        };
        let open = declarable.piece_set.open_letters(&self.declared);
        let room = MAX_PIECE_TYPES - RESERVED.len();
        let mut shown = BTreeSet::new();
        for letter in self.declared.letters().chain(open) {
            if shown.len() < room {
                shown.insert(letter);
            }
        }
        game(self, declarable, &self.declared, &shown).unwrap_or_else(|_| Arc::clone(self))
    }

    /// This game with the pieces that occur in the placement field of a FEN.
    ///
    /// # Errors
    /// If there are more piece types than a position can have.
    pub fn for_placement(self: &Arc<Self>, placement: &str) -> Result<Arc<Self>, String> {
        let Some(declarable) = self.declaring() else {
            return Ok(Arc::clone(self));
        };
        let upper = placement.to_ascii_uppercase();
        let letters: BTreeSet<&str> = declarable
            .piece_set
            .open_letters(&self.declared)
            .into_iter()
            .filter(|letter| upper.contains(letter))
            .collect();
        let most = MAX_PIECE_TYPES - RESERVED.len();
        if letters.len() > most {
            let count = letters.len() + RESERVED.len();
            return Err(format!(
                "{count} types of pieces (expected at most {MAX_PIECE_TYPES})"
            ));
        }
        game(self, declarable, &self.declared, &letters)
    }
}
