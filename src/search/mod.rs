//! Finding the best turn: the search knows positions, rules and time, and has never heard of a protocol.
//!
//! A [`Searcher`] owns the threads and the table. [`Searcher::start`] returns at once; what is found
//! comes to the [`Listener`] as [`Info`] lines and, exactly once a search, a [`Best`].

mod drops;
mod exchange;
mod exchange_effects;
mod history;
mod learning;
mod limits;
mod negamax;
mod pages;
mod params;
mod picker;
mod prover;
mod pruning;
mod quiescence;
mod reductions;
mod report;
mod searcher;
mod skill;
mod time;
mod tt;
mod turns;
mod worker;

pub use limits::{Clock, Limits};
pub use params::{PARAMETERS, Parameter, set as set_parameter, settable as settable_parameters};
pub use report::{Best, Bound, Info, Listener, Score};
pub use searcher::{HashError, MAX_HASH_MB, MAX_THREADS, Searcher, Settings};
pub use skill::ELO_RANGE;
