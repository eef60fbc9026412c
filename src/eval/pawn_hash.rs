//! The pawn pawn_entry: what pawns and kings alone tell of a position. They stay where they are in most moves, so a search
//! remembers it.

use super::pawn_sets::Pawns;
use super::tally::Tally;
use super::{shelter, structure};
use crate::base::{Bitboard, TaperedScore, prefetch};
use crate::variant::Variant;

/// What is told by pawns that go straight ahead, and by kings; White minus Black.
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnEntry<T> {
    /// The part of the pawn structure that no other piece changes.
    pub structure: T,
    /// The pawns before the kings.
    pub shelter: T,
}

impl<T: Tally> PawnEntry<T> {
    /// What these pawns and royal pieces of a game tell.
    pub fn of(variant: &Variant, pawns: &Pawns, royals: [Bitboard; 2]) -> Self {
        Self {
            structure: structure::structure(variant, pawns, royals),
            shelter: shelter::shelter(variant, pawns, royals),
        }
    }
}

/// All that a pawn_entry depends on besides the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Key {
    pieces: [Bitboard; 2],
    guards: [Bitboard; 2],
    royals: [Bitboard; 2],
}

impl Key {
    const fn of(pawns: &Pawns, royals: [Bitboard; 2]) -> Self {
        Self {
            pieces: pawns.pieces,
            guards: pawns.guards,
            royals,
        }
    }

    /// The place in the table.
    const fn place(&self) -> usize {
        // Multiplicative hashing: odd numbers near the golden ratio and two others without a pattern mix into the high bits.
        let pieces = self.pieces[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.pieces[1].0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let royals = self.royals[0].0.rotate_left(32) ^ self.royals[1].0;
        let mixed = (pieces ^ pieces >> 29 ^ royals).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - PawnHash::BITS)) as usize
    }
}

/// A pawn_entry that has been seen, with what it depends on. It fills a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Seen {
    key: Key,
    pawn_entry: PawnEntry<TaperedScore>,
}

/// The pawn_entry seen last, of one game: a pawn hash table. Entries say all that they depend on, so what it gives is what
/// [`PawnEntry::of`] gives, whatever was looked up before.
pub struct PawnHash {
    variant: &'static Variant,
    seen: Box<[Seen]>,
}

impl PawnHash {
    /// The binary logarithm of the number of entries.
    const BITS: u32 = 12;

    /// A table for positions of a game.
    pub fn new(variant: &'static Variant) -> Self {
        Self {
            variant,
            seen: vec![Seen::default(); 1 << Self::BITS].into_boxed_slice(),
        }
    }

    /// The game of this table.
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Asks the processor to fetch what is remembered of these pawns and royal pieces.
    #[inline(always)]
    pub fn prefetch(&self, pawns: &Pawns, royals: [Bitboard; 2]) {
        prefetch(&self.seen[Key::of(pawns, royals).place()]);
    }

    /// What these pawns and royal pieces of the game tell.
    #[inline(always)]
    pub fn get(&mut self, pawns: &Pawns, royals: [Bitboard; 2]) -> PawnEntry<TaperedScore> {
        let key = Key::of(pawns, royals);
        let seen = &mut self.seen[key.place()];
        if seen.key != key {
            *seen = Seen {
                key,
                pawn_entry: PawnEntry::of(self.variant, pawns, royals),
            };
        }
        seen.pawn_entry
    }
}
