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
    /// What the game has.
    pub rules: RuleSet,
    /// How its pieces move and attack.
    pub tables: Tables,
    /// What its pieces are worth.
    pub values: EvalTables,
    /// What corrects the evaluation, where games have taught it.
    pub network: Option<Arc<Network>>,
    /// What people and front-ends are shown of it.
    pub presentation: Presentation,
    /// The movements the tables were made from, by piece type.
    pub(super) movements: Vec<Movement>,
    /// The look-up tables that it shares with the other variants of its catalogue.
    pub(super) board_tables: Arc<BoardTables>,
    /// What it is made of and what has been made of it, if players can declare pieces in it.
    pub(super) family: Option<Arc<Family>>,
    /// The pieces that the player has declared in it.
    pub(super) declared: DeclaredPieces,
    /// The variant this one was derived from for a certain set-up, if it was.
    pub(super) base: Option<Arc<Self>>,
    /// The variants derived from this one, by the piece types of the set-up.
    pub(super) by_setup: Arc<InUse<PieceTypeSet, Self>>,
    /// The variants derived from this one, by the squares of kings and castling pieces.
    pub(super) by_castling: Arc<InUse<CastlingSquares, Self>>,
}

/// The squares of kings, each with those of the castling pieces of the queen's and the king's wing.
pub type CastlingSquares = [(Square, [Option<Square>; 2]); 2];

/// What tells the boards of one game apart: the declarations, the conditions, the letters, the kings.
type BoardKey = (String, String, String, bool);

/// A game in which players can declare pieces, with the variants of it that are in use.
pub struct Family {
    /// The parts of the game.
    pub(super) piece_set: PieceSet,
    /// By the declarations and the letters of the set-up.
    pub(super) games: InUse<(String, String), Variant>,
    /// The boards of diagrams.
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
    /// The variant that this one was derived from for a certain set-up; itself if it was not.
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
