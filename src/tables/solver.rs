//! Solves a group of signatures that turn into each other, by retrograde analysis.
//!
//! The turns of each position are generated once, forward, by the ordinary rules. No game needs code for retro-moves; effects, rebirths
//! and pushes need no special treatment. The lists of successors are then inverted, and values propagate from finished games to their
//! predecessors, distance by distance.
//!
//! Nodes are position numbers. Each turn is an edge, also if several turns lead to the same number (to reflections of one position).

use super::closure::{Closure, Signature, is_decided};
use super::horizon::Horizon;
use super::index::{Index, Items, Places, Transform, moved};
use super::material::Material;
use super::table::Table;
use super::value::Value;
use super::walker::{Standing, Walker, changed, items_of, material_of, moved_piece};
use super::{Job, Stage, TableError};
use crate::base::Color;
use crate::position::{Delta, Position};
use crate::rules::Rules;
use crate::with_rules;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The count of position numbers in a work item.
const CHUNK: u64 = 1 << 13;
/// A flag in lists of successors: the other bits are the index of an extra node (a position with a legal en passant capture).
const EXTRA: u32 = 1 << 31;
/// The code of a node whose value is not known yet.
const UNKNOWN: u16 = u16::MAX;

/// The reason why a group cannot be solved.
pub enum Failure {
    /// The signature `from` turns into `to`, which is not in the closure yet.
    Unknown { from: Material, to: Material },
    /// An error for the user.
    Table(TableError),
}

