//! The pieces a side has captured and may drop.

use crate::base::PieceType;
use crate::variant::MAX_HELD;

/// How many of each piece type a side holds: eight bits for each of the first eight piece types of the variant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The most pieces of one piece type a hand can hold.
    pub const MOST: u8 = 255;
    /// Only piece types with an index below this number can be held.
    pub const PIECE_TYPES: usize = MAX_HELD;

    /// The number of pieces of a piece type.
    #[inline(always)]
    pub const fn count(self, piece_type: PieceType) -> u8 {
        if piece_type.index() < Self::PIECE_TYPES {
            (self.0 >> (8 * piece_type.index())) as u8
        } else {
            0
        }
    }

    /// The same hand with `count` pieces of a type, whose index has to be below [`Self::PIECE_TYPES`].
    #[inline(always)]
    #[must_use]
    pub const fn with(self, piece_type: PieceType, count: u8) -> Self {
        debug_assert!(piece_type.index() < Self::PIECE_TYPES);
        let shift = 8 * (piece_type.index() % Self::PIECE_TYPES);
        Self(self.0 & !(255 << shift) | (count as u64) << shift)
    }

    /// The number of pieces of all types, up to 255: the eight bytes are added by a multiplication.
    #[inline(always)]
    pub const fn total(self) -> u16 {
        (self.0.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u16
    }

    /// Whether the hand is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The packed counts, for hashing.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The piece types held, with their numbers.
    pub fn iter(self) -> impl Iterator<Item = (PieceType, u8)> {
        (0..Self::PIECE_TYPES)
            .map(PieceType::new)
            .map(move |piece_type| (piece_type, self.count(piece_type)))
            .filter(|(_, count)| *count > 0)
    }
}
