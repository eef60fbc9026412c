//! Laws in games made at random, what they have found once, rare rules, and PGN as another program reads it.

mod found;
mod laws;
mod pgn;
mod rare;
#[path = "../../../common/skip.rs"]
mod skip;
