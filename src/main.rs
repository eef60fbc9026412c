//! The program. Without a sub-command it runs a session on standard input and output, in the protocol that the front-end
//! speaks; sub-commands are tools for people.

// `print!` panics on a closed pipe, `cli::output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;
#[cfg(feature = "web")]
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    let started = cli::processor::go_on_as_its_build();
    katydid::session::journal::start();
    if let Err(error) = started {
        log::warn!("the build for this processor does not start, so this one plays: {error}");
    }
    cli::output::finish(cli::arguments().run())
}
