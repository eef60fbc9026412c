//! Suites: positions with one turn that has to be found, and how many nodes an engine needs until it finds it.
//!
//! A match tells who is stronger and not why. A suite tells whether a change of the search sees sooner what there is to be
//! seen, with turns that win something at once (tactical) and with others (quiet).
//!
//! - `collect`: finds such positions among those of games
//! - `solve`: asks an engine for the turns

mod collect;
mod solve;

use anyhow::Result;

/// What to do with a suite.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Look among the positions of games for those with one turn that short searches overlook
    Collect(collect::CollectArguments),
    /// Ask an engine for the turns of a suite with more and more nodes
    Solve(solve::SolveSuiteArguments),
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read or written, or an engine does not answer.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::Collect(arguments) => arguments.run(),
            Self::Solve(arguments) => arguments.run(),
        }
    }
}
