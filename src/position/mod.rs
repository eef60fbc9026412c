//! Positions: the state of a game between two legs, and the one place that changes it.
//!
//! A [`Position`] is a small value. To play a leg, copy it and apply a [`Delta`], the list of squares, hands and state that the leg
//! changes; plain moves and captures have a faster path. The rules produce deltas. FEN is read and written here.

mod attacks;
mod delta;
mod fen;
mod fen_error;
mod fen_fields;
mod hand;
mod key_history;
mod memory;
mod neutrals;
mod state;
mod written;
mod zobrist;

pub use delta::{Delta, Edit, HandEdit, MOST_EDITS};
pub use fen::{Setup, squares_text};
pub use fen_error::FenError;
pub use fen_fields::FenFields;
pub use hand::Hand;
pub use key_history::KeyHistory;
pub use memory::{Ghosts, Memory};
pub use state::{Rights, State};
pub use written::{WrittenChecks, WrittenHand, WrittenPiece, WrittenPosition};

use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square, TaperedScore, Value,
};
use crate::variant::Variant;
use std::sync::Arc;

/// A position of one variant: pieces, hands, side to move and everything else that future moves depend on.
pub struct Position {
    variant: Arc<Variant>,
    contents: Contents,
}

/// Everything of a position but its variant: plain data, so that copying it does not touch a reference count.
#[derive(Clone, Copy)]
struct Contents {
    piece_types: [Bitboard; MAX_PIECE_TYPES],
    colors: [Bitboard; 2],
    board: [Option<Piece>; Square::COUNT],
    board_b: Bitboard,
    neutrals: Bitboard,
    ghosts: Bitboard,
    hands: [Hand; 2],
    state: State,
    key: u64,
    pawn_key: u64,
    values: TaperedScore,
    phase: Value,
}

impl Clone for Position {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self {
            variant: Arc::clone(&self.variant),
            contents: self.contents,
        }
    }

    /// Copies a position into this one. If both have the same variant, its reference count is not touched: searches copy this way,
    /// since threads that write to one count slow each other down.
    #[inline(always)]
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.variant, &source.variant) {
            self.variant = Arc::clone(&source.variant);
        }
        self.contents = source.contents;
    }
}

impl Position {
    /// The empty board of a variant, White to move.
    pub fn empty(variant: &Arc<Variant>) -> Self {
        let state = State::default();
        Self {
            variant: Arc::clone(variant),
            contents: Contents {
                piece_types: [Bitboard::EMPTY; MAX_PIECE_TYPES],
                colors: [Bitboard::EMPTY; 2],
                board: [None; Square::COUNT],
                board_b: Bitboard::EMPTY,
                neutrals: Bitboard::EMPTY,
                ghosts: Bitboard::EMPTY,
                hands: [Hand::default(); 2],
                key: zobrist::state_key(&state),
                state,
                pawn_key: 0,
                values: TaperedScore::ZERO,
                phase: 0,
            },
        }
    }

