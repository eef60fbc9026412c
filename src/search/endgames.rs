//! The search's interface to endgame tables; the session implements it.

use crate::base::Value;
use crate::position::Position;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Endgame tables: the exact values of positions with few pieces.
pub trait EndgameTables: Send + Sync {
    /// Called when a search begins. Makes missing tables: with a flag `wait` at once (until the flag becomes true), otherwise in the
    /// background. Returns the maximum number of pieces with which a position can have a value; 0 if there are no tables.
    fn prepare(&self, root: &Position, wait: Option<&AtomicBool>) -> u32;

    /// The value of a position for the side to move, `None` if no table has it: 0 for a draw, else a mate score counted from the position.
    fn value(&self, pos: &Position) -> Option<Value>;
}

/// The endgame tables of a search; equal only if they are the same object.
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
