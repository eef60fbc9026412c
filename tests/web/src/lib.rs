//! Headless Chromium and the program's server, for tests that use the page with mouse and keyboard.
//!
//! Chromium is told what to do in its own protocol (Chrome `DevTools` Protocol), JSON over a local web socket. Where
//! Chromium is not installed, the tests that need it are skipped.

mod chromium;
mod page;
mod program;
mod server;
#[path = "../../common/skip.rs"]
mod skip;

pub use page::{Page, pages_with, square};
pub use program::{divide, match_runner};
pub use server::program;
