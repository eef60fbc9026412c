//! Looks up positions in tables.

use super::builder::{Builder, digest, path};
use super::file::FileValues;
use super::index::{MOST_PIECES, SMALL, Transform};
use super::material::Material;
use super::solver::exchanged;
use super::table::Table;
use super::value::Value;
use super::walker::{items_of, value_of};
use super::{Job, TableError};
use crate::base::{Bitboard, Color};
use crate::position::{Position, Rights};
use crate::rules::{Turn, legal_turns, outcome};
use crate::variant::Variant;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError, TryLockResult};
use std::time::Duration;

/// The memory limit for making tables on demand, in bytes.
const SMALL_MEMORY: usize = 1 << 30;

/// The interval between attempts to get a lock that another thread holds while it makes a table.
const PAUSE: Duration = Duration::from_millis(1);

/// The maximum number of games whose tables are kept.
const MOST_GAMES: usize = 4;

/// The table in which a material is looked up.
#[derive(Clone)]
struct Entry {
    table: Arc<Table>,
    /// The transform of the board, if the material has to be looked up with colours exchanged.
    exchange: Option<Transform>,
}

/// A turn with its value.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The turn.
    pub turn: Turn,
    /// The value for the side that plays the turn; the distance is counted after the turn, so 0 ends the game. `None` if no table has it.
    pub value: Option<Value>,
}

/// Access to tables of any game, in the files of a folder or in memory.
#[derive(Default)]
pub struct Tables {
    folder: Option<PathBuf>,
    /// The number of threads that make a small table; 0 means one.
    threads: usize,
    /// The tables opened or made, by digest of the rules and material. `None` means that there is no table.
    entries: RwLock<HashMap<(u64, Material), Option<Entry>>>,
    /// The digests of games, by the address of their variant.
    digests: RwLock<HashMap<usize, (Arc<Variant>, u64)>>,
    complaints: RwLock<Vec<TableError>>,
    /// Held while small tables are made, so that no other thread makes them too.
    making: Mutex<()>,
}

impl Tables {
    /// The tables of a folder; without a folder, only small tables in memory.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    /// These tables, small ones of which are made by this number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The folder with the table files.
    pub const fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// Takes the errors of files that could not be opened since the last call.
    pub fn take_complaints(&self) -> Vec<TableError> {
        std::mem::take(
            &mut *self
                .complaints
                .write()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    fn digest(&self, variant: &Arc<Variant>) -> u64 {
        let key = Arc::as_ptr(variant) as usize;
        let digests = self.digests.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, digest)) = digests.get(&key) {
            return *digest;
        }
        drop(digests);
        let digest = digest(variant);
        self.forget_others();
        // Holding the variant keeps its address from being reused by another variant.
        let mut digests = self.digests.write().unwrap_or_else(PoisonError::into_inner);
        digests.insert(key, (Arc::clone(variant), digest));
        digest
    }

    /// Drops the digests and tables of all games once there are `MOST_GAMES` games.
    fn forget_others(&self) {
        let mut digests = self.digests.write().unwrap_or_else(PoisonError::into_inner);
        if digests.len() >= MOST_GAMES
            && let Ok(mut entries) = self.entries.try_write()
        {
            digests.clear();
            entries.clear();
        }
    }

    /// Opens or makes the table of a material, if necessary; returns whether there is one.
    pub fn prepare(&self, variant: &Arc<Variant>, material: Material) -> bool {
        self.entry(variant, material).is_some()
    }

    fn entry(&self, variant: &Arc<Variant>, material: Material) -> Option<Entry> {
        self.entry_until(variant, material, &AtomicBool::new(false))
    }

    /// The entry of a material. `None` if there is no table, or if `stop` became true before the table was ready.
    fn entry_until(
        &self,
        variant: &Arc<Variant>,
        material: Material,
        stop: &AtomicBool,
    ) -> Option<Entry> {
        let key = (self.digest(variant), material);
        if let Some(entry) = until(stop, || self.entries.try_read())?.get(&key) {
            return entry.clone();
        }
        if material.len() <= SMALL {
            return self.make_small(variant, material, (key.0, stop));
        }
        let mut entries = until(stop, || self.entries.try_write())?;
        let open = || self.open(variant, material, key.0);
        entries.entry(key).or_insert_with(open).clone()
    }

