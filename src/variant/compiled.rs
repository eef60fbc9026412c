//! The compiled variant, ready to play, and the variants derived from it.

use super::declared::DeclaredPieces;
use super::eval_tables::EvalTables;
use super::move_tables::MoveTables;
use super::nnue::Network;
use super::piece_set::PieceSet;
use super::presentation::Presentation;
use super::rule_set::RuleSet;
use super::tables::Tables;
use super::win_curve::WinCurve;
use crate::base::{Color, InUse, Piece, PieceType, PieceTypeSet, Square};
use crate::betza::Movement;
use crate::board::BoardTables;
use std::fmt;
use std::sync::Arc;

/// A game, checked and compiled, ready to play.
#[derive(Clone)]
pub struct Variant {
    /// The name in UCI and CECP.
    pub name: String,
    /// The start position as a FEN.
    pub start: String,
    /// The rules.
    pub rules: RuleSet,
    /// Look-up tables: how the pieces move and attack.
    pub tables: Tables,
    /// Piece values and evaluation weights.
    pub values: EvalTables,
    /// The chances of win, draw and loss at a score.
    pub win_curve: WinCurve,
    /// The NNUE whose output is added to the evaluation; `None` if none was trained for the game.
    pub network: Option<Arc<Network>>,
    /// What the game's files inherit that was dropped because it does not fit: sentences without a full stop.
    pub notes: Vec<String>,
    /// Names, texts and pictures for people and front-ends.
    pub presentation: Presentation,
    /// The movements, by piece type; `tables` is made from them.
    pub(super) movements: Vec<Movement>,
    /// The look-up tables of boards, shared with the other variants of the catalogue.
    pub(super) board_tables: Arc<BoardTables>,
    /// If players can declare pieces in the game: the parts from which its variants are compiled, and the variants in use.
    pub(super) declarable: Option<Arc<DeclaredVariants>>,
    /// The pieces that the player has declared in this variant.
    pub(super) declared: DeclaredPieces,
    /// The variant from which this one was derived for a certain set-up; `None` if it was not derived.
    pub(super) base: Option<Arc<Self>>,
    /// The variants derived from this one for set-ups with certain piece types.
    pub(super) by_setup: Arc<InUse<PieceTypeSet, Self>>,
    /// The variants derived from this one for certain start squares of kings and castling pieces.
    pub(super) by_castling: Arc<InUse<CastlingSquares, Self>>,
}

/// For each side: the start square of the king, and the start squares of the castling pieces (queen's wing, king's wing).
pub type CastlingSquares = [(Square, [Option<Square>; 2]); 2];

/// The key of a compiled diagram board: declared pieces, conditions, letters, whether each side has exactly one king, and whether a
/// pawn has made a step of three ranks.
type BoardKey = (String, String, String, [bool; 3]);

/// A game in which players can declare pieces, with the compiled variants of it that are in use.
pub struct DeclaredVariants {
    /// The parts from which variants of the game are compiled.
    pub(super) piece_set: PieceSet,
    /// The variants in use for positions that were set up, by declarations and letters.
    pub(super) games: InUse<(String, String), Variant>,
    /// The variants in use for diagrams of chess problems.
    pub(super) boards: InUse<BoardKey, Variant>,
}

impl DeclaredVariants {
    /// The cache for the variants of a game in which players can declare pieces; empty at first.
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
    /// The variant from which this one was derived for a certain set-up; the variant itself if it was not derived.
    pub fn base(self: &Arc<Self>) -> &Arc<Self> {
        self.base.as_ref().unwrap_or(self)
    }

    /// The game with another NNUE, or with none; the variants that are derived from it for set-ups have the same.
    #[must_use]
    pub fn with_network(&self, network: Option<Arc<Network>>) -> Self {
        Self {
            network,
            by_setup: Arc::default(),
            by_castling: Arc::default(),
            ..self.clone()
        }
    }

    /// How a piece moves.
    #[inline(always)]
    pub fn moves_of(&self, piece: Piece) -> &MoveTables {
        self.tables.of(piece)
    }

    /// The upper-case letter of a piece type; `+` and a letter for a promoted form.
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

    /// The mark behind a piece's letter: `~` for promoted pawns where they are marked, neutral pieces, chameleons and ghosts.
    pub fn mark_of(&self, piece: Piece) -> &'static str {
        if piece.is_promoted() || piece.is_apart() && self.rules.capabilities.marks_pieces() {
            "~"
        } else {
            ""
        }
    }

    /// Whether a piece is neutral.
    pub fn is_neutral(&self, piece: Piece) -> bool {
        self.rules.capabilities.neutrals && piece.is_apart()
    }

    /// Whether a piece is marked as a chameleon.
    pub fn is_chameleon(&self, piece: Piece) -> bool {
        self.rules.capabilities.chameleons && piece.is_apart()
    }

    /// Whether a piece is marked as a ghost, which cannot be captured.
    pub fn is_ghost(&self, piece: Piece) -> bool {
        self.rules.capabilities.ghosts && piece.is_apart()
    }

    /// The piece with the mark for which `~` stands in the game; `None` if it stands for nothing.
    pub fn marked(&self, piece: Piece) -> Option<Piece> {
        if self.rules.capabilities.marks_pieces() {
            Some(piece.apart())
        } else {
            self.rules.marks_promoted.then(|| piece.promoted())
        }
    }

    /// The name of a piece type for people, in lower case as in a sentence; letters that stand alone stay as they are.
    pub fn name_of(&self, piece_type: PieceType) -> String {
        let Some(text) = self.presentation.piece_types.get(piece_type.index()) else {
            return "piece".to_owned();
        };
        let words = text.name.split(' ').map(|word| match word.len() {
            1 => word.to_owned(),
            _ => word.to_lowercase(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The piece type of an upper-case letter, for example `R`, or `+R` for a promoted form.
    pub fn type_of_letter(&self, letter: &str) -> Option<PieceType> {
        self.presentation
            .piece_types
            .iter()
            .position(|text| text.letter == letter)
            .map(PieceType::new)
    }

    /// The letters of all piece types (also those that set-ups may use), separated by blanks, for messages.
    pub fn letters(&self) -> String {
        let mut letters: Vec<&str> = self
            .presentation
            .piece_types
            .iter()
            .map(|text| text.letter.as_str())
            .collect();
        if let Some(declarable) = &self.declarable {
            let open = declarable.piece_set.open_letters(&self.declared);
            letters.extend(
                open.into_iter()
                    .filter(|letter| self.type_of_letter(letter).is_none()),
            );
        }
        letters.join(" ")
    }
}
