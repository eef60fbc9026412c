//! Games with pieces that the player declares: each set-up gets a variant with just the pieces that it needs.

use super::compile::compile;
use super::compiled::Variant;
use super::declared::{DeclaredPieces, RESERVED};
use super::piece_set::PieceSet;
use crate::base::{MAX_PIECE_TYPES, PieceType};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex};

/// Variants by the game's definition, the declarations and the letters of the set-up.
type Made = Vec<((usize, String, String), &'static Variant)>;
static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);

impl PieceSet {
    /// The game with the pieces of chess and those of some letters, as they are declared.
    fn with_letters(&self, letters: &BTreeSet<&str>) -> Result<Variant, String> {
        let mut definition = (*self.definition).clone();
        definition.pieces.retain(Self::is_reserved);
        let named = self.definition.named_letters();
        let named = named.filter(|letter| !RESERVED.contains(letter));
        for letter in letters
            .iter()
            .copied()
            .chain(named)
            .collect::<BTreeSet<_>>()
        {
            let mut inherited = self.definition.pieces.iter();
            let own = || inherited.find(|piece| piece.letter.as_ref() == letter);
            definition
                .pieces
                .extend(self.declared.of_letter(letter).or_else(own).cloned());
        }
        let mut variant = compile(&definition, &self.conditions, &self.source)
            .map_err(|error| error.to_string())?;
        variant.piece_set = Some(Arc::new(self.clone()));
        Ok(variant)
    }

    /// The same, made once and kept as long as the process lives.
    fn game(&self, letters: &BTreeSet<&str>) -> Result<&'static Variant, String> {
        let identity = Arc::as_ptr(&self.definition) as usize;
        let joined: String = letters.iter().copied().collect();
        let key = (identity, self.declared.text().to_owned(), joined);
        let mut made = MADE
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, variant)) = made.iter().find(|(known, _)| *known == key) {
            return Ok(variant);
        }
        let variant: &'static Variant = Box::leak(Box::new(self.with_letters(letters)?));
        made.push((key, variant));
        Ok(variant)
    }
}

impl Variant {
    /// Whether players can declare pieces in this game.
    pub const fn takes_pieces(&self) -> bool {
        self.piece_set.is_some()
    }

    /// The declared pieces as the player wrote them; empty if there are none.
    pub fn declared_text(&self) -> &str {
        let declared = self
            .piece_set
            .as_ref()
            .map(|piece_set| piece_set.declared());
        declared.map_or("", DeclaredPieces::text)
    }

    /// Whether a piece is one that the player has declared.
    pub fn is_declared(&self, piece_type: PieceType) -> bool {
        let letter = self.letter_of(piece_type);
        let piece_set = self.piece_set.as_ref();
        piece_set.is_some_and(|piece_set| piece_set.declared.letters().any(|other| other == letter))
    }

    /// This game, as the catalogue has it, with the pieces that the player declares; the game itself if it takes none.
    ///
    /// # Errors
    /// Why the game cannot be made with these pieces.
    pub fn with_pieces(&'static self, pieces: &DeclaredPieces) -> Result<&'static Self, String> {
        match self.piece_set.as_ref().filter(|_| !pieces.is_empty()) {
            None => Ok(self),
            Some(piece_set) => {
                let piece_set = PieceSet {
                    declared: pieces.clone(),
                    ..(**piece_set).clone()
                };
                piece_set.game(&BTreeSet::new())
            }
        }
    }

    /// This game with all the pieces that its set-ups may hold, as far as there is room for them in one game: those that
    /// the player has declared first. It is for showing them; positions get the game of their placement.
    pub fn with_all_pieces(&'static self) -> &'static Self {
        let Some(piece_set) = self
            .piece_set
            .as_ref()
            .filter(|piece_set| !piece_set.declared.is_empty())
        else {
            return self;
        };
        let open = piece_set.open_letters();
        let own = open.iter().copied();
        let letters: Vec<&str> = piece_set.declared.letters().chain(own).collect();
        let room = MAX_PIECE_TYPES - RESERVED.len();
        let mut shown = BTreeSet::new();
        for letter in letters {
            if shown.len() < room {
                shown.insert(letter);
            }
        }
        piece_set.game(&shown).unwrap_or(self)
    }

    /// This game with the pieces that stand in the placement field of a FEN.
    ///
    /// # Errors
    /// Why there is no such game: more types of pieces than a position can hold.
    pub fn for_placement(&'static self, placement: &str) -> Result<&'static Self, String> {
        let Some(piece_set) = self
            .piece_set
            .as_ref()
            .filter(|piece_set| !piece_set.declared.is_empty())
        else {
            return Ok(self);
        };
        let upper = placement.to_ascii_uppercase();
        let letters: BTreeSet<&str> = piece_set
            .open_letters()
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
        piece_set.game(&letters)
    }
}
