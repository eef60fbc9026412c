//! An exact transposition table of proven results.
//!
//! Entries hold the whole packed position, so hash collisions cannot produce wrong proofs. Positions with a possible en passant
//! capture are not stored. The table grows with its content up to its limit, when it is half full; where a bucket is full before, the entries
//! that took the least work are replaced. The table consists of shards, each with its own lock.

use super::packing::{Packed, Packing};
use crate::base::{Square, prefer_huge_pages};
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;
/// The associativity: entries per bucket.
const WAYS: usize = 4;
/// The size of a shard from which huge pages are requested, in bytes.
const LARGE: usize = 1 << 20;
/// The size of a shard from which the memory for its maximum is reserved, in bytes.
const RESERVED: usize = 1 << 14;
/// The number of buckets of a new shard.
const FIRST_PLACES: usize = 8;

// The head of an entry, from its lowest bit: result (28 bits), state of the position (8), hash bits (16), and the highest bit, which
// is always set.
const STATE_SHIFT: u32 = 28;
const TAG_SHIFT: u32 = 36;
const PRESENT: u64 = 1 << 63;
const KNOWN_MASK: u64 = (1 << STATE_SHIFT) - 1;

/// A move (by its squares) to try first; affects move ordering only.
pub type Hint = (Square, Square);

/// The proven bounds of a position. The unit (moves or half-moves) depends on the kind of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// No solution within this many moves or half-moves.
    pub refuted: u8,
    /// A solution within this many moves or half-moves; 0 if unknown.
    pub proven: u8,
    /// The move to try first.
    pub hint: Option<Hint>,
}

impl Known {
    fn bits(self) -> u64 {
        let hint = match self.hint {
            Some((from, to)) => from.index() | to.index() << 6,
            None => 0,
        };
        self.refuted as u64 | (self.proven as u64) << 8 | (hint as u64) << 16
    }

    fn of_head(head: u64) -> Self {
        let square = |shift: u32| Square::new((head >> shift) as u8 & 63);
        let hint = (square(16), square(22));
        Self {
            refuted: head as u8,
            proven: (head >> 8) as u8,
            hint: (hint.0 != hint.1).then_some(hint),
        }
    }

    /// Whether there is a solution in `moves` moves; `None` if unknown.
    #[inline]
    pub fn tells(self, moves: u32) -> Option<bool> {
        let proven = self.proven != 0 && u32::from(self.proven) <= moves;
        let refuted = u32::from(self.refuted) >= moves;
        (proven || refuted).then_some(proven)
    }

    /// An estimate of the work to prove these bounds.
    fn worth(self) -> u8 {
        self.refuted.max(self.proven)
    }
}

pub struct Table {
    packing: Packing,
    shards: Vec<Mutex<Shard>>,
    /// The maximum number of buckets of a shard.
    most_places: usize,
}

/// A shard. Each bucket holds the heads of its entries, then their words.
#[derive(Default)]
struct Shard {
    words: Vec<u64>,
    places: usize,
    /// The entries stored.
    entries: usize,
}

/// A packed position with its hash, for look-up or insertion.
struct Wanted<'p> {
    packed: &'p Packed,
    hash: u64,
    head: u64,
}

impl Table {
    /// An empty table of at most `memory` bytes, for positions that can arise from `pos`.
    pub fn new(pos: &Position, memory: usize) -> Self {
        let packing = Packing::of(pos);
        let a_shard = memory / SHARDS / size_of::<u64>();
        let fitting = a_shard / (WAYS * (1 + packing.length()));
        let most_places = if fitting < FIRST_PLACES {
            0
        } else {
            1 << fitting.ilog2()
        };
        Self {
            packing,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most_places,
        }
    }

    /// The bytes of the full table.
    pub const fn most_bytes(&self) -> usize {
        let an_entry = size_of::<u64>() * (1 + self.packing.length());
        SHARDS * self.most_places * WAYS * an_entry
    }

    pub fn hash(&self, packed: &Packed) -> u64 {
        packed.hash(self.packing.length())
    }

    fn wanted<'p>(&self, packed: &'p Packed) -> Wanted<'p> {
        let hash = self.hash(packed);
        let tag = hash >> 48 << TAG_SHIFT;
        Wanted {
            packed,
            hash,
            head: PRESENT | tag | u64::from(packed.state) << STATE_SHIFT,
        }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[hash as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks a position up: its packed form and its bounds (unknown if not stored).
    #[inline]
    pub fn look_up(&self, pos: &Position) -> (Option<Packed>, Known) {
        let packed = self.packing.pack(pos);
        let known = packed
            .as_ref()
            .map_or_else(Known::default, |packed| self.known(packed));
        (packed, known)
    }

    fn known(&self, packed: &Packed) -> Known {
        let wanted = self.wanted(packed);
        let shard = self.shard(wanted.hash);
        let found = shard.find(&wanted, self.packing.length());
        found.map_or_else(Known::default, |at| Known::of_head(shard.words[at]))
    }

    /// Stores the bounds of a position.
    #[inline]
    pub fn remember(&self, packed: &Packed, known: Known) {
        if self.most_places == 0 {
            return;
        }
        let length = self.packing.length();
        let wanted = self.wanted(packed);
        let mut shard = self.shard(wanted.hash);
        if let Some(at) = shard.find(&wanted, length) {
            shard.words[at] = wanted.head | known.bits();
            return;
        }
        loop {
            let may_grow = shard.places < self.most_places && shard.is_half_full();
            if let Some(way) = shard.room(&wanted, length, known, may_grow) {
                shard.put(&wanted, length, way, known.bits());
                return;
            }
            if !shard.grow(length, self.most_places) {
                return;
            }
        }
    }
}

