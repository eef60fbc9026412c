//! The board as a graph: which squares exist, which steps are walled off, and tables for everything
//! that runs or hops along the eight queen lines.
//!
//! A [`Topology`] is the board of a variant. A [`LineTable`] answers, for one square, one line and the
//! pieces on that line, where a line piece of a given [`Behaviour`] arrives; the answer is one multiplication
//! and one look-up, for riders, grasshoppers, lions and Leos alike, forwards and in reverse. A [`HopFill`]
//! answers for the hops of many pieces at once. [`Rays`] know the squares of rides of any stride on any board.
//!
//! ```
//! use katydid::base::{Bitboard, Square};
//! use katydid::board::{Behaviour, LineTable, Lines, Topology};
//! let table = LineTable::get(Topology::STANDARD, Behaviour::HopBehind { range: 0 });
//! let e2: Square = "e2".parse().unwrap();
//! let pieces: Bitboard = ["e2", "e5"].iter().map(|s| s.parse().unwrap()).collect();
//! let e6: Square = "e6".parse().unwrap();
//! assert_eq!(table.targets(e2, pieces, Lines::QUEEN), e6.into());
//! ```

mod hop_fill;
mod lines;
mod rays;
mod topology;

pub use hop_fill::HopFill;
pub use lines::{Behaviour, LineTable, Lines, between, full_lines};
pub use rays::Rays;
pub use topology::{Direction, Topology};
