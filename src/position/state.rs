//! Everything a position holds besides its pieces.

use super::Memory;
use crate::base::{Bitboard, Color, PieceType};

/// Castling rights: a right for each side and wing, and "king unmoved" for games in which rights return.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Rights(u8);

impl Rights {
    /// No right.
    pub const NONE: Self = Self(0);

    /// The rights with the given bits, of which the low six count.
    pub const fn of_bits(bits: u8) -> Self {
        Self(bits & 63)
    }

    /// The right of a side to castle on the king's or the queen's wing.
    pub const fn wing(color: Color, kingside: bool) -> Self {
        Self((if kingside { 1 } else { 2 }) << (2 * color as u8))
    }

    /// The mark that the king of a side has not moved.
    pub const fn unmoved(color: Color) -> Self {
        Self(16 << color as u8)
    }

    /// Both rights of a side.
    pub const fn both(color: Color) -> Self {
        Self(3 << (2 * color as u8))
    }

    /// Both rights of a side and the mark that its king has not moved.
    pub const fn all(color: Color) -> Self {
        Self::both(color).with(Self::unmoved(color))
    }

    /// The rights of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The rights of this set that the other does not have.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether this set has all rights of the other.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether this set has any right of the other.
    pub const fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The six bits, 0-63.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

/// Side to move, castling rights, en passant squares, counters, and the state of an unfinished turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The side to move.
    pub side_to_move: Color,
    /// Castling rights.
    pub rights: Rights,
    /// Squares that a pawn has just passed and on which movement and conditions allow its capture: the FEN's en passant field.
    pub en_passant: Bitboard,
    /// The squares of `en_passant` on which a capture is legal. Only these distinguish positions, since only they make a move
    /// possible (FIDE 9.2.3).
    pub legal_en_passant: Bitboard,
    /// The half-move clock: turns since the last irreversible change.
    pub halfmove_clock: u16,
    /// The number of the full move, from 1.
    pub fullmove_number: u16,
    /// Legs left in this turn, the next one included; 0 in games of one leg per turn.
    pub legs_left: u8,
    /// The number of legs of this turn; 0 in games of one leg per turn.
    pub turn_length: u8,
    /// The type of the linked king that must move before the turn can end.
    pub owed: Option<PieceType>,
    /// Whether an earlier leg of this turn was irreversible, so that the turn resets the clock.
    pub progress: bool,
    /// Squares passed by pawns in the earlier legs of this turn.
    pub passed: Bitboard,
    /// The pieces that have not moved, in games with special first moves.
    pub unmoved: Bitboard,
    /// The checks that each side has still to give, in games that count them; else 0.
    pub checks_left: [u8; 2],
    /// The half-moves counted so far by an endgame counting rule; 0 if no count runs.
    pub counted: u8,
    /// The limit of `counted`, beyond which the game is drawn; 0 if no count runs.
    pub count_limit: u8,
    /// What conditions remember of the moves before.
    pub memory: Memory,
}

impl Default for State {
    fn default() -> Self {
        Self {
            side_to_move: Color::White,
            rights: Rights::NONE,
            en_passant: Bitboard::EMPTY,
            legal_en_passant: Bitboard::EMPTY,
            halfmove_clock: 0,
            fullmove_number: 1,
            legs_left: 0,
            turn_length: 0,
            owed: None,
            progress: false,
            passed: Bitboard::EMPTY,
            unmoved: Bitboard::EMPTY,
            checks_left: [0; 2],
            counted: 0,
            count_limit: 0,
            memory: Memory::default(),
        }
    }
}

impl State {
    /// Whether a turn is unfinished: the side to move has already played a leg of it.
    pub const fn mid_turn(&self) -> bool {
        self.owed.is_some() || self.legs_left != self.turn_length
    }

    /// Whether the endgame count has passed its limit, so that the game is drawn.
    pub const fn is_counted_out(&self) -> bool {
        self.count_limit != 0 && self.counted > self.count_limit
    }

    /// The state after an ordinary one-leg turn: other side, counters advanced, no en passant.
    #[must_use]
    #[inline(always)]
    pub fn next_turn(&self, resets_clock: bool) -> Self {
        Self {
            side_to_move: !self.side_to_move,
            en_passant: Bitboard::EMPTY,
            legal_en_passant: Bitboard::EMPTY,
            halfmove_clock: if resets_clock {
                0
            } else {
                self.halfmove_clock.saturating_add(1)
            },
            fullmove_number: self
                .fullmove_number
                .saturating_add(self.side_to_move as u16),
            ..*self
        }
    }
}