    /// Like [`Self::entry_until`], for at most [`SMALL`] pieces: the tables are made now if they are missing. Files can be opened
    /// and read meanwhile: otherwise a search by the clock would do without them for as long as that takes.
    fn make_small(
        &self,
        variant: &Arc<Variant>,
        material: Material,
        (digest, stop): (u64, &AtomicBool),
    ) -> Option<Entry> {
        let _making = until(stop, || self.making.try_lock())?;
        if let Some(entry) = until(stop, || self.entries.try_read())?.get(&(digest, material)) {
            return entry.clone();
        }
        let job = Job {
            threads: self.threads.max(1),
            memory: SMALL_MEMORY,
            stop,
            progress: &|_, _, _| (),
        };
        let built = Builder::new(variant, material, None).and_then(|mut builder| {
            builder.run(&job, &mut |_, _, _| ())?;
            Ok(builder)
        });
        if built.is_err() && stop.load(Relaxed) {
            return None;
        }
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if let Ok(builder) = built {
            for (material, (own, exchange)) in &builder.closure.places {
                let entry = builder.solved.get(own).map(|table| Entry {
                    table: Arc::clone(table),
                    exchange: *exchange,
                });
                entries.insert((digest, *material), entry);
            }
        }
        entries.entry((digest, material)).or_default().clone()
    }

    /// Opens the file of a material.
    fn open(&self, variant: &Arc<Variant>, material: Material, digest: u64) -> Option<Entry> {
        if material.len() > MOST_PIECES {
            return None;
        }
        let folder = self.folder.as_ref()?;
        let file = |material: Material| {
            let path = path(folder, variant, material);
            path.exists().then_some((path, material))
        };
        let (path, own) = file(material).or_else(|| file(material.exchanged()))?;
        let opened = FileValues::open(&path, variant, digest, own);
        let opened = opened.map(|(values, index, exchange)| Entry {
            table: Arc::new(Table::in_file(index, values)),
            exchange: exchange.filter(|_| own != material),
        });
        match opened {
            // The file of the exchanged material helps only if colours can be exchanged in this game.
            Ok(entry) => (own == material || entry.exchange.is_some()).then_some(entry),
            Err(error) => {
                self.complaints
                    .write()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(error);
                None
            }
        }
    }

    /// Makes the tables of at most [`SMALL`] pieces for a position and for the positions after one capture, until `stop` is true.
    /// Returns whether there are any.
    pub fn prepare_small(&self, pos: &Position, stop: &AtomicBool) -> bool {
        // `count` makes all tables; `any` would stop at the first.
        let small = small_materials(pos);
        let made = |it: &Material| self.entry_until(pos.variant(), *it, stop).is_some();
        small.filter(made).count() > 0
    }

    /// Whether [`Self::prepare_small`] would have tables to make for a position. False while a thread is making tables.
    pub fn lacks_small(&self, pos: &Position) -> bool {
        let mut small = small_materials(pos).peekable();
        if small.peek().is_none() {
            return false;
        }
        let digest = self.digest(pos.variant());
        let entries = self.entries.try_read();
        let idle = self.making.try_lock().is_ok();
        idle && entries.is_ok_and(|entries| small.any(|it| !entries.contains_key(&(digest, it))))
    }

    /// Like [`Self::probe`], but never makes a table nor waits for one: small tables have to be [prepared](Self::prepare_small).
    pub fn probe_ready(&self, pos: &Position) -> Option<Value> {
        let small = pos.occupied().count() as usize <= SMALL;
        self.probe_by(pos, &|material| {
            if small {
                let key = (self.digest(pos.variant()), material);
                return self.entries.try_read().ok()?.get(&key).cloned();
            }
            // With `stop` set, a file is opened if necessary, but there is no wait for a thread that makes a table.
            Some(self.entry_until(pos.variant(), material, &AtomicBool::new(true)))
        })
    }

