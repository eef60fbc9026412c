//! A variant ready to play, checked and compiled.

use super::declared::DeclaredPieces;
use super::eval_tables::EvalTables;
use super::move_tables::MoveTables;
use super::nnue::Network;
use super::piece_set::PieceSet;
use super::presentation::Presentation;
use super::rule_set::RuleSet;
use super::tables::Tables;
use crate::base::{Color, InUse, Piece, PieceType, PieceTypeSet, Square};
use crate::betza::Movement;
use crate::board::BoardTables;
use std::fmt;
use std::sync::Arc;

/// A variant, checked and compiled.
#[derive(Clone)]
pub struct Variant {
    /// The name in UCI and CECP.
    pub name: String,
    /// The start position as a FEN.
    pub start: String,
    /// The rules.
    pub rules: RuleSet,
    /// How its pieces move and attack.
    pub tables: Tables,
    /// The values of its pieces and the weights of its evaluation.
    pub values: EvalTables,
    /// The NNUE that corrects the evaluation, if one has been trained.
    pub network: Option<Arc<Network>>,
    /// Names, texts and pictures for people and front-ends.
    pub presentation: Presentation,
    /// The movements the tables were made from, by piece type.
    pub(super) movements: Vec<Movement>,
    /// The look-up tables that it shares with the other variants of its catalogue.
    pub(super) board_tables: Arc<BoardTables>,
    /// The parts of the game and its variants in use, if players can declare pieces.
    pub(super) family: Option<Arc<Family>>,
    /// The pieces that the player has declared in it.
    pub(super) declared: DeclaredPieces,
    /// The variant that this one was derived from for a certain set-up; `None` if it was not derived.
    pub(super) base: Option<Arc<Self>>,
    /// The variants derived from this one, by the piece types of the set-up.
    pub(super) by_setup: Arc<InUse<PieceTypeSet, Self>>,
    /// The variants derived from this one, by the squares of kings and castling pieces.
    pub(super) by_castling: Arc<InUse<CastlingSquares, Self>>,
}

/// By side: the square of the king, and those of the castling pieces of the queen's and the king's wing.
pub type CastlingSquares = [(Square, [Option<Square>; 2]); 2];

/// The key of a diagram board: declarations, conditions, letters, and whether each side has exactly one king.
type BoardKey = (String, String, String, bool);

/// A game in which players can declare pieces, with the variants of it that are in use.
pub struct Family {
    /// The parts of the game.
    pub(super) piece_set: PieceSet,
    /// Variants for set-ups, by declarations and letters.
    pub(super) games: InUse<(String, String), Variant>,
    /// Variants for diagrams.
    pub(super) boards: InUse<BoardKey, Variant>,
}

impl Family {
    /// The family of a game, without variants.
    pub(super) fn new(piece_set: PieceSet) -> Arc<Self> {
        Arc::new(Self {
            piece_set,
            games: InUse::default(),
            boards: InUse::default(),
        })
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.name)
    }
}

impl Variant {
    /// The variant that this one was derived from for a certain set-up; this variant itself if it was not derived.
    pub fn base(self: &Arc<Self>) -> &Arc<Self> {
        self.base.as_ref().unwrap_or(self)
    }

    /// How a piece moves.
    #[inline(always)]
    pub fn moves_of(&self, piece: Piece) -> &MoveTables {
        self.tables.of(piece)
    }

    /// The letter of a piece type, upper case; two characters for promoted forms.
    pub fn letter_of(&self, piece_type: PieceType) -> &str {
        let text = self.presentation.piece_types.get(piece_type.index());
        text.map_or("?", |text| &text.letter)
    }

    /// The letter of a side's piece: upper case for White, lower case for Black.
    pub fn letter_of_piece(&self, piece: Piece) -> String {
        let letter = self.letter_of(piece.piece_type());
        match piece.color() {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The name of a piece type for people, in lower case as in a sentence.
    pub fn name_of(&self, piece_type: PieceType) -> String {
        let text = self.presentation.piece_types.get(piece_type.index());
        text.map_or_else(|| "piece".to_owned(), |text| text.name.to_lowercase())
    }

    /// The piece type of an upper-case letter or promoted letter.
    pub fn type_of_letter(&self, letter: &str) -> Option<PieceType> {
        self.presentation
            .piece_types
            .iter()
            .position(|text| text.letter == letter)
            .map(PieceType::new)
    }

    /// The letters of all piece types, for messages.
    pub fn letters(&self) -> String {
        let mut letters: Vec<&str> = self
            .presentation
            .piece_types
            .iter()
            .map(|text| text.letter.as_str())
            .collect();
        if let Some(family) = &self.family {
            let open = family.piece_set.open_letters(&self.declared);
            letters.extend(
                open.into_iter()
                    .filter(|letter| self.type_of_letter(letter).is_none()),
            );
        }
        letters.join(" ")
    }
}
