//! Endgame tables: the exact value of every position with a few pieces, in every game.
//!
//! A table holds a *signature*, as `KQvKR`; values are distances to the end of the game ([`Value`]). [`Builder`] solves a signature with
//! all that it can turn into, by the ordinary rules; [`Tables`] looks positions up, in files and, with up to
//! [`SMALL`] pieces, in tables made in memory when they are needed.
//!
//! - `value`, `material`, `index`: what is stored, of what, in which order
//! - `symmetry`, `closure`: what the rules of a game leave out and lead to, found by playing
//! - `walker`, `solver`: successors, and values spread back from the ends
//! - `table`, `file`: storage
//! - `builder`, `probe`: tables made and used
//! - `stats`, `verify`: what a table says of a signature, and whether it is right
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
mod index;
mod material;
mod probe;
mod solver;
mod stats;
mod symmetry;
mod table;
mod value;
mod verify;
mod walker;

pub use builder::{Builder, Made, digest};
pub use closure::{Closure, Signature};
pub use file::{Head, head};
pub use index::{Index, MOST_PIECES, SMALL};
pub use material::Material;
pub use probe::{Rated, Tables, line};
pub use solver::{all_threads, memory};
pub use stats::{Longest, SideStats, Stats};
pub use table::Table;
pub use value::Value;
pub use verify::{Disagreement, verify};

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// What building is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Each position's turns are generated: positions done, of how many.
    Turns,
    /// Values spread: the distance, and the longest one that is known to occur.
    Distances,
}

/// How tables are built.
pub struct Job<'a> {
    /// The number of threads.
    pub threads: usize,
    /// The most bytes to use.
    pub memory: usize,
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
    /// Called now and then: how far the stage is, of how much.
    pub progress: &'a (dyn Fn(Stage, u64, u64) + Sync),
}

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The text is no signature.
    #[error("'{text}' is no signature (expected {expected})")]
    Signature {
        /// The text.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// The game has rules that no table can hold.
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
        /// How many pieces it has.
        pieces: usize,
        /// How large it would be.
        positions: String,
    },
    /// There is not enough memory.
    #[error("{signature} needs about {} MiB of memory (--memory gives {} MiB)", needed >> 20, given >> 20)]
    Memory {
        /// A signature of the group.
        signature: String,
        /// How many bytes it needs.
        needed: u64,
        /// How many it may use.
        given: u64,
    },
    /// The distances do not fit.
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
        /// Why.
        reason: String,
    },
}
