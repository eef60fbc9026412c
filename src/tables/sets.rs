//! Solves a signature without effects, 64 positions at a time.
//!
//! A *fibre* is a placement of all pieces but the last one: its 64 positions are the bits of one word, so that a move of another
//! piece takes all of them to another fibre at once, masked by the squares where the last piece would be in the way. Values spread
//! by distance as in `solver`, but no turn is stored: predecessors of new values are candidates, and a candidate has lost if no move
//! of it leads to a position that is not won for the other side. Placements that the symmetries of the kings' placement
//! map to each other are all kept, so that no word has to be put into a standard form.

use super::closure::{Closure, Signature};
use super::horizon::Horizon;
use super::index::{Index, Item, Items, NO_ORBIT, Transform, binomial, inverse, key};
use super::material::Material;
use super::set_pieces::{Promoted, Slot, is_dead, is_plain, movements, slots};
use super::simple_moves::{Permutation, bits};
use super::solver::{Failure, exchanged};
use super::table::Table;
use super::value::Value;
use super::walker::{Standing, Walker};
use super::{Job, Stage, TableError};
use crate::base::Color;
use crate::rules::Rules;
use crate::variant::{BareKing, Variant};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize};

/// The number of words that are looked at together, or left out together while nothing in them changes.
const BLOCK: usize = 1 << 6;
/// The number of blocks in a work item.
const CHUNK: usize = 1 << 3;
/// Bytes per fibre and side: the seven words of [`Words`].
const WORDS: u64 = 7 * 8;
/// Bytes per number for positions that are due later because of turns to other signatures, as measured in `KQRvKR`.
const LATER: f64 = 1.5;

/// One word for each side to move and fibre.
struct Words {
    /// Legal positions whose value is not known.
    open: Vec<AtomicU64>,
    /// Legal positions that are not known to be won for the side to move.
    safe: Vec<AtomicU64>,
    /// Positions with a turn to another signature (a capture or promotion) that does not lose, or not yet.
    held: Vec<AtomicU64>,
    /// Positions that win at the next distance, if they are open.
    winning: Vec<AtomicU64>,
    /// Positions that may have lost at the next distance.
    doubtful: Vec<AtomicU64>,
    /// Positions won at this distance.
    won: Vec<AtomicU64>,
    /// Positions lost at this distance.
    lost: Vec<AtomicU64>,
    /// The blocks with positions that win or may have lost at the next distance.
    waiting: Vec<AtomicBool>,
    /// The blocks with positions won or lost at this distance.
    decided: Vec<AtomicBool>,
}

/// Sets of positions by distance, each as the index of a word and its bits.
#[derive(Default)]
struct Later {
    /// Positions that win by a turn to another signature.
    wins: Vec<Vec<(u32, u64)>>,
    /// Positions whose turns to other signatures have all lost.
    freed: Vec<Vec<(u32, u64)>>,
}

/// A signature while it is solved.
struct Sets<'a> {
    variant: &'a Arc<Variant>,
    index: &'a Index,
    job: &'a Job<'a>,
    /// The pieces: the two kings, the other fixed ones, the last one, whose squares are the bits of a word.
    slots: Vec<Slot<'a>>,
    permutations: Vec<[Permutation; 2]>,
    fibres: usize,
    words: Words,
    codes: Vec<AtomicU16>,
}

/// The squares of all pieces but the last one.
type Fixed = ArrayVec<u8, 4>;

/// The bytes that solving a group in this way needs; `None` if it has to be solved in the general way.
pub fn memory(variant: &Variant, group: &[Signature]) -> Option<u64> {
    let [signature] = group else { return None };
    let index = &*signature.index;
    (is_plain(variant, index) && movements(variant, index).is_some()).then(|| {
        let words = 2 * fibres(index) as u64 * WORDS;
        words + (index.positions() as f64 * (2.0 + LATER)) as u64
    })
}

fn fibres(index: &Index) -> usize {
    index.representatives.len() << (6 * (index.material.len() - 3))
}