    /// The variant being played.
    #[inline(always)]
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.contents.state.side_to_move
    }

    /// Side to move, castling rights, en passant squares and counters.
    #[inline(always)]
    pub const fn state(&self) -> &State {
        &self.contents.state
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.contents.board[square.index()]
    }

    /// The same position without castling rights.
    #[must_use]
    pub fn without_rights(mut self) -> Self {
        let mut state = self.contents.state;
        state.rights = Rights::NONE;
        self.apply(&Delta::new(state));
        self
    }

    /// The squares whose pieces stand on board B; none in games of one board. No square is occupied on both boards.
    #[inline(always)]
    pub const fn board_b(&self) -> Bitboard {
        self.contents.board_b
    }

    /// A mask of the squares whose pieces stand on the same board as the piece on a square (the first board for an empty square). The
    /// mask may contain empty squares. All squares in games of one board.
    #[inline(always)]
    pub fn same_board(&self, square: Square) -> Bitboard {
        if self.contents.board_b.contains(square) {
            self.contents.board_b
        } else {
            !self.contents.board_b
        }
    }

    /// All pieces of both sides.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.contents.colors[0] | self.contents.colors[1]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.contents.colors[color.index()]
    }

    /// The pieces of a side that can be captured: all but iron pieces and ghosts. Neutral pieces count as pieces of either side.
    #[inline(always)]
    pub fn capturable(&self, color: Color) -> Bitboard {
        let uncapturable = self.by_types(self.variant.rules.iron) | self.contents.ghosts;
        (self.by_color(color) | self.neutrals()) & !uncapturable
    }

    /// All pieces of a piece type, both sides.
    #[inline(always)]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.contents.piece_types[piece_type.index()]
    }

    /// All pieces of the given piece types, both sides.
    #[inline(always)]
    pub fn by_types(&self, piece_types: PieceTypeSet) -> Bitboard {
        piece_types.iter().fold(Bitboard::EMPTY, |all, piece_type| {
            all | self.by_type(piece_type)
        })
    }

    /// All pieces of a piece type of one side.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type(piece_type) & self.by_color(color)
    }

    /// The pawns of both sides; none where the game has no pawn.
    #[inline(always)]
    pub fn pawns(&self) -> Bitboard {
        let pawn = self.variant.rules.pawn;
        pawn.map_or(Bitboard::EMPTY, |pawn| self.by_type(pawn))
    }

    /// The pieces of a side that are neither pawns nor royal.
    #[inline(always)]
    pub fn non_pawns(&self, color: Color) -> Bitboard {
        self.by_color(color) & !self.pawns() & !self.royals(color)
    }

    /// The royal pieces of a side.
    #[inline(always)]
    pub fn royals(&self, color: Color) -> Bitboard {
        self.by_types(self.variant.rules.royals) & self.by_color(color)
    }

    /// The pieces of a side, with their squares, that are neither royal nor pawns that move by their rank: without first moves, relays and
    /// chains they make only the moves of their tables.
    #[inline(always)]
    pub fn pieces_by_tables(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        let rules = &self.variant.rules;
        let pawns = rules
            .rank_pawn
            .map_or(Bitboard::EMPTY, |pawn| self.by_type(pawn));
        let own = self.by_color(color) & !self.by_types(rules.royals) & !pawns;
        own.into_iter()
            .filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Whether pieces of a type are royal.
    #[inline(always)]
    pub fn is_royal(&self, piece_type: PieceType) -> bool {
        self.variant.rules.royals.contains(piece_type)
    }

    /// The walls: squares that are blocked in the course of a game.
    #[inline(always)]
    pub fn walls(&self) -> Bitboard {
        let wall = self.variant.rules.wall;
        wall.map_or(Bitboard::EMPTY, |wall| self.by_type(wall))
    }

    /// The squares of the board that are empty.
    #[inline(always)]
    pub fn vacant(&self) -> Bitboard {
        self.variant.rules.board.squares() & !self.occupied()
    }

    /// The pieces that a side has in hand.
    #[inline(always)]
    pub const fn hand(&self, color: Color) -> Hand {
        self.contents.hands[color.index()]
    }

    /// The hash key of everything that has to be equal in a repetition.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.contents.key
    }

    /// A hash key of the pawns alone.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.contents.pawn_key
    }

    /// Material and piece-square values, White minus Black.
    #[inline(always)]
    pub const fn values(&self) -> TaperedScore {
        self.contents.values
    }

    /// The game phase: the summed phase weights of the pieces on the board and in hand.
    #[inline(always)]
    pub const fn phase(&self) -> Value {
        self.contents.phase
    }

    /// The game phase as a share of that of the start position, at most 1; 0 in games without non-pawn pieces.
    pub fn phase_share(&self) -> f64 {
        let full = self.variant().values.full_phase.max(1);
        f64::from(self.phase().clamp(0, full)) / f64::from(full)
    }

    /// The hash key computed from scratch; equals [`Position::key`] (for tests).
    pub fn recomputed_key(&self) -> u64 {
        let pieces = self
            .occupied()
            .into_iter()
            .filter_map(|square| Some((self.at(square)?, square)));
        let board = pieces.fold(0, |key, (piece, square)| {
            key ^ zobrist::piece_key(piece, square)
        });
        Color::ALL.iter().fold(board, |key, color| {
            key ^ zobrist::hand_key(*color, self.hand(*color))
        }) ^ zobrist::state_key(&self.contents.state)
            ^ zobrist::memory_key(&self.contents.state.memory)
    }
}