/// The source of the values of a material's positions. A transform means that colours and board are exchanged for the look-up.
#[derive(Clone)]
enum Whereabouts<'a> {
    /// The material belongs to the group being solved; the first field is its first node.
    Group(u32, &'a Index, Option<Transform>),
    /// A table that is already solved.
    Solved(&'a Table, Option<Transform>),
    /// The game is over because a side has lost its king; there is no table.
    Decided,
}

/// The position after a turn: a node of the group, or a value that is known already.
enum Target {
    Node(u32),
    Value(Value),
}

/// The nodes of one work item, with their successors in the group.
#[derive(Default)]
struct Chunk {
    first: u32,
    nodes: Nodes,
    /// Positions with a legal en passant capture: tables do not number them, but turns lead to them and from them.
    extra: Nodes,
}

#[derive(Default)]
struct Nodes {
    /// For each node its value, or the best value of the turns that lead out of the group of signatures being solved.
    best: Vec<Best>,
    counts: Vec<u16>,
    targets: Vec<u32>,
    /// The count of the targets of all nodes so far; the targets after it belong to the next node.
    closed: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Best {
    /// The position number belongs to no position, or to an illegal one.
    None,
    /// The game is over.
    Over(Value),
    /// The best value of the turns that lead out of the group of signatures being solved; `None` if no turn does.
    Leaving(Option<Value>),
}

/// Solves one group of a closure in the way that serves every game, given the tables of all groups before it.
pub fn solve(
    closure: &Closure,
    group: &[Signature],
    solved: &BTreeMap<Material, Arc<Table>>,
    job: &Job<'_>,
) -> Result<Vec<Vec<u16>>, Failure> {
    with_rules!(&closure.variant, R => solve_by::<R>(closure, group, solved, job))
}

fn solve_by<R: Rules>(
    closure: &Closure,
    group: &[Signature],
    solved: &BTreeMap<Material, Arc<Table>>,
    job: &Job<'_>,
) -> Result<Vec<Vec<u16>>, Failure> {
    let total: u64 = group
        .iter()
        .map(|signature| signature.index.positions())
        .sum();
    if total >= u64::from(EXTRA) {
        return Err(Failure::Table(TableError::Memory {
            signature: group[0].index.material.name(&closure.variant),
            needed: memory(group),
            given: job.memory as u64,
        }));
    }
    let expansion = Expansion {
        closure,
        group,
        solved,
        job,
        total,
    };
    let chunks = expansion.run::<R>()?;
    let values = spread(total as usize, chunks, job)?;
    let mut parts = Vec::new();
    let mut left = &values[..];
    for signature in group {
        let (own, rest) = left.split_at(signature.index.positions() as usize);
        parts.push(own.to_vec());
        left = rest;
    }
    Ok(parts)
}

/// An estimate of the memory that a group needs, in bytes: eight per turn, sixteen per position number.
pub fn memory(group: &[Signature]) -> u64 {
    let each = group.iter().map(|signature| {
        let turns = signature.turns.mul_add(8.0, 16.0);
        (signature.index.positions() as f64 * turns) as u64
    });
    each.sum()
}

/// The forward pass over a group, which generates the successors of all nodes.
struct Expansion<'a> {
    closure: &'a Closure,
    group: &'a [Signature],
    solved: &'a BTreeMap<Material, Arc<Table>>,
    job: &'a Job<'a>,
    total: u64,
}

impl<'a> Expansion<'a> {
    fn run<R: Rules>(&self) -> Result<Vec<Chunk>, Failure> {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let finished: Mutex<Vec<Chunk>> = Mutex::new(Vec::new());
        let failure: Mutex<Option<Failure>> = Mutex::new(None);
        let work = || {
            let mut worker = Worker::new(self);
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= self.total || failed.load(Ordering::Relaxed) {
                    return;
                }
                let last = (first + CHUNK).min(self.total);
                let result = if self.job.stop.load(Ordering::Relaxed) {
                    Err(Failure::Table(TableError::Stopped))
                } else {
                    worker.chunk::<R>(first, last)
                };
                match result {
                    Ok(chunk) => {
                        finished
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push(chunk);
                        let done = done.fetch_add(last - first, Ordering::Relaxed) + last - first;
                        (self.job.progress)(Stage::Turns, done, self.total);
                    }
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.job.threads {
                scope.spawn(work);
            }
            work();
        });
        if let Some(failure) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(failure);
        }
        let mut chunks = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        chunks.sort_unstable_by_key(|chunk| chunk.first);
        Ok(chunks)
    }

    /// The source of the values of a material; `None` if the material is not in the closure.
    fn whereabouts(&self, material: Material) -> Option<Whereabouts<'a>> {
        if is_decided(&self.closure.variant, material) {
            return Some(Whereabouts::Decided);
        }
        let (own, transform) = *self.closure.places.get(&material)?;
        let mut base = 0;
        for signature in self.group {
            if signature.index.material == own {
                return Some(Whereabouts::Group(base as u32, &signature.index, transform));
            }
            base += signature.index.positions();
        }
        let table = self.solved.get(&own)?;
        Some(Whereabouts::Solved(table, transform))
    }
}

/// One thread of the forward pass.
struct Worker<'a> {
    expansion: &'a Expansion<'a>,
    walker: Walker,
    /// A cache of [`Expansion::whereabouts`], for the materials met so far.
    known: Vec<(Material, Whereabouts<'a>)>,
}

impl<'a> Worker<'a> {
    fn new(expansion: &'a Expansion<'a>) -> Self {
        Self {
            walker: Walker::new(&expansion.closure.variant),
            expansion,
            known: Vec::new(),
        }
    }

    fn chunk<R: Rules>(&mut self, first: u64, last: u64) -> Result<Chunk, Failure> {
        let mut chunk = Chunk {
            first: first as u32,
            ..Chunk::default()
        };
        let mut base = 0;
        for signature in self.expansion.group {
            let len = signature.index.positions();
            for number in first.max(base)..last.min(base + len) {
                if let Some((items, side)) = signature.index.decode(number - base) {
                    self.walker.set(&items, side);
                    let home = Home::of(base as u32, &signature.index, &items);
                    self.expand::<R>(&items, home.as_ref(), &mut chunk.nodes, &mut chunk.extra)?;
                } else {
                    chunk.nodes.close(Best::None);
                }
            }
            base += len;
        }
        Ok(chunk)
    }

