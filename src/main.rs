//! The program: without a sub-command a session on standard input and output in the front-end's own
//! protocol, with one a tool for people.

mod cli;
mod web;

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    katydid::session::journal::start();
    match cli::Arguments::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("katydid: {error:#}");
            ExitCode::FAILURE
        }
    }
}
