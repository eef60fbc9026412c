//! Variants as data: a text file is read as a [`Definition`], which is compiled to a [`Variant`].
//!
//! A variant consists of the rules as data ([`RuleSet`]), look-up tables ([`Tables`]), piece values and evaluation weights
//! ([`EvalTables`]), and names and texts for people and front-ends ([`Presentation`]); [`compile()`] makes it. The
//! [catalogue](crate::catalogue) returns variants by name, as `Arc<Variant>`. A variant without users is dropped.
//!
//! ```
//! use katydid::catalogue::Catalogue;
//! let chess = Catalogue::new().variant("chess").unwrap();
//! assert_eq!(chess.letter_of(chess.rules.royals.iter().next().unwrap()), "K");
//! ```

pub mod armies;
mod attack_tables;
mod budgets;
mod castling;
mod chains;
mod compile;
mod compiled;
mod conditions;
mod course;
mod declared;
mod definition;
mod diagram_board;
mod error;
mod eval_tables;
mod facts;
mod free_moves;
mod goals;
mod inheritance;
mod keys;
mod move_tables;
pub mod nnue;
mod path_tree;
mod piece_attacks;
mod piece_set;
mod piece_worth;
mod pieces_text;
mod presentation;
mod push_pull;
mod reach;
mod rule_set;
mod series;
mod setup;
mod source;
mod special_rules;
mod squares_text;
mod tables;
mod takes;
mod target_lookup;
mod transformations;
mod weights;
mod win_curve;
mod with_pieces;
mod zones;

pub use attack_tables::{AttackTables, FixedHopAttack, LineAttack, WalkAttack};
pub use budgets::{Budgets, NoBudget};
pub use castling::{CastlingRules, CastlingWay};
pub use chains::{ChainTables, ChainWay, Sides};
pub use compile::compile;
pub use compiled::Variant;
pub use conditions::{
    ConditionId, ConditionSet, ConditionSpec, Example, Footprint, MAX_CONDITIONS, MoveKinds, Need,
    Possible, Remembered, Stage,
};
pub use course::{CountingRule, RepetitionRule};
pub use declared::DeclaredPieces;
pub use definition::{
    BareKing, BoardDefinition, Castling, Checkmate, CountingDefinition, Definition, Draws, Drops,
    EffectTarget, EinsteinDefinition, Ends, FirstRank, Gating, Goal, GoalDefinition, GoalResult,
    Kings, Pass, Pawns, PerpetualCheck, PieceDefinition, Placing, Repetition, Rex, Stalemate,
    TurnCheck, TurnEnPassant, Turns, WallsDefinition, WeightDefinition, WeightsDefinition, Wrap,
    XboardHints, ZonesDefinition, key_tables,
};
pub use diagram_board::{DiagramBoard, condition_parts};
pub use error::{LoadError, Place};
pub use eval_tables::{EvalTables, FileValues, WeighedType};
pub use free_moves::{FreeMoves, FreeTables};
pub use goals::{GoalEvent, GoalRule};
pub use inheritance::{Layer, merge};
pub use keys::{Key, KeyTable};
pub use move_tables::{FixedHop, MoveTables, MovementClass, PathTables, written};
pub use path_tree::{Hurdles, PathTree};
pub use piece_attacks::PieceAttacks;
pub use pieces_text::PiecesError;
pub use presentation::{PieceTypeText, Presentation};
pub use push_pull::{LeapTargets, PiecePushes, PushLeap, PushLine, PushPullTables};
pub use reach::Reach;
pub use rule_set::{
    Capabilities, DropRules, Effect, HurdleEffects, MAX_HELD, Promotion, PromotionLimits, RuleSet,
};
pub use series::{Schedule, Series};
pub use source::Source;
pub use tables::Tables;
pub use takes::Takes;
pub use target_lookup::LineMoves;
pub use transformations::{Home, Homes, Ladder, LadderEnds};
pub use weights::{TERMS, Term, TermText, WeightKey, Weights, term};
pub use win_curve::WinCurve;
pub use zones::Zones;
