//! The signatures that can arise from a signature by captures, promotions and effects, and the order in which to solve them.
//!
//! The signatures are found by playing turns in random positions; one that is missed is added when the builder meets it.

use super::TableError;
use super::index::{Index, MOST_PIECES, Transform, inverse, moved, transforms};
use super::material::Material;
use super::symmetry::{Symmetries, of_one_turn, random_items};
use super::walker::{Walker, changed, material_of};
use crate::base::{Color, Piece};
use crate::variant::{Placing, Variant};
use crate::with_rules;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// The number of random positions per signature in which all turns are played.
const SAMPLES: usize = 1500;
/// The number of positions that are timed together. The median of these times does not depend on what else the machine does meanwhile.
const BATCH: usize = 50;

/// The result of playing one turn in random positions of a signature.
struct Explored {
    symmetries: Symmetries,
    leads_to: BTreeSet<Material>,
    /// Legal turns per position, on average.
    turns: f64,
    /// Seconds to generate the turns of a position, with one thread.
    seconds: f64,
}

/// A signature of a closure.
#[derive(Debug)]
pub struct Signature {
    /// The numbering of its positions.
    pub index: Arc<Index>,
    /// Legal turns per position number, on average.
    pub turns: f64,
    /// Seconds to generate the turns of a position number, with one thread.
    pub seconds: f64,
}

/// All signatures that can arise from a signature, itself included.
pub struct Closure {
    /// The game.
    pub variant: Arc<Variant>,
    /// Groups of signatures that can turn into each other (by effects, say). Each group comes after all groups that it can turn into.
    pub groups: Vec<Vec<Signature>>,
    /// For each material the signature whose table has it; with a transform, if colours and board have to be exchanged for the look-up.
    pub places: BTreeMap<Material, (Material, Option<Transform>)>,
    explored: BTreeMap<Material, Explored>,
    all_transforms: Vec<Transform>,
}

/// The rule that makes tables impossible in a game; `None` if tables are possible.
fn refusal(variant: &Variant) -> Option<&'static str> {
    let rules = &variant.rules;
    let has = rules.capabilities;
    if has.walls {
        Some(match rules.placing {
            Placing::Never if rules.conditions.leave_walls() => "each move leaves a wall behind",
            Placing::Never => "pieces turn into walls",
            Placing::Duck => "each turn moves a wall",
            Placing::Anywhere => "each turn adds a wall",
            Placing::Left => "each move leaves a wall behind",
        })
    } else if rules.conditions.remember() {
        Some("conditions remember the moves before")
    } else if has.drops {
        Some(if rules.drops.captures {
            "captured pieces are dropped again"
        } else if rules.drops.on_empty_squares {
            "pieces in hand are dropped"
        } else {
            "pieces in hand come to the squares of pieces that leave (gating)"
        })
    } else if has.schedule {
        Some("a turn has several moves")
    } else if has.linked {
        Some("two kings of a side move in one turn (linked kings)")
    } else if rules.checks > 0 {
        Some("checks are counted")
    } else if rules.repetition.decides() {
        Some("a repetition can win or lose")
    } else {
        None
    }
}

/// Whether the game is over because a side has no king left, in games where kings are captured: such material needs no table.
pub fn is_decided(variant: &Variant, material: Material) -> bool {
    let kings = |color| {
        let royals = variant.rules.royals.iter();
        royals
            .map(|royal| material.count(Piece::new(color, royal).index()))
            .sum::<usize>()
    };
    variant.rules.capabilities.royal_capture && Color::ALL.iter().any(|color| kings(*color) == 0)
}

impl Closure {
    /// The closure of a signature.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables or there are too many pieces.
    pub fn new(variant: &Arc<Variant>, material: Material) -> Result<Self, TableError> {
        if let Some(rule) = refusal(variant) {
            return Err(TableError::Game {
                game: variant.name.clone(),
                rule,
            });
        }
        if material.len() > MOST_PIECES {
            let pieces = material.len() as i32;
            return Err(TableError::TooManyPieces {
                signature: material.name(variant),
                pieces: material.len(),
                positions: format!(
                    "{:.0} billion positions",
                    2.0 * 518.0 * 64_f64.powi(pieces - 2) / 1e9
                ),
            });
        }
        let mut closure = Self {
            variant: Arc::clone(variant),
            groups: Vec::new(),
            places: BTreeMap::new(),
            explored: BTreeMap::new(),
            all_transforms: transforms(variant),
        };
        closure.add(material, None)?;
        Ok(closure)
    }

    /// Adds a signature, which arises from the signature `from`, and all signatures that can arise from it.
    ///
    /// # Errors
    /// At present it never fails.
    pub fn add(&mut self, material: Material, from: Option<Material>) -> Result<(), TableError> {
        if let Some(explored) = from.and_then(|from| self.explored.get_mut(&from)) {
            explored.leads_to.insert(material);
        }
        let mut waiting = vec![material];
        while let Some(next) = waiting.pop() {
            if self.explored.contains_key(&next) || is_decided(&self.variant, next) {
                continue;
            }
            let explored = with_rules!(&self.variant, R => self.explore::<R>(next));
            waiting.extend(explored.leads_to.iter().copied());
            self.explored.insert(next, explored);
        }
        self.arrange();
        Ok(())
    }

