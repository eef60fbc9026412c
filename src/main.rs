//! The program: without a sub-command a session on standard input and output in the front-end's own
//! protocol, with one a tool for people.

// They panic on a closed pipe; `cli::output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;
#[cfg(feature = "web")]
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    katydid::session::journal::start();
    cli::output::finish(cli::arguments().run())
}
