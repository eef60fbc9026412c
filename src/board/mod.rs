//! The board: its squares, walls, and look-up tables for slides and hops along the queen lines.
//!
//! A [`Topology`] is the board of a variant. A [`LineTable`] holds the targets of a line movement ([`Behaviour`]) by square, line
//! and occupancy: one multiplication and one look-up, for sliders, grasshoppers, lions and leos alike, forwards and in reverse. A
//! [`HopFill`] computes the hops of many pieces at once. [`Rays`] hold the squares of rides of any stride on any board.
//! Variants on the same board share these tables ([`BoardTables`]); the catalogue owns them.
//!
//! ```
//! use katydid::base::{Bitboard, Square};
//! use katydid::board::{Behaviour, LineTable, Lines, Topology};
//! let table = LineTable::new(Topology::STANDARD, Behaviour::HopBehind { range: 0 });
//! let e2: Square = "e2".parse().unwrap();
//! let pieces: Bitboard = ["e2", "e5"].iter().map(|s| s.parse().unwrap()).collect();
//! let e6: Square = "e6".parse().unwrap();
//! assert_eq!(table.targets(e2, pieces, Lines::QUEEN), e6.into());
//! ```

mod board_tables;
mod hop_fill;
mod lines;
mod rays;
mod topology;

pub use board_tables::{Board, BoardTables};
pub use hop_fill::HopFill;
pub use lines::{Behaviour, LineTable, Lines, between, full_lines};
pub use rays::Rays;
pub use topology::{Direction, Topology};
