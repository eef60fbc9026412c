//! Builds tables: solves the groups of a closure one by one, and writes the files of each group as soon as it is solved.

use super::closure::{Closure, Signature};
use super::file::FileValues;
use super::index::SMALL;
use super::material::Material;
use super::sets;
use super::solver::{self, Failure};
use super::table::Table;
use super::{Job, TableError};
use crate::variant::Variant;
use crate::with_rules;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A hash (FNV-1a, 64 bits) of all that a table's values depend on: the rules and movements of a game, not its piece values.
pub fn digest(variant: &Variant) -> u64 {
    let movements: Vec<(&str, &str)> = (variant.presentation.piece_types.iter())
        .map(|text| (text.letter.as_str(), text.movement.as_str()))
        .collect();
    let text = format!("{:?} {movements:?}", variant.rules);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The extension of table files.
const EXTENSION: &str = "ktb";

/// How the builder got a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Found in the folder.
    Found,
    /// Solved by this builder.
    Solved,
}

/// Solves a signature and all signatures that can arise from it.
pub struct Builder {
    /// The signature with all signatures that can arise from it.
    pub closure: Closure,
    /// The tables built or found so far.
    pub solved: BTreeMap<Material, Arc<Table>>,
    folder: Option<PathBuf>,
    digest: u64,
}

impl Builder {
    /// A builder for `material`. It keeps its tables in memory; if there is a `folder`, it also writes tables with more than [`SMALL`]
    /// pieces to files, and does not build again what the folder has.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables or there are too many pieces.
    pub fn new(
        variant: &Arc<Variant>,
        material: Material,
        folder: Option<&Path>,
    ) -> Result<Self, TableError> {
        let closure = Closure::new(variant, material)?;
        Ok(Self {
            digest: digest(&closure.variant),
            closure,
            solved: BTreeMap::new(),
            folder: folder.map(Path::to_owned),
        })
    }

    /// Builds the missing tables. `report` is called for each signature, found or solved.
    ///
    /// # Errors
    /// [`TableError`]; the files of finished groups are kept.
    pub fn run(
        &mut self,
        job: &Job<'_>,
        report: &mut dyn FnMut(&Self, Material, Made),
    ) -> Result<(), TableError> {
        let mut next = 0;
        while let Some(group) = self.closure.groups.get(next) {
            let materials: Vec<Material> = group.iter().map(|it| it.index.material).collect();
            if materials
                .iter()
                .all(|material| self.solved.contains_key(material))
            {
                next += 1;
                continue;
            }
            if let Some(found) = self.found(next) {
                self.keep(found, Made::Found, report);
                continue;
            }
            match solve(&self.closure, group, &self.solved, job) {
                Ok(codes) => {
                    let each = group.iter().zip(codes);
                    let tables = each.map(|(signature, codes)| {
                        Arc::new(Table::in_memory(Arc::clone(&signature.index), codes))
                    });
                    let tables: Vec<Arc<Table>> = tables.collect();
                    for table in &tables {
                        self.write(table, job.threads)?;
                    }
                    self.keep(tables, Made::Solved, report);
                }
                Err(Failure::Table(error)) => return Err(error),
                // The random positions of the closure missed a signature. The order of groups may change; solved tables stay right.
                Err(Failure::Unknown { from, to }) => {
                    self.closure.add(to, Some(from))?;
                    self.solved.clear();
                    next = 0;
                }
            }
        }
        Ok(())
    }

    fn keep(
        &mut self,
        tables: Vec<Arc<Table>>,
        made: Made,
        report: &mut dyn FnMut(&Self, Material, Made),
    ) {
        for table in tables {
            let material = table.index().material;
            self.solved.insert(material, table);
            report(self, material, made);
        }
    }

    /// The file of a signature; `None` if its table is kept in memory only.
    fn path(&self, material: Material) -> Option<PathBuf> {
        let folder = self.folder.as_ref().filter(|_| material.len() > SMALL)?;
        Some(path(folder, &self.closure.variant, material))
    }

    /// The tables of a group from the folder; `None` if one is missing or does not fit.
    fn found(&self, group: usize) -> Option<Vec<Arc<Table>>> {
        let each = self.closure.groups[group].iter().map(|signature| {
            let (variant, material) = (&self.closure.variant, signature.index.material);
            let path = self.path(material)?;
            let opened = FileValues::open(&path, variant, self.digest, material);
            let (values, index, _) = opened.ok()?;
            let same = index.symmetries() == signature.index.symmetries();
            same.then(|| Arc::new(Table::in_file(index, values)))
        });
        each.collect()
    }

    fn write(&self, table: &Table, threads: usize) -> Result<(), TableError> {
        let material = table.index().material;
        let name = material.name(&self.closure.variant);
        let place = self.closure.places.get(&material.exchanged());
        let exchange = place.filter(|it| it.0 == material).and_then(|it| it.1);
        match self.path(material) {
            Some(path) => {
                let game = &self.closure.variant.name;
                table.write(&path, game, self.digest, &name, exchange, threads)
            }
            None => Ok(()),
        }
    }
}

/// An estimate of the memory that a group needs, in bytes.
pub fn memory(variant: &Variant, group: &[Signature]) -> u64 {
    sets::memory(variant, group).unwrap_or_else(|| solver::memory(group))
}

/// An estimate of the time that a group needs with one thread, in seconds.
pub fn seconds(variant: &Variant, group: &[Signature]) -> f64 {
    // Measured in `KQvKR` and `KQRvKR` by sets; inverting the lists of turns takes about half as long as generating them.
    let factor = match sets::memory(variant, group) {
        Some(_) => 0.1,
        None => 1.5,
    };
    let each = group
        .iter()
        .map(|it| it.index.positions() as f64 * it.seconds);
    each.sum::<f64>() * factor
}

/// Solves a group by sets if the game allows it, else in the general way.
fn solve(
    closure: &Closure,
    group: &[Signature],
    solved: &BTreeMap<Material, Arc<Table>>,
    job: &Job<'_>,
) -> Result<Vec<Vec<u16>>, Failure> {
    let (needed, given) = (memory(&closure.variant, group), job.memory as u64);
    let signature = || group[0].index.material.name(&closure.variant);
    if needed > given {
        let signature = signature();
        return Err(Failure::Table(TableError::Memory {
            signature,
            needed,
            given,
        }));
    }
    if Vec::<u8>::new().try_reserve_exact(needed as usize).is_err() {
        let signature = signature();
        return Err(Failure::Table(TableError::Refused { signature, needed }));
    }
    let set_wise =
        with_rules!(&closure.variant, R => sets::solve::<R>(closure, group, solved, job));
    match set_wise {
        Some(codes) => codes.map(|codes| vec![codes]),
        None => solver::solve(closure, group, solved, job),
    }
}

/// The file of a signature in a folder of tables: `GAME/SIGNATURE.ktb`.
pub fn path(folder: &Path, variant: &Variant, material: Material) -> PathBuf {
    let name = format!("{}.{EXTENSION}", material.name(variant));
    folder.join(&variant.name).join(name)
}
