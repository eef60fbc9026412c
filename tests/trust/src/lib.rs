//! What makes the engine trustworthy beyond worked examples: laws that hold in every position, games that nobody
//! designed, bytes that nobody meant, and long runs of games.
//!
//! - `laws`: what holds in every position of every game
//! - `mirror`: the same game seen by the other side
//! - `places`: positions to try them in
//! - `random_game`: variant files made at random, most of them sound
//! - `random_run`: the laws in such games for as long as is wished
//! - `annotated`: games with random variations and comments
//! - `fuzz`: everything that reads, fed with bytes that nobody meant
//! - `soak`: long runs of the engine against itself

pub mod annotated;
pub mod fuzz;
pub mod laws;
pub mod mirror;
pub mod places;
pub mod random_game;
pub mod random_run;
pub mod soak;

use katydid::catalogue::Catalogue;
use std::any::Any;
use std::sync::LazyLock;

/// What a panic said.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no words").to_owned()
}

/// The embedded games, for tests: each is compiled once.
pub fn games() -> &'static Catalogue {
    static GAMES: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);
    &GAMES
}
