//! Bytes that nobody meant, for everything that reads.
//!
//! - `targets`: what reads them, as functions of bytes
//! - `mutation`: how they come about, from committed examples; the same number returns the same bytes
//! - `worker`: one process that feeds a target until its time is over or something goes wrong
//! - `run`: all targets, each in processes of its own

mod mutation;
mod run;
mod targets;
mod worker;

pub use mutation::{Corpus, input};
pub use run::run;
pub use targets::{TARGETS, Target, target};
pub use worker::work;
