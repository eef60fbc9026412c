//! Ends by the course of a game: positions that come back, and moves that are counted in the endgame.

use super::definition::Repetition;
use crate::base::PieceType;

/// What it means that a position has come back often enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// The occurrence that ends the game; 0 if none does.
    pub occurrences: u8,
    /// What it means.
    pub result: Repetition,
    /// Whether a side that has given check with all its moves since then has lost.
    pub perpetual_check_loses: bool,
}

impl RepetitionRule {
    /// Whether a repetition can decide a game.
    pub fn decides(self) -> bool {
        self.perpetual_check_loses || self.result != Repetition::Draw
    }
}

/// How moves are counted in the endgame. When the count is over, the game is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountingRule {
    /// Moves for a bare king, by the pieces that the other side has: so many of a type, and the moves. The first that fits
    /// counts.
    pub bare: Vec<(PieceType, u32, u8)>,
    /// Moves where none of them fits; 0 for no count.
    pub otherwise: u8,
    /// Moves for a side whose king is not bare; 0 for no count.
    pub board: u8,
    /// With how many pieces its count begins, kings included; `None` when no pawn is left.
    pub board_pieces: Option<u8>,
    /// Whether the count of a bare king begins with the number of pieces on the board.
    pub from_pieces: bool,
}