impl Shard {
    /// The start of a hash's bucket; the lowest bits of the hash select the shard.
    #[inline]
    const fn place(&self, hash: u64, length: usize) -> usize {
        ((hash as usize / SHARDS) & (self.places - 1)) * WAYS * (1 + length)
    }

    const fn is_half_full(&self) -> bool {
        2 * self.entries >= WAYS * self.places
    }

    /// The index of a position's entry, if it is stored.
    #[inline]
    fn find(&self, wanted: &Wanted<'_>, length: usize) -> Option<usize> {
        if self.places == 0 {
            return None;
        }
        let first = self.place(wanted.hash, length);
        let place = &self.words[first..first + WAYS * (1 + length)];
        let (heads, pieces) = place.split_at(WAYS);
        let is_it = |way: &usize| {
            heads[*way] & !KNOWN_MASK == wanted.head
                && pieces[way * length..(way + 1) * length] == wanted.packed.words[..length]
        };
        (0..WAYS).find(is_it).map(|way| first + way)
    }

    /// The way (slot of the bucket) for a new entry: a free one or, if the shard cannot grow, the entry of least worth among all ways but
    /// the last. If that entry is worth more than the new one, the last way, which is always replaced.
    fn room(
        &self,
        wanted: &Wanted<'_>,
        length: usize,
        known: Known,
        may_grow: bool,
    ) -> Option<usize> {
        if self.places == 0 {
            return None;
        }
        let first = self.place(wanted.hash, length);
        let heads = &self.words[first..first + WAYS];
        let free = heads.iter().position(|head| *head == 0);
        if free.is_some() || may_grow {
            return free;
        }
        let worth = |way: &usize| Known::of_head(heads[*way]).worth();
        let least = (0..WAYS - 1).min_by_key(worth)?;
        Some(if known.worth() >= worth(&least) {
            least
        } else {
            WAYS - 1
        })
    }

    /// Writes an entry.
    fn put(&mut self, wanted: &Wanted<'_>, length: usize, way: usize, known: u64) {
        let first = self.place(wanted.hash, length);
        self.entries += usize::from(self.words[first + way] == 0);
        self.words[first + way] = wanted.head | known;
        let pieces = first + WAYS + way * length;
        self.words[pieces..pieces + length].copy_from_slice(&wanted.packed.words[..length]);
    }

    /// Doubles the shard in place. Returns whether the memory is available.
    #[cold]
    fn grow(&mut self, length: usize, most_places: usize) -> bool {
        let a_place = WAYS * (1 + length);
        let old = self.places;
        let new = (old * 2).max(FIRST_PLACES);
        let reaches = |size: usize| {
            let has = |places: usize| places * a_place * size_of::<u64>() >= size;
            has(new) && !has(old)
        };
        // The maximum is reserved early, so that growing hardly ever copies; the system commits memory only when it is first used. Small tables,
        // of short problems, do without.
        let most = most_places * a_place - self.words.len();
        if reaches(RESERVED) && self.words.try_reserve_exact(most).is_err() {
            return false;
        }
        self.places = new;
        if reaches(LARGE) {
            prefer_huge_pages(&mut self.words);
        }
        self.words.resize(self.places * a_place, 0);
        for place in 0..old {
            for way in 0..WAYS {
                self.move_up(place, way, length);
            }
        }
        true
    }

    /// After the shard was doubled, moves an entry to the upper half, into the same way, if its hash belongs there.
    fn move_up(&mut self, place: usize, way: usize, length: usize) {
        let at = place * WAYS * (1 + length);
        let head = self.words[at + way];
        if head == 0 {
            return;
        }
        let pieces = WAYS + way * length;
        let words = &self.words[at + pieces..at + pieces + length];
        let hash = Packed::of_words(words, (head >> STATE_SHIFT) as u8).hash(length);
        let wanted = self.place(hash, length);
        if wanted != at {
            self.words[wanted + way] = head;
            self.words[at + way] = 0;
            let words = at + pieces..at + pieces + length;
            self.words.copy_within(words, wanted + pieces);
        }
    }
}
