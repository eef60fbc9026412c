//! The transposition table: search results by position, shared by all threads without locks.
//!
//! An entry has two words. The first holds the key's upper part, depth, bound and age, `XORed` with the second, so that an entry torn by
//! a race fails the key test (R. Hyatt and T. Mann, "A lockless transposition table implementation", 2002). A bucket of four entries
//! fills one cache line.

use super::report::Bound;
use crate::base::{MATE_IN_MAX, Move, Value, prefer_huge_pages, prefetch};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of entries in a bucket.
const WAYS: usize = 4;
/// The number of different ages; the age of the table wraps around after this number of searches.
const AGES: u8 = 32;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// An unpacked entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best leg. After a key collision it may not even be pseudo-legal.
    pub mv: Option<Move>,
    /// The value from the side to move's view, in centipawns; mate distances count from the root.
    pub value: Value,
    /// The static evaluation of the position, in centipawns.
    pub eval: Value,
    /// The depth of the search that found the value.
    pub depth: i32,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Whether the position was a node of the principal variation at some time.
    pub pv: bool,
}

pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

const KEY_MASK: u64 = !0xffff;
/// The bit of the check word for [`Entry::pv`].
const PV_BIT: u64 = 1 << 7;

/// Whether a slot is empty, by its check word after the `XOR` with the data word.
const fn empty(check: u64) -> bool {
    check as u16 == 0
}

impl Table {
    /// A table of `megabytes` MiB (at least one bucket); `None` if the memory is not available.
    pub fn new(megabytes: usize) -> Option<Self> {
        let count = (megabytes.checked_mul(1 << 20)? / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        prefer_huge_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Some(Self { buckets, age: 0 })
    }

    /// Clears the table, using `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        self.age = 0;
        let share = self.buckets.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.buckets.chunks_mut(share.max(1)) {
                scope.spawn(|| part.fill_with(Bucket::default));
            }
        });
    }

    /// Starts a new age (one per search), so that older entries are replaced first.
    pub const fn next_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of a key, with mate distances converted for a node at `ply` (legs from the root).
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let check = slot.check.load(Relaxed) ^ data;
            if (check ^ key) & KEY_MASK == 0 && !empty(check) {
                let bound = match check & 3 {
                    1 => Bound::Upper,
                    2 => Bound::Lower,
                    _ => Bound::Exact,
                };
                return Some(Entry {
                    mv: Move::from_bits(data as u32),
                    value: from_table((data >> 32) as i16 as Value, ply),
                    eval: (data >> 48) as i16 as Value,
                    depth: (check >> 8 & 0xff) as i32 - DEPTH_OFFSET,
                    bound,
                    pv: check & PV_BIT != 0,
                });
            }
        }
        None
    }

    /// Stores an entry. It replaces the entry of the same key or, without one, the shallowest and oldest entry of the bucket.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let bucket = self.bucket(key);
        let mut worst = &bucket.0[0];
        let mut least = i32::MAX;
        let mut kept = None;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            let check = slot.check.load(Relaxed) ^ data;
            if (check ^ key) & KEY_MASK == 0 && !empty(check) {
                let deeper = (check >> 8 & 0xff) as i32 - DEPTH_OFFSET;
                let fresh = (check >> 2 & 31) as u8 == self.age;
                if entry.bound != Bound::Exact && fresh && entry.depth + 4 < deeper {
                    return;
                }
                kept = Move::from_bits(data as u32);
                worst = slot;
                break;
            }
            let old = i32::from((self.age + AGES - (check >> 2 & 31) as u8) % AGES);
            let depth = if empty(check) {
                -1000
            } else {
                (check >> 8 & 0xff) as i32
            };
            let worth = depth - 8 * old;
            if worth < least {
                least = worth;
                worst = slot;
            }
        }
        let mv = entry.mv.or(kept).map_or(0, |mv| u64::from(mv.bits().get()));
        let data = mv
            | u64::from(to_table(entry.value, ply) as i16 as u16) << 32
            | u64::from(entry.eval as i16 as u16) << 48;
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
        let check = key & KEY_MASK | depth << 8 | u64::from(self.age) << 2 | bound;
        let check = if entry.pv { check | PV_BIT } else { check };
        worst.data.store(data, Relaxed);
        worst.check.store(check ^ data, Relaxed);
    }

    /// The share of entries of the current age, in thousandths (UCI `hashfull`), by a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let check = slot.check.load(Relaxed) ^ slot.data.load(Relaxed);
            !empty(check) && (check >> 2 & 31) as u8 == self.age
        };
        let count = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(used)
            .count();
        (count * 1000 / (sample.len() * WAYS).max(1)) as u32
    }
}

/// Added to depths when they are stored, so that depths from -4 on fit into an unsigned byte.
const DEPTH_OFFSET: i32 = 4;

/// Converts a value for storing: in the table mate distances count from the position, in the search from the root.
const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_IN_MAX {
        value + ply as Value
    } else if value <= -MATE_IN_MAX {
        value - ply as Value
    } else {
        value
    }
}

const fn from_table(value: Value, ply: usize) -> Value {
    if value.abs() < MATE_IN_MAX {
        value
    } else if value > 0 {
        value - ply as Value
    } else {
        value + ply as Value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MoveKind, Square, mate_in};

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1).unwrap();
        let mv = Some(Move::new(
            Square::at(4, 1),
            Square::at(4, 3),
            MoveKind::MultiStep,
        ));
        for (key, value, depth) in [(1 << 20, 35, 7), (77 << 40, -900, 0), (!0, mate_in(9), 60)] {
            let entry = Entry {
                mv,
                value,
                eval: -12,
                depth,
                bound: Bound::Lower,
                pv: depth == 0,
            };
            table.store(key, 3, &entry);
            assert_eq!(table.probe(key, 3), Some(entry));
            assert_eq!(table.probe(key ^ 1 << 30, 3), None);
        }
        // Probed one ply deeper, the same mate is one ply further from the root.
        assert_eq!(table.probe(!0, 4).unwrap().value, mate_in(10));
    }
}
