//! Variants as data: a text file becomes a [`Definition`], a definition becomes an [`Variant`].
//!
//! The [`Catalogue`] holds the games that are embedded in the binary and those the user adds from
//! files. Asking it for a name builds the variant on first use; an variant lives as long as the process,
//! so everything else refers to it by a plain `&'static Variant`.
//!
//! ```
//! use katydid::variant::Catalogue;
//! let chess = Catalogue::embedded().variant("chess").unwrap();
//! assert_eq!(chess.letter_of(chess.rules.royals.iter().next().unwrap()), "K");
//! ```

mod attack_tables;
mod catalogue;
mod changes;
mod compile;
mod compiled;
mod definition;
mod error;
mod move_tables;
mod presentation;
mod rule_set;
mod series;
mod setup;
mod source;
mod tables;
mod values;
mod walk;
mod zones;

pub use attack_tables::{AttackTables, FixedHopAttack, LineAttack};
pub use catalogue::{Catalogue, EMBEDDED, StartCheck};
pub use changes::{Changes, Conditions};
pub use compiled::Variant;
pub use definition::{
    BareKing, BoardDefinition, Castling, Condition, Definition, Drops, EffectTarget, Ends,
    FirstRank, Goal, ManDefinition, Pawns, Rex, Stalemate, TurnCheck, TurnEnPassant, Turns,
    XboardHints, ZonesDefinition,
};
pub use error::{LoadError, Place};
pub use move_tables::{FixedHop, LineMoves, MoveTables, PathTables};
pub use presentation::{PieceTypeText, Presentation};
pub use rule_set::{Capabilities, Effect, HurdleEffects, MAX_HELD, RuleSet};
pub use series::{Schedule, Series};
pub use tables::Tables;
pub use values::Values;
pub use zones::Zones;
