//! The men a side has captured and may drop.

use crate::base::Kind;
use crate::variant::MAX_HELD;

/// How many of each kind a side holds: eight bits for each of the first eight kinds of the variant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The most men of one kind a hand can hold.
    pub const MOST: u8 = 255;
    /// Only kinds with an index below this can be held.
    pub const KINDS: usize = MAX_HELD;

    /// The number of men of a kind.
    #[inline(always)]
    pub const fn count(self, kind: Kind) -> u8 {
        if kind.index() < Self::KINDS {
            (self.0 >> (8 * kind.index())) as u8
        } else {
            0
        }
    }

    /// The hand with so many men of a kind that can be held.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, kind: Kind, count: u8) -> Self {
        debug_assert!(kind.index() < Self::KINDS);
        let shift = 8 * (kind.index() % Self::KINDS);
        Self(self.0 & !(255 << shift) | (count as u64) << shift)
    }

    /// Whether nothing is held.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The packed counts, for hashing.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The kinds held, with their numbers.
    pub fn iter(self) -> impl Iterator<Item = (Kind, u8)> {
        (0..Self::KINDS)
            .map(Kind::new)
            .map(move |kind| (kind, self.count(kind)))
            .filter(|(_, count)| *count > 0)
    }
}
