//! Matches and openings by the built program, with engines that misbehave.

mod arena;
mod compose;
mod full_disk;
mod other_engine;
#[cfg(unix)]
mod pages;
mod quick_fit;
