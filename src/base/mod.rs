//! Basic types and helpers: colours, squares, pieces, sets of squares, moves, scores, random numbers for hash keys, shared values,
//! memory hints.
//!
//! Independent of the rules of any game and of the rest of the crate.
//!
//! ```
//! use katydid::base::{Bitboard, Color, Square};
//! let e4: Square = "e4".parse().unwrap();
//! assert_eq!((e4.file(), e4.rank()), (4, 3));
//! assert_eq!(Bitboard::from(e4).count(), 1);
//! assert_eq!(!Color::White, Color::Black);
//! ```

mod alike;
mod bitboard;
mod color;
mod in_use;
mod memory;
mod moves;
mod piece;
mod renamed;
mod rng;
mod score;
mod square;

pub use alike::{alike, expected, similarity};
pub use bitboard::Bitboard;
pub use color::Color;
pub(crate) use in_use::InUse;
pub use memory::{prefer_huge_pages, prefetch};
pub use moves::{MAX_LEAPS, MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet};
pub use renamed::{renamed, renamed_note, with_present_spelling};
pub(crate) use rng::SplitMix64;
pub use score::{INFINITE, MATE, MATE_IN_MAX, MAX_PLY, TaperedScore, Value, mate_in, mated_in};
pub use square::Square;
