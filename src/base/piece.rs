//! Piece types and pieces: a piece type is an index into the variant's list; a piece is a piece type with an owner.

use super::Color;
use std::num::NonZeroU8;

/// The maximum number of piece types of a variant.
pub const MAX_PIECE_TYPES: usize = 16;

/// A piece type (king, pawn, grasshopper, ...): an index 0-15 into the variant's list of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct PieceType(u8);

impl PieceType {
    /// The piece type with the given index; only the low four bits count.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Self(index as u8 & 15)
    }

    /// The index 0-15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board: piece type and owner in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The number of different pieces: the size of tables indexed by [`Piece::index`].
    pub const COUNT: usize = 2 * MAX_PIECE_TYPES;
    /// The size of tables indexed by [`Piece::code_of`].
    pub const CODES: usize = 2 * Self::COUNT;

    const PROMOTED: u8 = 0x40;
    /// The mark of pieces on board B, of neutral pieces or of chameleons: no game has two of them.
    const APART: u8 = 0x80;

    /// The piece of the given owner and piece type.
    #[inline(always)]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match NonZeroU8::new(0x20 | (color as u8) << 4 | piece_type.0) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// A table index for the content of a square, without marks: 0 if empty, 32 to 63 for a piece.
    #[inline(always)]
    pub const fn code_of(piece: Option<Self>) -> usize {
        match piece {
            Some(piece) => (piece.0.get() & !(Self::PROMOTED | Self::APART)) as usize,
            None => 0,
        }
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0.get() & 0x10 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The piece type.
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        PieceType(self.0.get() & 0x0f)
    }

    /// Whether the piece is marked as a promoted pawn. Only games in which a captured promoted pawn goes to the hand as a pawn use the
    /// mark. Type and owner do not depend on the mark.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self.0.get() & Self::PROMOTED != 0
    }

    /// The same piece with the mark of a promoted pawn.
    #[inline(always)]
    #[must_use]
    pub const fn promoted(self) -> Self {
        match NonZeroU8::new(self.0.get() | Self::PROMOTED) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The same piece without the mark of a promoted pawn.
    #[inline(always)]
    #[must_use]
    pub const fn plain(self) -> Self {
        match NonZeroU8::new(self.0.get() & !Self::PROMOTED) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// Whether the piece stands on the second of two boards (Alice Chess), in games that have these.
    #[inline(always)]
    pub const fn is_on_board_b(self) -> bool {
        self.0.get() & Self::APART != 0
    }

    /// The same piece on the other of the two boards (Alice Chess).
    #[inline(always)]
    #[must_use]
    pub const fn crossed(self) -> Self {
        match NonZeroU8::new(self.0.get() ^ Self::APART) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// Whether the piece is marked as one of its game's neutral pieces or chameleons.
    #[inline(always)]
    pub const fn is_apart(self) -> bool {
        self.0.get() & Self::APART != 0
    }

    /// The same piece, marked as a neutral piece or a chameleon.
    #[inline(always)]
    #[must_use]
    pub const fn apart(self) -> Self {
        match NonZeroU8::new(self.0.get() | Self::APART) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The same piece without the mark of a neutral piece or a chameleon if it has that mark, otherwise with it.
    #[inline(always)]
    #[must_use]
    pub const fn with_other_mark(self) -> Self {
        self.crossed()
    }

    /// Whether the piece has a mark: promoted pawn, board B, neutral piece, chameleon.
    #[inline(always)]
    pub const fn is_marked(self) -> bool {
        self.0.get() & (Self::PROMOTED | Self::APART) != 0
    }

    /// All of the piece, its marks included, in a byte that is not 0.
    pub const fn bits(self) -> u8 {
        self.0.get()
    }

    /// The table index 0-31: White's pieces first.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() & 0x1f) as usize
    }

    /// The same piece with the other side as its owner.
    #[inline(always)]
    #[must_use]
    pub const fn flipped(self) -> Self {
        match NonZeroU8::new(self.0.get() ^ 0x10) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The same piece with this owner.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, color: Color) -> Self {
        if color as u8 == self.color() as u8 {
            self
        } else {
            self.flipped()
        }
    }

    /// A piece of another type, with the same owner and marks, but that of a promoted pawn.
    #[inline(always)]
    #[must_use]
    pub const fn with_type(self, piece_type: PieceType) -> Self {
        let piece = Self::new(self.color(), piece_type);
        match NonZeroU8::new(piece.0.get() | self.0.get() & Self::APART) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }
}

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct PieceTypeSet(u16);

impl PieceTypeSet {
    /// No piece type at all.
    pub const EMPTY: Self = Self(0);

    /// Adds a piece type.
    #[inline(always)]
    pub const fn insert(&mut self, piece_type: PieceType) {
        self.0 |= 1 << piece_type.0;
    }

    /// Whether the piece type is a member.
    #[inline(always)]
    pub const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type.0 & 1 != 0
    }

    /// Whether there is no member.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a member in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all members of the other set are members of this one.
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The members of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The members in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let piece_type = PieceType(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                piece_type
            })
        })
    }
}

impl Extend<PieceType> for PieceTypeSet {
    fn extend<I: IntoIterator<Item = PieceType>>(&mut self, piece_types: I) {
        for piece_type in piece_types {
            self.insert(piece_type);
        }
    }
}

impl FromIterator<PieceType> for PieceTypeSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(piece_types: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(piece_types);
        set
    }
}
