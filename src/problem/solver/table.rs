//! What has been proven of positions, remembered exactly.
//!
//! An entry holds the whole position beside what is known of it: positions that share a hash are told apart, so nothing
//! is ever taken for proven that is not. Positions in which a pawn can be taken in passing are not remembered. The
//! table grows with its content up to its limit; when it is full, what cost the least work makes room. It is cut into
//! shards, each behind a lock, so that threads share it.

use super::packing::{Packed, Packing};
use crate::position::Position;
use std::sync::{Mutex, PoisonError};

const SHARDS: usize = 64;
/// Entries that share a place.
const WAYS: usize = 4;
/// Places of a new shard.
const FIRST_BUCKETS: usize = 8;
/// Bits of an entry's first word: present, state, what is known.
const PRESENT: u64 = 1 << 63;
const STATE_SHIFT: u32 = 32;
const STATE_MASK: u64 = PRESENT | 0xff << STATE_SHIFT;

/// What is known of a position. What the numbers count is up to the play that uses the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// There is nothing within so many moves or half-moves.
    pub refuted: u8,
    /// There is something within so many; 0 if nothing is known.
    pub proven: u8,
}

impl Known {
    const fn bits(self) -> u64 {
        self.refuted as u64 | (self.proven as u64) << 8
    }

    const fn of_bits(bits: u64) -> Self {
        Self {
            refuted: bits as u8,
            proven: (bits >> 8) as u8,
        }
    }

    /// How much work it has cost, roughly.
    const fn worth(bits: u64) -> u64 {
        let known = Self::of_bits(bits);
        if known.refuted > known.proven {
            known.refuted as u64
        } else {
            known.proven as u64
        }
    }
}

/// The table.
pub struct Table {
    packing: Packing,
    shards: Vec<Mutex<Vec<u64>>>,
    /// Words an entry takes.
    stride: usize,
    /// The most places of a shard.
    most_buckets: usize,
}

const fn buckets(shard: &[u64], stride: usize) -> usize {
    shard.len() / (stride * WAYS)
}

impl Table {
    /// An empty table of at most so many bytes, for what can come from a position.
    pub fn new(pos: &Position, memory: usize) -> Self {
        let packing = Packing::of(pos);
        let stride = 1 + packing.length();
        // While a shard grows, its old half exists beside it; one shard for each of some threads at a time.
        let a_shard = memory / (SHARDS + SHARDS / 8) / 8;
        let fitting = a_shard / (stride * WAYS);
        let most_buckets = if fitting < FIRST_BUCKETS {
            0
        } else {
            1 << fitting.ilog2()
        };
        Self {
            packing,
            shards: (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect(),
            stride,
            most_buckets,
        }
    }

    /// A position as the table knows it; `None` if it is not remembered.
    #[inline]
    pub fn pack(&self, pos: &Position) -> Option<Packed> {
        self.packing.pack(pos)
    }

    fn shard(&self, hash: u64) -> std::sync::MutexGuard<'_, Vec<u64>> {
        let shard = &self.shards[hash as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    #[inline]
    pub fn known(&self, packed: &Packed) -> Known {
        let hash = packed.hash(self.packing.length());
        let shard = self.shard(hash);
        let found = self.find(&shard, packed, hash);
        found.map_or_else(Known::default, |at| Known::of_bits(shard[at]))
    }

    /// Where the entry of a position is.
    #[inline]
    fn find(&self, shard: &[u64], packed: &Packed, hash: u64) -> Option<usize> {
        let buckets = buckets(shard, self.stride);
        if buckets == 0 {
            return None;
        }
        let length = self.stride - 1;
        let head = PRESENT | u64::from(packed.state) << STATE_SHIFT;
        let first = place(hash, buckets) * WAYS * self.stride;
        (0..WAYS).map(|way| first + way * self.stride).find(|at| {
            shard[*at] & STATE_MASK == head
                && shard[at + 1..at + 1 + length] == packed.words[..length]
        })
    }

    /// Remembers what is known of a position.
    #[inline]
    pub fn remember(&self, packed: &Packed, known: Known) {
        if self.most_buckets == 0 {
            return;
        }
        let hash = packed.hash(self.packing.length());
        let mut shard = self.shard(hash);
        if let Some(at) = self.find(&shard, packed, hash) {
            shard[at] = shard[at] & STATE_MASK | known.bits();
            return;
        }
        loop {
            if let Some(at) = self.room(&shard, hash, known) {
                shard[at] = PRESENT | u64::from(packed.state) << STATE_SHIFT | known.bits();
                let length = self.stride - 1;
                shard[at + 1..at + 1 + length].copy_from_slice(&packed.words[..length]);
                return;
            }
            if !self.grow(&mut shard) {
                return;
            }
        }
    }

    /// Where a new entry can go: a free way, or in a full-grown shard the one that is worth the least.
    fn room(&self, shard: &[u64], hash: u64, known: Known) -> Option<usize> {
        let buckets = buckets(shard, self.stride);
        if buckets == 0 {
            return None;
        }
        let first = place(hash, buckets) * WAYS * self.stride;
        let ways = (0..WAYS).map(|way| first + way * self.stride);
        if let Some(free) = ways.clone().find(|at| shard[*at] == 0) {
            return Some(free);
        }
        if buckets < self.most_buckets {
            return None;
        }
        // All ways but the last keep what cost the most; the last takes what is cheaper than all of them.
        let least = ways
            .clone()
            .take(WAYS - 1)
            .min_by_key(|at| Known::worth(shard[*at]))?;
        if Known::worth(known.bits()) >= Known::worth(shard[least]) {
            Some(least)
        } else {
            Some(first + (WAYS - 1) * self.stride)
        }
    }

    /// Doubles a shard; whether it could grow.
    #[cold]
    fn grow(&self, shard: &mut Vec<u64>) -> bool {
        let buckets = buckets(shard, self.stride);
        if buckets >= self.most_buckets {
            return false;
        }
        let doubled = (buckets * 2).max(FIRST_BUCKETS).min(self.most_buckets);
        let mut grown = vec![0; doubled * WAYS * self.stride];
        for entry in shard
            .chunks_exact(self.stride)
            .filter(|entry| entry[0] != 0)
        {
            let mut packed = Packed {
                words: [0; super::packing::MOST_WORDS],
                state: (entry[0] >> STATE_SHIFT) as u8,
            };
            packed.words[..self.stride - 1].copy_from_slice(&entry[1..]);
            let first = place(packed.hash(self.stride - 1), doubled) * WAYS * self.stride;
            let mut ways = (0..WAYS).map(|way| first + way * self.stride);
            // The entries of one place go to two: there is always room.
            if let Some(free) = ways.find(|at| grown[*at] == 0) {
                grown[free..free + self.stride].copy_from_slice(entry);
            }
        }
        *shard = grown;
        true
    }
}

/// The place of a hash among a power of two of them; the lowest bits choose the shard.
const fn place(hash: u64, buckets: usize) -> usize {
    (hash as usize / SHARDS) & (buckets - 1)
}
