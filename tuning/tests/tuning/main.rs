//! Matches and openings by the built program, with engines that misbehave.

mod arena;
mod full_disk;
mod other_engine;
mod quick_fit;