    /// Adds the walker's position, whose placement is `items`, to `nodes`; `home` is where its number is known.
    fn expand<R: Rules>(
        &mut self,
        items: &Items,
        home: Option<&Home<'_>>,
        nodes: &mut Nodes,
        extra: &mut Nodes,
    ) -> Result<(), Failure> {
        let side = self.walker.position().side_to_move();
        let (expansion, known) = (self.expansion, &mut self.known);
        let targets = &mut nodes.targets;
        let mut best: Option<Value> = None;
        let mut failure = None;
        let mut passing: Vec<Delta> = Vec::new();
        let standing = self.walker.look::<R>(|_, _, delta| {
            if delta.state.legal_en_passant.any() {
                passing.push(delta.clone());
                return;
            }
            if let Some(node) = home.and_then(|home| home.after(delta, !side)) {
                targets.push(node);
                return;
            }
            match resolve(expansion, known, &changed(items, delta), !side) {
                Ok(Target::Node(node)) => targets.push(node),
                Ok(Target::Value(value)) => best = best.max(Some(value.before())),
                Err(to) => failure = Some(to),
            }
        });
        if let Some(to) = failure {
            let from = material_of(items);
            return Err(Failure::Unknown { from, to });
        }
        for delta in passing {
            let after = self.walker.after(&delta).clone();
            let index = self.extra::<R>(&after, extra)?;
            nodes.targets.push(EXTRA | index);
        }
        let best = match standing {
            Standing::Illegal => Best::None,
            Standing::Over(value) => Best::Over(value),
            Standing::Open => Best::Leaving(best),
        };
        nodes.close(best);
        Ok(())
    }

    /// Adds a position in which an en passant capture is legal, and returns its index among the extra nodes.
    fn extra<R: Rules>(&mut self, pos: &Position, extra: &mut Nodes) -> Result<u32, Failure> {
        let mut worker = Worker::new(self.expansion);
        worker.walker.set_position(pos);
        let items = items_of(pos).unwrap_or_default();
        let mut own = Nodes::default();
        worker.expand::<R>(&items, None, &mut own, extra)?;
        extra.targets.append(&mut own.targets);
        extra.close(own.best[0]);
        Ok(extra.best.len() as u32 - 1)
    }
}

/// A position's place in its own signature, from which most turns lead to another position of the signature.
struct Home<'a> {
    /// The first node of the signature.
    base: u32,
    index: &'a Index,
    places: Places,
}

impl<'a> Home<'a> {
    fn of(base: u32, index: &'a Index, items: &Items) -> Option<Self> {
        let places = index.places(items)?;
        Some(Self {
            base,
            index,
            places,
        })
    }

    /// The node after a delta that only moves a piece; `None` after others.
    #[inline]
    fn after(&self, delta: &Delta, side: Color) -> Option<u32> {
        let (gone, came) = moved_piece(delta)?;
        let number = self.index.number_after(&self.places, gone, came, side)?;
        Some(self.base + number as u32)
    }
}

/// The node or the value of a placement with `side` to move. The error is the material, if it is not in the closure.
fn resolve<'a>(
    expansion: &Expansion<'a>,
    known: &mut Vec<(Material, Whereabouts<'a>)>,
    items: &Items,
    side: Color,
) -> Result<Target, Material> {
    let material = material_of(items);
    let at = known.iter().position(|(other, _)| *other == material);
    let at = if let Some(at) = at {
        at
    } else {
        known.push((material, expansion.whereabouts(material).ok_or(material)?));
        known.len() - 1
    };
    let encode = |index: &Index, transform: &Option<Transform>| match transform {
        None => index.encode(items, side),
        Some(transform) => index.encode(&exchanged(items, transform), !side),
    };
    let target = match &known[at].1 {
        Whereabouts::Group(base, index, transform) => {
            encode(index, transform).map(|number| Target::Node(base + number as u32))
        }
        Whereabouts::Solved(table, transform) => {
            let number = encode(table.index(), transform);
            number
                .and_then(|number| table.get(number))
                .map(Target::Value)
        }
        Whereabouts::Decided => Some(Target::Value(decided(material, side, expansion))),
    };
    target.ok_or(material)
}