    /// The table of a material, and the transform of the board if the material has to be looked up with colours exchanged.
    pub fn table(
        &self,
        variant: &Arc<Variant>,
        material: Material,
    ) -> Option<(Arc<Table>, Option<Transform>)> {
        self.entry(variant, material)
            .map(|entry| (entry.table, entry.exchange))
    }

    /// The value of a position; `None` if no table has it. Tables have no positions with castling rights or en passant squares. If an en
    /// passant capture is legal, the value follows from the positions after each turn.
    pub fn probe(&self, pos: &Position) -> Option<Value> {
        self.probe_by(pos, &|material| Some(self.entry(pos.variant(), material)))
    }

    /// The value of a position. `find` returns the entry of a material: `Some(None)` if there is no table, `None` if that is not known yet.
    fn probe_by(
        &self,
        pos: &Position,
        find: &dyn Fn(Material) -> Option<Option<Entry>>,
    ) -> Option<Value> {
        let castling = Color::ALL
            .into_iter()
            .map(Rights::both)
            .fold(Rights::NONE, Rights::with);
        let state = pos.state();
        if pos.occupied().count() as usize > MOST_PIECES || state.rights.has_any(castling) {
            return None;
        }
        if state.legal_en_passant.any() {
            return self.value_by_turns(pos, find);
        }
        let Some(Entry { table, exchange }) = find(Material::of(pos))? else {
            return outcome(pos).map(|end| value_of(end, pos.side_to_move()));
        };
        let items = items_of(pos)?;
        let number = match exchange {
            None => table.index().encode(&items, pos.side_to_move()),
            Some(transform) => table
                .index()
                .encode(&exchanged(&items, &transform), !pos.side_to_move()),
        };
        table.get(number?)
    }

    fn value_by_turns(
        &self,
        pos: &Position,
        find: &dyn Fn(Material) -> Option<Option<Entry>>,
    ) -> Option<Value> {
        if let Some(end) = outcome(pos) {
            return Some(value_of(end, pos.side_to_move()));
        }
        let values = legal_turns(pos)
            .into_iter()
            .map(|turn| self.probe_by(&turn.after(pos), find));
        let values: Option<Vec<Value>> = values.collect();
        values?.into_iter().map(Value::before).max()
    }

    /// The legal turns of a position with their values, best first.
    pub fn turns(&self, pos: &Position) -> Vec<Rated> {
        if outcome(pos).is_some() {
            return Vec::new();
        }
        let rated = legal_turns(pos).into_iter().map(|turn| Rated {
            value: self.probe(&turn.after(pos)).map(Value::turned),
            turn,
        });
        let mut rated: Vec<Rated> = rated.collect();
        rated.sort_by_key(|rated| std::cmp::Reverse(rated.value));
        rated
    }
}

/// Waits for a lock, which another thread may hold while it makes a table; `None` if `stop` became true.
fn until<G>(stop: &AtomicBool, attempt: impl Fn() -> TryLockResult<G>) -> Option<G> {
    loop {
        match attempt() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) if stop.load(Relaxed) => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}

/// The material of a position and its materials after one capture, as far as they have at most [`SMALL`] pieces.
fn small_materials(pos: &Position) -> impl Iterator<Item = Material> {
    let own = Material::of(pos);
    let pieces = if own.len() > SMALL + 1 {
        Bitboard::EMPTY
    } else {
        pos.occupied()
    };
    let pieces = pieces.into_iter().filter_map(|at| pos.at(at));
    let without = pieces.map(move |piece| own.without(piece.index()));
    without.chain([own]).filter(|it| it.len() <= SMALL)
}

/// Best play from a position: at most `most` turns, each with the position before it. Ends early in a drawn position, or if no table has
/// the value.
pub fn line(tables: &Tables, pos: &Position, most: usize) -> Vec<(Position, Turn)> {
    let mut line: Vec<(Position, Turn)> = Vec::new();
    let mut at = pos.clone();
    while line.len() < most {
        let Some(best) = tables.turns(&at).into_iter().next() else {
            break;
        };
        if best.value.is_none_or(|value| value == Value::Draw) {
            break;
        }
        let after = best.turn.after(&at);
        line.push((at, best.turn));
        at = after;
    }
    line
}
