//! Verifies a table: the value of each position is compared with the values of its successors, found by the ordinary rules.
//!
//! Positions are decoded from their numbers, transformed by one of the symmetries, and looked up as in a game. The verification shares
//! no other code with the builder.

use super::Tables;
use super::index::{Item, moved};
use super::material::Material;
use super::solver::exchanged;
use super::value::Value;
use super::walker::{Walker, value_of};
use crate::position::Position;
use crate::rules::{can_capture_king, legal_turns, outcome};
use crate::variant::Variant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The count of position numbers in a work item.
const CHUNK: u64 = 1 << 12;

/// A position whose value does not follow from its successors.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The position, as a FEN.
    pub fen: String,
    /// The value in the table.
    pub stored: Option<Value>,
    /// The value that follows from the successors.
    pub expected: Option<Value>,
}

/// The value of a position that follows from the table values of its successors.
fn expected(tables: &Tables, pos: &Position) -> Option<Value> {
    if can_capture_king(pos) {
        return None;
    }
    if let Some(end) = outcome(pos) {
        return Some(value_of(end, pos.side_to_move()));
    }
    let values = legal_turns(pos).into_iter().map(|turn| {
        // Tables have no positions with castling rights, so rights that a turn restores are dropped.
        tables
            .probe(&turn.after(pos).without_rights())
            .map(Value::before)
    });
    values.collect::<Option<Vec<Value>>>()?.into_iter().max()
}

/// Verifies every `step`-th position number of a signature. Returns the number of positions verified, and a position with a wrong
/// value, if any; `None` if there is no table.
pub fn verify(
    tables: &Tables,
    variant: &Arc<Variant>,
    material: Material,
    step: u64,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Option<(u64, Option<Disagreement>)> {
    let (table, exchange) = tables.table(variant, material)?;
    let (next, compared) = (AtomicU64::new(0), AtomicU64::new(0));
    let wrong = std::sync::Mutex::new(None);
    let halt = AtomicBool::new(false);
    let index = table.index();
    let check = |walker: &mut Walker, number: u64| {
        let Some((mut items, mut side)) = index.decode(number) else {
            return;
        };
        let symmetry = &index.symmetries()[number as usize % index.symmetries().len()];
        for item in &mut items {
            *item = Item {
                place: moved(symmetry, item.place),
                ..*item
            };
        }
        if let Some(transform) = &exchange {
            items = exchanged(&items, &super::index::inverse(transform));
            side = !side;
        }
        walker.set(&items, side);
        let pos = walker.position();
        let (stored, expected) = (tables.probe(pos), expected(tables, pos));
        compared.fetch_add(1, Ordering::Relaxed);
        if stored != expected {
            halt.store(true, Ordering::Relaxed);
            let fen = pos.fen();
            let mut wrong = wrong
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            *wrong = Some(Disagreement {
                fen,
                stored,
                expected,
            });
        }
    };
    let numbers = index.positions().div_ceil(step);
    let work = || {
        let mut walker = Walker::new(variant);
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            let stopped = stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
            if first >= numbers || stopped {
                return;
            }
            let last = (first + CHUNK).min(numbers);
            (first..last).for_each(|turn| check(&mut walker, turn * step));
            progress(last, numbers);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let wrong = wrong
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    Some((compared.into_inner(), wrong))
}
