//! Detection of the protocol from the first line of a front-end.
//!
//! ```
//! use katydid::protocol::{Dialect, detect};
//! assert_eq!(detect("uci"), Some(Dialect::Uci));
//! assert_eq!(detect("xboard"), Some(Dialect::Cecp));
//! assert_eq!(detect("position startpos"), Some(Dialect::Uci));
//! assert_eq!(detect("how do you do"), None);
//! ```

/// The supported protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, version 2: XBoard's and WinBoard's.
    Cecp,
}

/// Words that only UCI front-ends (and people who know UCI) begin with.
const UCI_WORDS: &[&str] = &[
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "stop",
    "ponderhit",
];

/// Words that only CECP front-ends begin with.
const CECP_WORDS: &[&str] = &[
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "force",
    "playother",
    "level",
    "st",
    "sd",
    "usermove",
    "setboard",
    "analyze",
    "ping",
    "post",
    "nopost",
    "easy",
    "hard",
];

/// The protocol of a first line; `None` if it is inconclusive (it is then read as UCI, and the next line is examined).
pub fn detect(line: &str) -> Option<Dialect> {
    let word = line.split_ascii_whitespace().next()?;
    if CECP_WORDS.contains(&word) {
        Some(Dialect::Cecp)
    } else if UCI_WORDS.contains(&word) {
        Some(Dialect::Uci)
    } else {
        None
    }
}
