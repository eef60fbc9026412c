//! Rules, search and problem solving for chess variants with hoppers, rifles, pieces that change colour, type or place, drops,
//! boards with holes and several moves per turn.
//!
//! Load a game, play, search and print:
//!
//! ```
//! use katydid::{Catalogue, Game, Limits, Searcher, diagram, legal_turns, turn_san};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let catalogue = Catalogue::new();
//!     let variant = catalogue.variant("grasshopper")?;
//!     let mut game = Game::new(&variant);
//!     game.play("h3h4")?;
//!     println!("{} turns for Black", legal_turns(game.position()).len());
//!
//!     let limits = Limits { depth: Some(3), ..Limits::default() };
//!     let result = Searcher::new(16)?.search(&game, limits, |_| ())?;
//!     if let Some(turn) = result.best.turn {
//!         println!("best: {}", turn_san(game.position(), &turn));
//!         game.push(turn);
//!     }
//!
//!     println!("{}", diagram::board(game.position(), diagram::Marks::default(), diagram::Look::FRAMED));
//!     println!("{} {:?}", game.position().fen(), game.outcome());
//!     Ok(())
//! }
//! ```
//!
//! # What is public
//!
//! The items re-exported on this page, with the types that they mention, are the interface of the library; with the feature `solve`,
//! [`problem`] too. The interface follows semantic versioning: before 1.0 a minor version may change it, a patch does not. Errors,
//! [`Reason`] and the reports of searches may get further variants and fields with any version, so they are `non_exhaustive`. Write
//! `..Limits::default()` and `..Settings::default()` for the same reason.
//!
//! `examples/` has a bot, perft, an analysis, a problem and a new game.
//!
//! The feature `cli` (on by default, for the program) makes all modules public. These modules are internals of the engine and may change
//! with any version. A library user switches the default features off:
//!
//! ```toml
//! katydid = { version = "0.1", default-features = false }
//! ```
//!
//! The minimum version of Rust is the `rust-version` in `Cargo.toml`; a minor version may raise it.
//!
//! # Layers
//!
//! ARCHITECTURE.md lists the modules as layers, the most basic one first; a module imports only from earlier ones in that list
//! (`tests/library/architecture.rs`).

// Without the feature `cli` some items are used by no public module.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

// These modules are public only with the feature `cli`. A macro cannot declare them, because `rules` exports a macro.
#[cfg(not(feature = "cli"))]
mod base;
#[cfg(not(feature = "cli"))]
mod betza;
#[cfg(not(feature = "cli"))]
mod board;
#[cfg(not(feature = "cli"))]
mod catalogue;
#[cfg(not(feature = "cli"))]
mod eval;
#[cfg(not(feature = "cli"))]
mod position;
#[cfg(not(feature = "cli"))]
mod rules;
#[cfg(not(feature = "cli"))]
mod search;
#[cfg(not(feature = "cli"))]
mod variant;

#[cfg(feature = "cli")]
pub mod base;
#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod betza;
#[cfg(feature = "cli")]
pub mod board;
#[cfg(feature = "cli")]
pub mod catalogue;
pub mod diagram;
#[cfg(feature = "cli")]
pub mod eval;
#[cfg(feature = "cli")]
pub mod game_page;
#[cfg(feature = "cli")]
pub mod pgn;
#[cfg(feature = "cli")]
pub mod pictures;
#[cfg(feature = "cli")]
pub mod position;
#[cfg(feature = "solve")]
pub mod problem;
#[cfg(feature = "cli")]
pub mod protocol;
#[cfg(feature = "cli")]
pub mod rules;
#[cfg(feature = "cli")]
pub mod search;
#[cfg(feature = "cli")]
pub mod session;
#[cfg(feature = "cli")]
pub mod tables;
#[cfg(feature = "cli")]
pub mod variant;

pub use base::{Color, Move, Piece, PieceType, Square};
pub use catalogue::{Catalogue, Loaded};
pub use position::{FenError, Position};
pub use rules::{
    Capture, Consequence, Event, Game, GameError, MoveError, Outcome, Played, Progress, Reason,
    Role, Turn, TurnBuilder, consequences, in_check, is_capture, leg_of_text, leg_text,
    legal_turns, perft, play, turn_effects, turn_of_san, turn_of_text, turn_san, turn_text,
    turns_of_line,
};
pub use search::{
    Best, Bound, Clock, HashError, Info, Limits, Score, SearchError, SearchNews, SearchResult,
    Searcher, Settings,
};
pub use variant::{LoadError, Variant};
