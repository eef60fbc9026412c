//! Variants as data: a text file becomes a [`Definition`], a definition becomes an [`Atlas`].
//!
//! The [`Catalogue`] holds the games that are embedded in the binary and those the user adds from
//! files. Asking it for a name builds the atlas on first use; an atlas lives as long as the process,
//! so everything else refers to it by a plain `&'static Atlas`.
//!
//! ```
//! use katydid::variant::Catalogue;
//! let chess = Catalogue::embedded().atlas("chess").unwrap();
//! assert_eq!(chess.letter_of(chess.royals().iter().next().unwrap()), "K");
//! ```

mod assault;
mod atlas;
mod catalogue;
mod changes;
mod checks;
mod definition;
mod error;
mod gait;
mod series;
mod setup;
mod values;
mod walk;
mod zones;

pub use assault::{Assault, LineAssault, OverAssault};
pub use atlas::{Atlas, Effect, Family, MAX_HELD, Man};
pub use catalogue::{Catalogue, EMBEDDED, StartCheck};
pub use changes::{Changes, Conditions};
pub use definition::{
    BareKing, BoardDefinition, Castling, Condition, Definition, Drops, EffectTarget, Ends,
    FirstRank, Goal, ManDefinition, Pawns, Rex, Stalemate, TurnCheck, TurnEnPassant, Turns,
    XboardHints, ZonesDefinition,
};
pub use error::{LoadError, Place};
pub use gait::{Gait, LineGait, OverGait};
pub use series::{Schedule, Series};
pub use zones::Zones;