fn decided(material: Material, side: Color, expansion: &Expansion<'_>) -> Value {
    let royals = expansion.closure.variant.rules.royals;
    let has_king = royals
        .iter()
        .any(|royal| material.count(crate::base::Piece::new(side, royal).index()) > 0);
    if has_king {
        Value::Win(0)
    } else {
        Value::Loss(0)
    }
}

/// The placement with colours exchanged and the board transformed.
pub fn exchanged(items: &Items, transform: &Transform) -> Items {
    let mut items = items.clone();
    for item in &mut items {
        item.piece ^= 16;
        item.place = moved(transform, item.place);
    }
    items
}

impl Nodes {
    /// Ends a node; the targets pushed since the node before are its own.
    fn close(&mut self, best: Best) {
        self.best.push(best);
        self.counts.push((self.targets.len() - self.closed) as u16);
        self.closed = self.targets.len();
    }
}

/// The predecessors of all nodes, in one array of concatenated lists.
struct Predecessors {
    /// The start of each node's list in `lists`; the last entry is the end of the last list.
    starts: Vec<u32>,
    lists: Vec<u32>,
}

/// Inverts the lists of successors. Each thread fills the predecessor lists of a range of nodes.
fn turn_round(
    nodes: usize,
    chunks: &[Chunk],
    extra_first: &[u32],
    total: usize,
    threads: usize,
) -> Predecessors {
    let each_edge = |visit: &mut dyn FnMut(u32, u32)| {
        for (chunk, extra_first) in chunks.iter().zip(extra_first) {
            let base = total as u32 + extra_first;
            for (first, part) in [(chunk.first, &chunk.nodes), (base, &chunk.extra)] {
                let mut targets = part.targets.iter();
                for (node, count) in part.counts.iter().enumerate() {
                    for target in targets.by_ref().take(usize::from(*count)) {
                        let target = if target & EXTRA == 0 {
                            *target
                        } else {
                            base + (target & !EXTRA)
                        };
                        visit(first + node as u32, target);
                    }
                }
            }
        }
    };
    let mut starts = vec![0_u32; nodes + 1];
    each_edge(&mut |_, target| starts[target as usize + 1] += 1);
    for index in 0..nodes {
        starts[index + 1] += starts[index];
    }
    let mut lists = vec![0_u32; starts[nodes] as usize];
    std::thread::scope(|scope| {
        let mut left = &mut lists[..];
        let mut from = 0;
        for part in 1..=threads {
            let to = nodes * part / threads;
            let (own, rest) = left.split_at_mut((starts[to] - starts[from]) as usize);
            left = rest;
            let (starts, each_edge) = (&starts, &each_edge);
            let mut fill = move || {
                let first = starts[from];
                let mut ends: Vec<u32> =
                    starts[from..to].iter().map(|start| start - first).collect();
                each_edge(&mut |node, target| {
                    let target = target as usize;
                    if (from..to).contains(&target) {
                        let end = &mut ends[target - from];
                        own[*end as usize] = node;
                        *end += 1;
                    }
                });
            };
            if part == threads {
                fill();
            } else {
                scope.spawn(fill);
            }
            from = to;
        }
    });
    Predecessors { starts, lists }
}

/// Propagates the values of finished games to all nodes. Returns the codes by position number, without the extra nodes.
fn spread(total: usize, mut chunks: Vec<Chunk>, job: &Job<'_>) -> Result<Vec<u16>, Failure> {
    let mut extra_first = Vec::with_capacity(chunks.len());
    let mut extras = 0;
    for chunk in &chunks {
        extra_first.push(extras);
        extras += chunk.extra.best.len() as u32;
    }
    let nodes = total + extras as usize;
    let predecessors = turn_round(nodes, &chunks, &extra_first, total, job.threads);
    let mut spreading = Spreading {
        codes: vec![UNKNOWN; nodes],
        pending: vec![0; nodes],
        open: vec![0; nodes],
        due: Vec::new(),
    };
    for (chunk, extra_first) in chunks.iter().zip(&extra_first) {
        let base = total + *extra_first as usize;
        for (first, part) in [(chunk.first as usize, &chunk.nodes), (base, &chunk.extra)] {
            for (node, (best, count)) in part.best.iter().zip(&part.counts).enumerate() {
                spreading.begin(first + node, *best, *count);
            }
        }
    }
    chunks.clear();
    chunks.shrink_to_fit();
    spreading.run(&predecessors, job)?;
    let mut codes = spreading.codes;
    codes.truncate(total);
    for code in &mut codes {
        if *code == UNKNOWN {
            *code = Value::Draw.code();
        }
    }
    Ok(codes)
}

