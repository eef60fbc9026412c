//! Rules that end a game by its course: repetition, and counted moves in the endgame (as in Makruk).

use super::definition::Repetition;
use crate::base::PieceType;

/// How repetition ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// The number of occurrences of a position that ends the game; 0 if repetition never ends it.
    pub occurrences: u8,
    /// The result of such a repetition.
    pub result: Repetition,
    /// Whether a side loses if it has given check with all its moves since the earlier occurrence.
    pub perpetual_check_loses: bool,
}

impl RepetitionRule {
    /// Whether a repetition can end in a win instead of a draw.
    pub fn decides(self) -> bool {
        self.perpetual_check_loses || self.result != Repetition::Draw
    }
}

/// How moves are counted in the endgame. When the count reaches its limit, the game is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountingRule {
    /// Limits for a bare king as (type, count, moves): the limit is `moves` if the other side has at least `count` pieces of `type`. The
    /// first entry that applies is used.
    pub bare: Vec<(PieceType, u32, u8)>,
    /// The limit for a bare king if no entry of `bare` applies; 0 for no limit.
    pub otherwise: u8,
    /// The limit for a side whose king is not bare; 0 for no limit.
    pub board: u8,
    /// The `board` count begins when the side has at most this number of pieces, king included; `None`: when no pawn is left.
    pub board_pieces: Option<u8>,
    /// Whether the count of a bare king starts at the number of pieces on the board instead of 0.
    pub from_pieces: bool,
}
