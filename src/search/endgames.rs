//! The interface to endgame tables, which the layer above the search implements.

use crate::base::Value;
use crate::position::Position;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tables of the exact values of positions with few pieces.
pub trait EndgameTables: Send + Sync {
    /// Called when a search begins, before the first look-up. Makes missing tables: at once if `wait` is given, until that flag is true,
    /// else in the background. Returns the maximum number of pieces of positions that may have a value, 0 if none has.
    fn prepare(&self, root: &Position, wait: Option<&AtomicBool>) -> u32;

    /// The value of a position, with mate distances from this position: a mate score for a win or a loss, 0 for a draw.
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
