//! Pawn hash table: caches the scores that depend on pawns and kings alone. Most moves change neither.

use super::pawn_sets::Pawns;
use super::tally::Tally;
use super::{shelter, structure};
use crate::base::{Bitboard, TaperedScore, prefetch};
use crate::variant::Variant;
use std::sync::Arc;

/// The scores that depend on pawns and royal pieces alone, White minus Black.
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnEntry<T> {
    pub structure: T,
    pub shelter: T,
}

impl<T: Tally> PawnEntry<T> {
    /// Computes the scores from the pawns and the royal pieces.
    pub fn of(variant: &Variant, pawns: &Pawns, royals: [Bitboard; 2]) -> Self {
        Self {
            structure: structure::structure(variant, pawns, royals),
            shelter: shelter::shelter(variant, pawns, royals),
        }
    }
}

/// Everything that an entry depends on, except the game.
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

    /// The table index of the key.
    const fn place(&self) -> usize {
        // Multiplicative (Fibonacci) hashing: the high bits of the products are well mixed.
        let pieces = self.pieces[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.pieces[1].0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let royals = self.royals[0].0.rotate_left(32) ^ self.royals[1].0;
        let mixed = (pieces ^ pieces >> 29 ^ royals).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - PawnHash::BITS)) as usize
    }
}

/// A table entry with its full key; fits into one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Seen {
    key: Key,
    pawn_entry: PawnEntry<TaperedScore>,
}

/// The pawn hash table of a game, direct-mapped. Entries store the full key, so a hit always equals what [`PawnEntry::of`] computes:
/// there are no key collisions.
pub struct PawnHash {
    variant: Arc<Variant>,
    seen: Box<[Seen]>,
}

impl PawnHash {
    /// The binary logarithm of the number of entries.
    const BITS: u32 = 12;

    /// An empty table for positions of a game.
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self {
            variant: Arc::clone(variant),
            seen: vec![Seen::default(); 1 << Self::BITS].into_boxed_slice(),
        }
    }

    /// The game of this table.
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    #[inline(always)]
    pub fn prefetch(&self, pawns: &Pawns, royals: [Bitboard; 2]) {
        prefetch(&self.seen[Key::of(pawns, royals).place()]);
    }

    /// The scores for pawns and royal pieces, from the table or, on a miss, computed and stored.
    #[inline(always)]
    pub fn get(&mut self, pawns: &Pawns, royals: [Bitboard; 2]) -> PawnEntry<TaperedScore> {
        let key = Key::of(pawns, royals);
        let seen = &mut self.seen[key.place()];
        if seen.key != key {
            *seen = Seen {
                key,
                pawn_entry: PawnEntry::of(&self.variant, pawns, royals),
            };
        }
        seen.pawn_entry
    }
}
