//! Katydid: a playing engine for chess variants with hoppers, rifles, colour changes, drops and
//! several moves a turn.
//!
//! The crate is a stack of layers; each may use only those above it in this table (a test in
//! `tests/library/architecture.rs` holds it to that):
//!
//! | module | what it is |
//! |---|---|
//! | [`base`] | the vocabulary: colours, squares, pieces, sets, moves, scores |
//! | [`board`] | the board as a graph, tables for lines |
//! | [`betza`] | movement texts |
//! | [`variant`] | variant files, compiled into tables |
//! | [`position`] | the state of a game and the one place that changes it; FEN, records |
//! | [`diagram`] | a position as text for people |
//! | [`rules`] | what moves there are and what they do; turns, games, move texts |
//! | [`catalogue`] | the games that can be played, by name |
//! | [`pgn`] | games as PGN text |
//! | [`pictures`] | the pieces as SVG drawings |
//! | [`problem`] | chess problems: stipulations, solved exhaustively |
//! | [`eval`] | how good a position looks, without looking ahead |
//! | [`search`] | finding the best turn |
//! | [`protocol`] | UCI and CECP: two renderings of one vocabulary |
//! | [`session`] | the state machine between a front-end and the rest |
//! | [`mod@bench`] | the benchmark |

pub mod base;
pub mod bench;
pub mod betza;
pub mod board;
pub mod catalogue;
pub mod diagram;
pub mod eval;
pub mod pgn;
pub mod pictures;
pub mod position;
pub mod problem;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod session;
pub mod variant;
