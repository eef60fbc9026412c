//! Endgame tables: the exact value of every position with a few pieces, in every game.
//!
//! Each table covers one *signature* (the pieces on the board, as `KQvKR`); its values are distances to the end of the game ([`Value`]).
//! [`Builder`] solves a signature and all signatures that can arise from it, by the ordinary rules. [`Tables`] looks positions up in
//! files or, with up to [`SMALL`] pieces, in tables that it makes in memory on demand.
//!
//! - `value`, `material`, `index`: values, signatures, the numbering of positions
//! - `symmetry`, `closure`: symmetries of a signature, and the signatures that arise from it; both are found by playing moves
//! - `walker`, `solver`: successors of a position; retrograde propagation of values
//! - `sets`, `set_pieces`, `simple_moves`: the same much faster, for signatures without effects
//! - `horizon`: how far the values of a table may reach, for progress reports
//! - `table`, `file`: storage
//! - `builder`, `probe`: building and looking up
//! - `stats`, `verify`: statistics of a table, and its verification
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules, tables::{Tables, Value}};
//! let variant = Catalogue::new().variant("chess").unwrap();
//! let pos = rules::position(&variant, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1").unwrap();
//! assert_eq!(Tables::default().probe(&pos), Some(Value::Loss(0)));
//! ```

mod builder;
mod closure;
mod file;
mod horizon;
mod index;
mod material;
mod probe;
mod set_pieces;
mod sets;
mod simple_moves;
mod solver;
mod stats;
mod symmetry;
mod table;
mod value;
mod verify;
mod walker;

pub use builder::{Builder, Made, digest, memory, seconds};
pub use closure::{Closure, Signature};
pub use file::{Head, head};
pub use index::{Index, MOST_PIECES, SMALL};
pub use material::Material;
pub use probe::{Rated, Tables, line};
pub use solver::all_threads;
pub use stats::{Longest, SideStats, Stats};
pub use table::Table;
pub use value::Value;
pub use verify::{Disagreement, verify};

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A stage of building a table, for progress reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The turns of each position are generated. Progress: positions done, of all positions.
    Turns,
    /// Values are propagated, distance by distance. Progress: the current distance, and an estimate of the last one.
    Distances,
}

/// The resources and callbacks for building tables.
pub struct Job<'a> {
    /// The number of threads.
    pub threads: usize,
    /// The memory limit, in bytes.
    pub memory: usize,
    /// Stops the building when set.
    pub stop: &'a AtomicBool,
    /// Called from time to time with the stage, the work done and the total work of the stage.
    pub progress: &'a (dyn Fn(Stage, u64, u64) + Sync),
}

/// The reasons why a table cannot be built or read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A text is not a signature.
    #[error("'{text}' is no signature (expected {expected})")]
    Signature {
        /// The text.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// The game has a rule that tables do not support.
    #[error("{game} has no tables: {rule}")]
    Game {
        /// The game.
        game: String,
        /// The rule.
        rule: &'static str,
    },
    /// There are too many pieces.
    #[error(
        "{signature} has {pieces} pieces (at most {MOST_PIECES}); its table would have about {positions}"
    )]
    TooManyPieces {
        /// The signature.
        signature: String,
        /// The number of its pieces.
        pieces: usize,
        /// The number of positions in its table, as text.
        positions: String,
    },
    /// There is not enough memory.
    #[error("{signature} needs about {} MiB of memory (--memory gives {} MiB)", needed >> 20, given >> 20)]
    Memory {
        /// A signature of the group that is to be solved at once.
        signature: String,
        /// The bytes needed for the group.
        needed: u64,
        /// The bytes allowed.
        given: u64,
    },
    /// The system has not enough memory.
    #[error("{signature} needs about {} MiB of memory, more than this machine gives", needed >> 20)]
    Refused {
        /// A signature of the group.
        signature: String,
        /// The bytes needed for the group.
        needed: u64,
    },
    /// A distance exceeds `Value::LONGEST`.
    #[error("distances beyond {} half-moves", Value::LONGEST)]
    TooLong,
    /// The building was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// A file cannot be used.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}