/// The backward pass: values propagate to predecessors, in order of distance.
struct Spreading {
    /// The codes of the final values, or `UNKNOWN`.
    codes: Vec<u16>,
    /// For each node the code of the value that it gets when that distance is reached, unless a shorter win comes first; for a node not
    /// in `due`, the best value of the turns that lead out of the group.
    pending: Vec<u16>,
    /// For each node the number of successors in the group that are not known to be wins for the opponent yet.
    open: Vec<u16>,
    /// The nodes to be settled at each distance.
    due: Vec<Vec<u32>>,
}

impl Spreading {
    fn begin(&mut self, node: usize, best: Best, count: u16) {
        self.open[node] = count;
        match best {
            Best::None => self.codes[node] = 0,
            Best::Over(Value::Draw) => self.codes[node] = Value::Draw.code(),
            Best::Over(value) | Best::Leaving(Some(value @ Value::Win(_))) => {
                self.plan(node, value);
            }
            Best::Leaving(Some(value @ Value::Loss(_))) if count == 0 => self.plan(node, value),
            Best::Leaving(value) => self.pending[node] = value.map_or(0, Value::code),
        }
    }

    fn plan(&mut self, node: usize, value: Value) {
        let distance = usize::from(value.distance().unwrap_or(0));
        self.pending[node] = value.code();
        if self.due.len() <= distance {
            self.due.resize_with(distance + 1, Vec::new);
        }
        self.due[distance].push(node as u32);
    }

    fn run(&mut self, predecessors: &Predecessors, job: &Job<'_>) -> Result<(), Failure> {
        let (mut distance, mut horizon) = (0, Horizon::default());
        while distance < self.due.len() {
            if job.stop.load(Ordering::Relaxed) {
                return Err(Failure::Table(TableError::Stopped));
            }
            if distance >= usize::from(Value::LONGEST) {
                return Err(Failure::Table(TableError::TooLong));
            }
            let due = std::mem::take(&mut self.due[distance]);
            let last = horizon.add(due.len() as u64).max(self.due.len() as u64);
            (job.progress)(Stage::Distances, distance as u64, last);
            for node in due {
                let node = node as usize;
                if self.codes[node] != UNKNOWN {
                    continue;
                }
                self.codes[node] = self.pending[node];
                let Some(value) = Value::of_code(self.codes[node]) else {
                    continue;
                };
                let list =
                    predecessors.starts[node] as usize..predecessors.starts[node + 1] as usize;
                for before in &predecessors.lists[list] {
                    self.reach(*before as usize, value.before());
                }
            }
            distance += 1;
        }
        Ok(())
    }

    /// Updates a node after a successor got its final value; `value` is the value of the turn to that successor.
    fn reach(&mut self, node: usize, value: Value) {
        if self.codes[node] != UNKNOWN {
            return;
        }
        let pending = Value::of_code(self.pending[node]);
        match value {
            Value::Win(_) if pending < Some(value) => self.plan(node, value),
            Value::Loss(_) => {
                self.open[node] -= 1;
                if self.open[node] == 0 && pending.is_none_or(|it| it.points() == 0) {
                    // All turns lose: the loser chooses the longest loss.
                    self.plan(node, pending.max(Some(value)).unwrap_or(value));
                }
            }
            _ => {}
        }
    }
}

/// The default number of threads: one for each processor.
pub fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