/// Solves a group of one signature; `None` if it has to be solved in the general way.
pub fn solve<R: Rules>(
    closure: &Closure,
    group: &[Signature],
    solved: &BTreeMap<Material, Arc<Table>>,
    job: &Job<'_>,
) -> Option<Result<Vec<u16>, Failure>> {
    let [signature] = group else { return None };
    let (variant, index) = (&closure.variant, &*signature.index);
    if !is_plain(variant, index) {
        return None;
    }
    let slots = match slots(closure, index, solved, movements(variant, index)?) {
        Ok(slots) => slots,
        Err(to) => {
            let from = index.material;
            return Some(Err(Failure::Unknown { from, to }));
        }
    };
    let fibres = fibres(index);
    let empty = || (0..2 * fibres).map(|_| AtomicU64::new(0)).collect();
    let blocks = || {
        let each = 0..(2 * fibres).div_ceil(BLOCK);
        each.map(|_| AtomicBool::new(false)).collect()
    };
    let sets = Sets {
        variant,
        index,
        job,
        slots,
        permutations: (index.symmetries.iter())
            .map(|it| [Permutation::new(it), Permutation::new(&inverse(it))])
            .collect(),
        fibres,
        words: Words {
            open: empty(),
            safe: empty(),
            held: empty(),
            winning: empty(),
            doubtful: empty(),
            won: empty(),
            lost: empty(),
            waiting: blocks(),
            decided: blocks(),
        },
        codes: (0..index.positions()).map(|_| AtomicU16::new(0)).collect(),
    };
    Some(sets.run::<R>().map_err(Failure::Table))
}