    fn explore<R: crate::rules::Rules>(&self, material: Material) -> Explored {
        let symmetries = of_one_turn::<R>(&self.variant, material, &self.all_transforms);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut walker = Walker::new(&self.variant);
        let mut leads_to = BTreeSet::new();
        let mut started = Instant::now();
        let mut batches = Vec::new();
        let mut turns = 0_u64;
        for number in 0..SAMPLES {
            let items = random_items(&mut rng, &self.variant, material);
            walker.set(&items, Color::ALL[number & 1]);
            let mut last = material;
            walker.look::<R>(|_, _, delta| {
                turns += 1;
                let next = material_of(&changed(&items, delta));
                if next != last {
                    leads_to.insert(next);
                    last = next;
                }
            });
            if (number + 1) % BATCH == 0 {
                batches.push(started.elapsed());
                started = Instant::now();
            }
        }
        batches.sort_unstable();
        leads_to.remove(&material);
        leads_to.retain(|next| !next.is_empty());
        Explored {
            symmetries,
            leads_to,
            turns: turns as f64 / SAMPLES as f64,
            seconds: batches[batches.len() / 2].as_secs_f64() / BATCH as f64,
        }
    }

    /// Computes symmetries, groups and their order from the explored signatures.
    fn arrange(&mut self) {
        // A symmetry must also hold in all signatures that can arise from a signature; otherwise it does not preserve values.
        let mut symmetries: BTreeMap<Material, Symmetries> = self
            .explored
            .iter()
            .map(|(material, it)| (*material, it.symmetries))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (material, explored) in &self.explored {
                let mut own = symmetries[material];
                for next in explored
                    .leads_to
                    .iter()
                    .filter_map(|next| symmetries.get(next))
                {
                    own.plain &= next.plain;
                    own.exchanging &= next.exchanging;
                }
                let entry = symmetries.entry(*material).or_insert(own);
                changed |= (entry.plain, entry.exchanging) != (own.plain, own.exchanging);
                *entry = own;
            }
        }
        self.places.clear();
        for (material, own) in &symmetries {
            let [white, black] = Color::ALL.map(|color| material.strength(&self.variant, color));
            let exchanged = material.exchanged();
            if own.exchanging == 0 {
                self.places.insert(*material, (*material, None));
                continue;
            }
            let transform = self.all_transforms[own.exchanging.trailing_zeros() as usize];
            let (there, back) = if black > white {
                ((exchanged, Some(transform)), (exchanged, None))
            } else {
                ((*material, None), (*material, Some(inverse(&transform))))
            };
            // The material with colours exchanged is looked up in the same table.
            self.places.insert(*material, there);
            self.places.entry(exchanged).or_insert(back);
        }
        self.groups = self.grouped(&symmetries);
    }

    /// Groups the signatures that can turn into each other; each group comes after all groups that it can turn into.
    fn grouped(&self, symmetries: &BTreeMap<Material, Symmetries>) -> Vec<Vec<Signature>> {
        let mut edges: BTreeMap<Material, BTreeSet<Material>> = BTreeMap::new();
        let mut source: BTreeMap<Material, Material> = BTreeMap::new();
        for (material, explored) in &self.explored {
            let own = self.places[material].0;
            let first = source.entry(own).or_insert(*material);
            if *material == own {
                *first = own;
            }
            let next = explored
                .leads_to
                .iter()
                .filter_map(|next| self.places.get(next));
            edges
                .entry(own)
                .or_default()
                .extend(next.map(|place| place.0).filter(|next| *next != own));
        }
        let signature = |material: Material| {
            let source = source[&material];
            let explored = &self.explored[&source];
            let bits = symmetries[&source].plain;
            let each = self.all_transforms.iter().enumerate();
            let plain = each
                .filter(|(bit, _)| bits >> bit & 1 != 0)
                .map(|(_, it)| *it);
            // With colours exchanged each symmetry becomes its conjugate.
            let own = match self.places[&source].1 {
                Some(exchange) => plain.map(|it| conjugate(&it, &exchange)).collect(),
                None => plain.collect(),
            };
            Signature {
                index: Arc::new(Index::new(&self.variant, material, own)),
                turns: explored.turns,
                seconds: explored.seconds,
            }
        };
        let groups = strongly_connected(&edges);
        let each = groups.into_iter();
        each.map(|group| group.into_iter().map(signature).collect())
            .collect()
    }

    /// The total count of position numbers in all signatures.
    pub fn positions(&self) -> u64 {
        self.groups
            .iter()
            .flatten()
            .map(|signature| signature.index.positions())
            .sum()
    }
}

/// The conjugate of a transform: the same transform on a board that `by` has transformed.
fn conjugate(transform: &Transform, by: &Transform) -> Transform {
    inverse(by).map(|place| moved(by, moved(transform, place)))
}

/// The strongly connected components of a graph in reverse topological order: each after the components that it leads to.
fn strongly_connected(edges: &BTreeMap<Material, BTreeSet<Material>>) -> Vec<Vec<Material>> {
    // Closures are small, so components are found simply by comparing the sets of reachable signatures.
    let reached_by = |start: Material| {
        let mut reached = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            for next in edges.get(&at).into_iter().flatten() {
                if reached.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<Material, BTreeSet<Material>> = edges
        .keys()
        .map(|material| (*material, reached_by(*material)))
        .collect();
    let mut groups: Vec<(usize, Vec<Material>)> = Vec::new();
    let mut placed = BTreeSet::new();
    for (material, own) in &reached {
        if placed.contains(material) {
            continue;
        }
        let group: Vec<Material> = own
            .iter()
            .copied()
            .filter(|other| reached[other].contains(material))
            .collect();
        placed.extend(group.iter().copied());
        groups.push((own.len(), group));
    }
    // A component reaches more signatures than each component that it leads to, so this order puts it after them.
    groups.sort();
    groups.into_iter().map(|(_, group)| group).collect()
}
