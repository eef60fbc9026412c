//! Variants as data: a text file becomes a [`Definition`], a definition becomes a [`Variant`].
//!
//! A variant is what the rules need to know ([`RuleSet`]), look-up tables ([`Tables`]), what pieces are
//! worth ([`Values`]), and what people and front-ends are shown ([`Presentation`]), put together by
//! [`compile()`]. Variants live as long as the process, so everything else refers to them by a plain
//! `&'static Variant`; the [catalogue](crate::catalogue) hands them out by name.
//!
//! ```
//! use katydid::catalogue::Catalogue;
//! let chess = Catalogue::embedded().variant("chess").unwrap();
//! assert_eq!(chess.letter_of(chess.rules.royals.iter().next().unwrap()), "K");
//! ```

mod aims;
mod attack_tables;
mod compile;
mod compiled;
mod conditions;
mod declared;
mod definition;
mod diagram_board;
mod error;
mod fitted;
mod mechanism;
mod move_tables;
pub mod network;
mod pieces_text;
mod presentation;
mod rule_set;
mod series;
mod setup;
mod source;
mod sweep;
mod tables;
mod transformations;
mod values;
mod walk;
mod weights;
mod with_pieces;
mod workshop;
mod zones;

pub use aims::{AimLeap, AimLine, Aims, AimsAt, PieceAims};
pub use attack_tables::{AttackTables, FixedHopAttack, LineAttack};
pub use compile::compile;
pub use compiled::Variant;
pub use conditions::{
    ConditionId, ConditionSet, ConditionSpec, Footprint, MAX_CONDITIONS, Need, Stage,
};
pub use declared::DeclaredPieces;
pub use definition::{
    BareKing, BoardDefinition, Castling, Definition, Drops, EffectTarget, EinsteinDefinition, Ends,
    FirstRank, Goal, Kings, Pawns, PieceDefinition, Rex, Stalemate, TurnCheck, TurnEnPassant,
    Turns, WeightDefinition, WeightsDefinition, Wrap, XboardHints, ZonesDefinition, letters_of,
};
pub use diagram_board::DiagramBoard;
pub use error::{LoadError, Place};
pub use fitted::fitted;
pub use mechanism::LineMoves;
pub use move_tables::{FixedHop, Gait, MoveTables, PathTables, written};
pub use pieces_text::PiecesError;
pub use presentation::{PieceTypeText, Presentation};
pub use rule_set::{Capabilities, Effect, HurdleEffects, MAX_HELD, RuleSet};
pub use series::{Schedule, Series};
pub use source::Source;
pub use sweep::Sweep;
pub use tables::Tables;
pub use transformations::{Home, Homes, Ladder, LadderEnds};
pub use values::{FileValues, Officer, Values};
pub use walk::{Hurdles, Walks};
pub use weights::{TERMS, Term, TermText, Weight, Weights, term};
pub use zones::Zones;
