//! Men: a kind is an index into the variant's own list of men; a piece is a kind with an owner.

use super::Color;
use std::num::NonZeroU8;

/// The largest number of different men a variant may have.
pub const MAX_KINDS: usize = 16;

/// A kind of man (king, pawn, grasshopper, ...): an index 0-15 into the variant's list of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The kind with the given index; only the low four bits count.
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

/// A man on the board: kind and owner in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// How many different pieces there are: the size of tables indexed by [`Piece::index`].
    pub const COUNT: usize = 2 * MAX_KINDS;

    /// The man of the given owner and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        match NonZeroU8::new(0x20 | (color as u8) << 4 | kind.0) {
            Some(code) => Self(code),
            None => unreachable!(),
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

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0.get() & 0x0f)
    }

    /// 0-31: White's kinds first.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() & 0x1f) as usize
    }

    /// The same man in the other side's service.
    #[inline(always)]
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self.color() {
            Color::White => Self::new(Color::Black, self.kind()),
            Color::Black => Self::new(Color::White, self.kind()),
        }
    }

    /// Another kind of man of the same owner.
    #[inline(always)]
    #[must_use]
    pub const fn with_kind(self, kind: Kind) -> Self {
        Self::new(self.color(), kind)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct KindSet(u16);

impl KindSet {
    /// No kind at all.
    pub const EMPTY: Self = Self(0);

    /// Adds a kind.
    #[inline(always)]
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.0;
    }

    /// Whether the kind is a member.
    #[inline(always)]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Whether there is no member.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The members in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let kind = Kind(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                kind
            })
        })
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        for kind in kinds {
            set.insert(kind);
        }
        set
    }
}
