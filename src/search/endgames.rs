//! Exact values of positions with few pieces. The tables that have them stand above the search.

use crate::base::Value;
use crate::position::Position;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tables of exact values.
pub trait EndgameTables: Send + Sync {
    /// Called when a search begins, before anything is looked up: makes ready what there is, at once if the search may wait, until `wait` is
    /// true, and else beside it. The most pieces of a position of which there may be a value, 0 if there is none.
    fn prepare(&self, root: &Position, wait: Option<&AtomicBool>) -> u32;

    /// The value of a position as at the root: a mate score for a win or a loss, 0 for a draw.
    fn value(&self, pos: &Position) -> Option<Value>;
}

/// The tables of a search.
#[derive(Clone)]
pub struct Endgames(pub Arc<dyn EndgameTables>);

impl PartialEq for Endgames {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Endgames {}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames")
    }
}