impl Sets<'_> {
    fn run<R: Rules>(self) -> Result<Vec<u16>, TableError> {
        self.each(None, &|(): &mut (), at, side| self.place(at, side));
        let done = AtomicUsize::new(0);
        let later = self.each(None, &|worker: &mut Option<(Walker, Later)>, at, side| {
            let (walker, later) =
                worker.get_or_insert_with(|| (Walker::new(self.variant), Later::default()));
            self.begin::<R>(walker, later, at, side);
            if at % BLOCK == 0 {
                let done = done.fetch_add(BLOCK, Relaxed) as u64;
                (self.job.progress)(Stage::Turns, done, 2 * self.fibres as u64);
            }
        });
        let later: Vec<Later> = later
            .into_iter()
            .flatten()
            .map(|(_, later)| later)
            .collect();
        let longest = later
            .iter()
            .map(|it| it.wins.len().max(it.freed.len()))
            .max();
        let (mut distance, mut horizon) = (0, Horizon::default());
        loop {
            if self.job.stop.load(Relaxed) {
                return Err(TableError::Stopped);
            }
            if distance >= usize::from(Value::LONGEST) {
                return Err(TableError::TooLong);
            }
            for later in &later {
                for (at, set) in later.wins.get(distance).into_iter().flatten() {
                    self.words.winning[*at as usize].fetch_or(*set, Relaxed);
                    self.wait(*at as usize);
                }
                for (at, set) in later.freed.get(distance).into_iter().flatten() {
                    self.words.held[*at as usize].fetch_and(!set, Relaxed);
                    self.words.doubtful[*at as usize].fetch_or(*set, Relaxed);
                    self.wait(*at as usize);
                }
            }
            let waiting = Some(&*self.words.waiting);
            let decided = self.each(waiting, &|decided: &mut u64, at, side| {
                *decided += self.decide(at, side);
            });
            let decided = decided.iter().sum();
            if decided == 0 && longest.is_none_or(|longest| distance >= longest) {
                break;
            }
            let last = horizon.add(decided).max(longest.unwrap_or(0) as u64);
            (self.job.progress)(Stage::Distances, distance as u64, last);
            self.each(Some(&self.words.decided), &|(): &mut (), at, side| {
                self.pass_on(at, side, distance as u16);
            });
            distance += 1;
        }
        self.each(None, &|(): &mut (), at, side| {
            let drawn = self.words.open[at].load(Relaxed);
            if drawn != 0 {
                let fibre = at % self.fibres;
                self.store(drawn, side, fibre, &self.fixed(fibre), Value::Draw);
            }
        });
        // A stop leaves work undone, so that the codes are not complete.
        if self.job.stop.load(Relaxed) {
            return Err(TableError::Stopped);
        }
        Ok(self.codes.into_iter().map(AtomicU16::into_inner).collect())
    }

    /// Calls `work` with each word, by several threads, and returns what each thread has collected; with `flags` only with the words of the
    /// flagged blocks, whose flags are taken away.
    fn each<T: Default + Send>(
        &self,
        flags: Option<&[AtomicBool]>,
        work: &(dyn Fn(&mut T, usize, Color) + Sync),
    ) -> Vec<T> {
        let blocks = self.words.waiting.len();
        let next = AtomicUsize::new(0);
        let run = || {
            let mut own = T::default();
            loop {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= blocks || self.job.stop.load(Relaxed) {
                    return own;
                }
                for block in first..(first + CHUNK).min(blocks) {
                    if flags.is_some_and(|it| !it[block].load(Relaxed)) {
                        continue;
                    }
                    if let Some(flags) = flags {
                        flags[block].store(false, Relaxed);
                    }
                    for at in block * BLOCK..((block + 1) * BLOCK).min(2 * self.fibres) {
                        work(&mut own, at, Color::ALL[usize::from(at >= self.fibres)]);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.job.threads).map(|_| scope.spawn(run)).collect();
            let mut all = vec![run()];
            // A table in which the work of one thread is missing would be wrong without a word.
            all.extend(
                others
                    .into_iter()
                    .map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic))),
            );
            all
        })
    }

    /// Notes that a word has positions that win or may have lost at the next distance.
    fn wait(&self, at: usize) {
        let waiting = &self.words.waiting[at / BLOCK];
        if !waiting.load(Relaxed) {
            waiting.store(true, Relaxed);
        }
    }

    /// The squares of a fibre's pieces.
    #[inline(always)]
    fn fixed(&self, fibre: usize) -> Fixed {
        let more = self.slots.len() - 3;
        let mut fixed = Fixed::from_iter(self.index.representatives[fibre >> (6 * more)]);
        fixed.extend((0..more).map(|slot| (fibre >> (6 * (more - 1 - slot)) & 63) as u8));
        fixed
    }

    /// The fibre after a piece has gone to another square, and the symmetry to be applied to the squares of the last piece; of several
    /// such fibres, which stand for the same positions, the first or all.
    #[inline(always)]
    fn moved(
        &self,
        fixed: &Fixed,
        fibre: usize,
        slot: usize,
        to: u8,
        mut visit: impl FnMut(usize, usize) -> bool,
    ) {
        if slot >= 2 {
            let shift = 6 * (self.slots.len() - 2 - slot);
            visit(fibre & !(63 << shift) | usize::from(to) << shift, 0);
            return;
        }
        let mut kings = [fixed[0], fixed[1]];
        kings[slot] = to;
        let (orbit, mut maps) = self.index.orbits[key(kings[0], kings[1])];
        if orbit == NO_ORBIT {
            return;
        }
        while maps != 0 {
            let map = maps.trailing_zeros() as usize;
            maps &= maps - 1;
            let symmetry = &self.index.symmetries[map];
            let rest = fixed[2..].iter();
            let fibre = rest.fold(orbit as usize, |fibre, at| {
                fibre << 6 | usize::from(symmetry[usize::from(*at)])
            });
            if !visit(fibre, map) {
                return;
            }
        }
    }

    const fn last(&self) -> usize {
        self.slots.len() - 1
    }

    /// The fixed pieces of a side.
    #[inline(always)]
    fn own(&self, side: Color) -> impl Iterator<Item = (usize, &Slot<'_>)> {
        let fixed = self.slots[..self.last()].iter().enumerate();
        fixed.filter(move |(_, slot)| slot.color == side)
    }

    /// The squares of the last piece from which the king of a side is not attacked.
    fn unchecked(&self, side: Color, fixed: &Fixed) -> u64 {
        let king = fixed[side.index()];
        let mut safe = u64::MAX;
        for (slot, piece) in self.own(!side) {
            if piece.capture.from(fixed[slot], fixed) >> king & 1 != 0 {
                safe &= piece.capture.between[usize::from(fixed[slot])][usize::from(king)];
            }
        }
        let last = &self.slots[self.last()];
        if last.color != side {
            safe &= !last.capture.back(king, fixed);
        }
        safe
    }

    /// Finds the legal positions of a fibre.
    fn place(&self, at: usize, side: Color) {
        let fixed = &self.fixed(at % self.fibres);
        let taken = fixed.iter().fold(0, |set, at| set | 1_u64 << at);
        let mut each = self.slots.iter().zip(fixed);
        let placed = each.all(|(slot, at)| slot.places >> at & 1 != 0);
        if taken.count_ones() as usize != fixed.len() || !placed {
            return;
        }
        let legal = self.slots[self.last()].places & !taken & self.unchecked(!side, fixed);
        self.words.open[at].store(legal, Relaxed);
        self.words.safe[at].store(legal, Relaxed);
    }

    /// Those positions of a set that have no quiet move to a position not won for the other side.
    fn stuck(&self, mut set: u64, side: Color, fibre: usize, fixed: &Fixed) -> u64 {
        let taken = fixed.iter().fold(0, |set, at| set | 1_u64 << at);
        let other = (!side).index() * self.fibres;
        for (slot, piece) in self.own(side) {
            let from = fixed[slot];
            for to in bits(piece.quiet.from(from, fixed) & !taken) {
                self.moved(fixed, fibre, slot, to, |fibre, map| {
                    let safe = self.words.safe[other + fibre].load(Relaxed);
                    let safe = if map == 0 {
                        safe
                    } else {
                        self.permutations[map][1].apply(safe)
                    };
                    set &= !(safe & !piece.quiet.between[usize::from(from)][usize::from(to)]);
                    false
                });
                if set == 0 {
                    return 0;
                }
            }
        }
        let last = &self.slots[self.last()];
        if last.color == side {
            let safe = self.words.safe[other + fibre].load(Relaxed);
            for from in bits(set) {
                if last.quiet.from(from, fixed) & safe != 0 {
                    set &= !(1 << from);
                }
            }
        }
        set
    }

    /// Marks the open positions from which `side` moves to a set.
    fn mark(&self, marked: &[AtomicU64], set: u64, side: Color, fibre: usize, fixed: &Fixed) {
        let add = |fibre: usize, set: u64| {
            let at = side.index() * self.fibres + fibre;
            let set = set & self.words.open[at].load(Relaxed);
            if set & !marked[at].load(Relaxed) != 0 {
                marked[at].fetch_or(set, Relaxed);
                self.wait(at);
            }
        };
        let taken = fixed.iter().fold(0, |set, at| set | 1_u64 << at);
        for (slot, piece) in self.own(side) {
            let to = fixed[slot];
            for from in bits(piece.quiet.back(to, fixed) & !taken) {
                let set = set & !piece.quiet.between[usize::from(from)][usize::from(to)];
                if set == 0 {
                    continue;
                }
                self.moved(fixed, fibre, slot, from, |fibre, map| {
                    let set = if map == 0 {
                        set
                    } else {
                        self.permutations[map][0].apply(set)
                    };
                    add(fibre, set);
                    true
                });
            }
        }
        let last = &self.slots[self.last()];
        if last.color == side {
            add(
                fibre,
                bits(set).fold(0, |all, to| all | last.quiet.back(to, fixed)),
            );
        }
    }

    /// Plays the turns of a fibre's positions to other signatures, and finds the positions that are over.
    fn begin<R: Rules>(&self, walker: &mut Walker, later: &mut Later, at: usize, side: Color) {
        let legal = self.words.open[at].load(Relaxed);
        if legal == 0 {
            return;
        }
        let fixed = &self.fixed(at % self.fibres);
        let plan = |list: &mut Vec<Vec<(u32, u64)>>, distance: u16, set: u64| {
            let distance = usize::from(distance);
            if list.len() <= distance {
                list.resize_with(distance + 1, Vec::new);
            }
            list[distance].push((at as u32, set));
        };
        let still = self.stuck(legal, side, at % self.fibres, fixed);
        let rules = &self.variant.rules;
        let material = self.index.material;
        let bared = rules.bare_king == BareKing::Loses
            && material.side(!side) == 1
            && material.side(side) > 1;
        let mut best = [None; 64];
        let mut leaving = self.leaving(legal, side, fixed, &mut best);
        for last in bits(still & !leaving) {
            walker.set(&self.items(fixed, Some(last)), side);
            let set = 1 << last;
            match walker.look::<R>(|_, _, _| {}) {
                Standing::Over(Value::Loss(_)) => {
                    self.words.doubtful[at].fetch_or(set, Relaxed);
                    self.wait(at);
                }
                Standing::Over(Value::Win(distance)) => plan(&mut later.wins, distance, set),
                _ => _ = self.words.held[at].fetch_or(set, Relaxed),
            }
        }
        if bared {
            plan(&mut later.wins, 0, legal & (leaving | !still));
            return;
        }
        if is_dead(self.variant, material) {
            let drawn = legal & (leaving | !still);
            self.words.open[at].fetch_and(!drawn, Relaxed);
            self.store(drawn, side, at % self.fibres, fixed, Value::Draw);
            return;
        }
        while leaving != 0 {
            let value: Option<Value> = best[leaving.trailing_zeros() as usize];
            let set = bits(leaving)
                .filter(|bit| best[usize::from(*bit)] == value)
                .fold(0, |set, bit| set | 1_u64 << bit);
            leaving &= !set;
            self.words.held[at].fetch_or(set, Relaxed);
            match value {
                Some(Value::Win(distance)) => plan(&mut later.wins, distance, set),
                Some(Value::Loss(distance)) => plan(&mut later.freed, distance, set),
                _ => {}
            }
        }
    }

    /// The positions of a set that have legal turns to other signatures (captures, promotions), with the best value of these.
    fn leaving(
        &self,
        legal: u64,
        side: Color,
        fixed: &Fixed,
        best: &mut [Option<Value>; 64],
    ) -> u64 {
        let mut leaving = 0;
        let mut found = |set: u64, value: Option<Value>| {
            if let Some(value) = value {
                leaving |= set;
                for bit in bits(set) {
                    let best = &mut best[usize::from(bit)];
                    *best = (*best).max(Some(value.before()));
                }
            }
        };
        let last = self.last();
        let taken = fixed.iter().fold(0, |set, at| set | 1_u64 << at);
        for (own, piece) in self.own(side) {
            let from = fixed[own];
            for to in bits(piece.quiet.from(from, fixed) & piece.promotes & !taken) {
                let way = piece.quiet.between[usize::from(from)][usize::from(to)];
                for at in bits(legal & !way & !(1 << to)) {
                    found(1 << at, self.after(fixed, Some(at), (own, to), None, side));
                }
            }
        }
        if self.slots[last].color == side {
            for to in bits(self.slots[last].promotes & !taken) {
                let set = self.slots[last].quiet.back(to, fixed) & legal;
                if set != 0 {
                    let value = self.after(fixed, None, (last, to), None, side);
                    found(set, value);
                }
            }
        }
        for (victim, slot) in self.slots.iter().enumerate() {
            if slot.color == side || slot.captured.is_none() {
                continue;
            }
            for (own, piece) in self.own(side) {
                let from = fixed[own];
                let targets = piece.capture.from(from, fixed);
                if victim == last {
                    for to in bits(targets & legal) {
                        let value = self.after(fixed, Some(to), (own, to), Some(victim), side);
                        found(1 << to, value);
                    }
                } else if targets >> fixed[victim] & 1 != 0 {
                    let to = fixed[victim];
                    let set = legal & !piece.capture.between[usize::from(from)][usize::from(to)];
                    for at in bits(set) {
                        let value = self.after(fixed, Some(at), (own, to), Some(victim), side);
                        found(1 << at, value);
                    }
                }
            }
            if victim != last && self.slots[last].color == side {
                let to = fixed[victim];
                let set = self.slots[last].capture.back(to, fixed) & legal;
                if set != 0 {
                    let value = self.after(fixed, None, (last, to), Some(victim), side);
                    found(set, value);
                }
            }
        }
        leaving
    }

    /// The value for the other side after a turn to another signature: the piece `own` goes to `to`, takes the piece `victim`, if any,
    /// and becomes what is worst for the other side, if it promotes. `last` is the square of the last piece, if that is another one.
    /// `None` if the turn is not legal.
    fn after(
        &self,
        fixed: &Fixed,
        last: Option<u8>,
        (own, to): (usize, u8),
        victim: Option<usize>,
        side: Color,
    ) -> Option<Value> {
        let mut items = self.items(fixed, last.or(Some(to)));
        items[own].place = to;
        let value = |items: &Items, (table, transform): &(&Table, Option<Transform>)| {
            let number = match transform {
                None => table.index().encode(items, !side),
                Some(transform) => table.index().encode(&exchanged(items, transform), side),
            };
            table.get(number?)
        };
        let piece = &self.slots[own];
        if piece.promotes >> to & 1 != 0 {
            let each = piece.promoted.iter().filter_map(|promoted: &Promoted<'_>| {
                let mut items = items.clone();
                items[own].piece = promoted.item;
                let Some(victim) = victim else {
                    return value(&items, &promoted.quiet);
                };
                items.swap_remove(victim);
                value(&items, promoted.capture[victim].as_ref()?)
            });
            return each.min();
        }
        let captured = self.slots[victim?].captured.as_ref()?;
        items.swap_remove(victim?);
        value(&items, captured)
    }

    fn items(&self, fixed: &Fixed, last: Option<u8>) -> Items {
        let squares = fixed.iter().copied().chain(last);
        let each = self.slots.iter().zip(squares);
        each.map(|(slot, place)| Item {
            piece: slot.item,
            place,
        })
        .collect()
    }

    /// Decides which positions of a fibre are won or lost at this distance, and returns their number.
    fn decide(&self, at: usize, side: Color) -> u64 {
        let take = |words: &[AtomicU64]| match words[at].load(Relaxed) {
            0 => 0,
            _ => words[at].swap(0, Relaxed),
        };
        let (winning, doubtful) = (take(&self.words.winning), take(&self.words.doubtful));
        if winning | doubtful == 0 {
            return 0;
        }
        let open = self.words.open[at].load(Relaxed);
        let won = winning & open;
        let doubtful = doubtful & open & !won & !self.words.held[at].load(Relaxed);
        let lost = if doubtful == 0 {
            0
        } else {
            let fibre = at % self.fibres;
            self.stuck(doubtful, side, fibre, &self.fixed(fibre))
        };
        if won | lost == 0 {
            return 0;
        }
        self.words.won[at].store(won, Relaxed);
        self.words.lost[at].store(lost, Relaxed);
        self.words.decided[at / BLOCK].store(true, Relaxed);
        u64::from((won | lost).count_ones())
    }

    /// Notes the values that were decided at this distance, and marks the positions before them.
    fn pass_on(&self, at: usize, side: Color, distance: u16) {
        let (won, lost) = (
            self.words.won[at].load(Relaxed),
            self.words.lost[at].load(Relaxed),
        );
        if won | lost == 0 {
            return;
        }
        self.words.won[at].store(0, Relaxed);
        self.words.lost[at].store(0, Relaxed);
        self.words.open[at].fetch_and(!(won | lost), Relaxed);
        self.words.safe[at].fetch_and(!won, Relaxed);
        let fibre = at % self.fibres;
        let fixed = &self.fixed(fibre);
        if won != 0 {
            self.store(won, side, fibre, fixed, Value::Win(distance));
            self.mark(&self.words.doubtful, won, !side, fibre, fixed);
        }
        if lost != 0 {
            self.store(lost, side, fibre, fixed, Value::Loss(distance));
            self.mark(&self.words.winning, lost, !side, fibre, fixed);
        }
    }

    /// Writes a value for a set of positions; of equal pieces only the ascending order of squares has a number.
    fn store(&self, set: u64, side: Color, fibre: usize, fixed: &Fixed, value: Value) {
        let groups = &self.index.groups[2..];
        let Some((last, singles)) = groups.split_last() else {
            return;
        };
        let orbit = (fibre >> (6 * (self.slots.len() - 3))) as u64;
        let single = singles.iter().zip(&fixed[2..]);
        let number = single.fold(orbit, |number, (group, at)| {
            number * group.size + u64::from(group.number[usize::from(*at)])
        });
        let mut base = number * last.size + side.index() as u64 * self.index.half();
        let mut below = None;
        for (nth, at) in fixed[2 + singles.len()..].iter().enumerate() {
            let own = last.number[usize::from(*at)];
            if below.is_some_and(|below| own <= below) {
                return;
            }
            below = Some(own);
            base += binomial(u64::from(own), nth as u64 + 1);
        }
        for at in bits(set) {
            let own = last.number[usize::from(at)];
            if below.is_none_or(|below| own > below) {
                let number = base + binomial(u64::from(own), last.count as u64);
                self.codes[number as usize].store(value.code(), Relaxed);
            }
        }
    }
}
