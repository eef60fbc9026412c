//! What has been proven of positions, remembered exactly.
//!
//! An entry holds the whole position beside what is known of it: positions that share a hash are told apart, so nothing
//! is ever taken for proven that is not. Positions in which a pawn can be taken in passing are not remembered. The
//! table grows with its content up to its limit; when it is full, what cost the least work makes room. It is cut into
//! shards, each behind a lock, so that threads share it.

use super::packing::{Packed, Packing};
use crate::base::{Square, prefer_huge_pages};
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;
/// Entries that share a place.
const WAYS: usize = 4;
/// Bytes of a shard from which on it asks for huge pages.
const LARGE: usize = 1 << 20;
/// Places of a new shard.
const FIRST_PLACES: usize = 8;

// The head of an entry, from its lowest bit: what is known (28 bits), the state of the position (8), bits of the hash
// that tell most positions apart (16), and the highest bit, which is set.
const STATE_SHIFT: u32 = 28;
const TAG_SHIFT: u32 = 36;
const PRESENT: u64 = 1 << 63;
const KNOWN_MASK: u64 = (1 << STATE_SHIFT) - 1;

/// A move by its squares, worth trying first: a guess that proves nothing.
pub type Hint = (Square, Square);

/// What is known of a position. What the numbers count is up to the play that uses the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// There is nothing within so many moves or half-moves.
    pub refuted: u8,
    /// There is something within so many; 0 if nothing is known.
    pub proven: u8,
    /// What is worth trying first.
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

    /// What it says of so many moves, if anything.
    #[inline]
    pub fn tells(self, moves: u32) -> Option<bool> {
        let proven = self.proven != 0 && u32::from(self.proven) <= moves;
        let refuted = u32::from(self.refuted) >= moves;
        (proven || refuted).then_some(proven)
    }

    /// How much work it has cost, roughly.
    fn worth(self) -> u8 {
        self.refuted.max(self.proven)
    }
}

/// The table.
pub struct Table {
    packing: Packing,
    shards: Vec<Mutex<Shard>>,
    /// The most places of a shard.
    most_places: usize,
}

/// A part of the table. Each place holds the heads of its entries, then their words.
#[derive(Default)]
struct Shard {
    words: Vec<u64>,
    places: usize,
}

/// A position on its way into the table or to be looked for.
struct Wanted<'p> {
    packed: &'p Packed,
    hash: u64,
    head: u64,
}

impl Table {
    /// An empty table of at most so many bytes, for what can come from a position.
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

    /// The hash of a position.
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

    /// A position as the table knows it, and what is known of it: nothing of what is not remembered.
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

    /// Remembers what is known of a position.
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
            let may_grow = shard.places < self.most_places;
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
    /// Where the place of a hash begins; the lowest bits of the hash have chosen the shard.
    #[inline]
    const fn place(&self, hash: u64, length: usize) -> usize {
        ((hash as usize / SHARDS) & (self.places - 1)) * WAYS * (1 + length)
    }

    /// Where the head of a position is.
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

    /// The way on which a new entry can go: a free one, or where the shard cannot grow that of an entry which has cost
    /// no more. All ways but the last keep what cost the most; the last takes the rest.
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
        self.words[first + way] = wanted.head | known;
        let pieces = first + WAYS + way * length;
        self.words[pieces..pieces + length].copy_from_slice(&wanted.packed.words[..length]);
    }

    /// Doubles the shard where it lies; whether the system has the memory.
    #[cold]
    fn grow(&mut self, length: usize, most_places: usize) -> bool {
        let a_place = WAYS * (1 + length);
        let old = self.places;
        // At first all that may be needed is reserved, so that nothing has to be copied; the system gives it when it
        // is used.
        if old == 0 && self.words.try_reserve_exact(most_places * a_place).is_err() {
            return false;
        }
        self.places = (old * 2).max(FIRST_PLACES);
        let is_large = |places: usize| places * a_place * size_of::<u64>() >= LARGE;
        if is_large(self.places) && !is_large(old) {
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

    /// Moves an entry to the upper half if that is where its hash now wants it: to the way that it had below.
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
