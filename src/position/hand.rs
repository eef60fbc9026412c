//! The men a side has captured and may drop.

use crate::base::{Kind, MAX_KINDS};

/// How many of each kind a side holds: four bits a kind, at most fifteen of each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The most men of one kind a hand can hold.
    pub const MOST: u8 = 15;

    /// The number of men of a kind.
    #[inline(always)]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (4 * kind.index()) & 15) as u8
    }

    /// The hand with so many men of a kind (at most [`Hand::MOST`]).
    #[inline(always)]
    #[must_use]
    pub const fn with(self, kind: Kind, count: u8) -> Self {
        let shift = 4 * kind.index();
        let count = if count > Self::MOST {
            Self::MOST
        } else {
            count
        };
        Self(self.0 & !(15 << shift) | (count as u64) << shift)
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
        (0..MAX_KINDS)
            .map(Kind::new)
            .map(move |kind| (kind, self.count(kind)))
            .filter(|(_, count)| *count > 0)
    }
}
