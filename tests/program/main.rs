//! Tests that run the program as its users and front-ends do.

mod analyse;
mod cecp;
mod cli;
mod completions;
mod doors;
mod engine;
mod examples;
mod faults;
mod frontends;
mod hostile;
mod openbench;
#[cfg(unix)]
mod pages;
#[path = "../common/scratch.rs"]
mod scratch;
#[path = "../common/skip.rs"]
mod skip;
mod solve;
mod terminal;
mod told_rules;
mod uci;
mod web_fuzz;
mod web_server;
#[cfg(unix)]
mod window;
