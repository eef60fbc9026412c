//! Protocols: UCI and CECP (XBoard's protocol) as two renderings of one vocabulary of [`Command`]s and [`Event`]s.
//!
//! A [`Protocol`] is a state machine from lines to commands and from events to lines. It keeps its own state (accepted features, the
//! legs of an unfinished turn, the contents of the front-end's board); the [session](crate::session) is independent of it.
//!
//! ```text
//!   line ──▶ Protocol::read ──▶ Command ──▶ Session ──▶ Event ──▶ Protocol::write ──▶ line
//!                  └──────────── lines that need no session (uciok, pong, feature) ────▲
//! ```
//!
//! Rules for protocols:
//! - Both directions answer with [`Reply`]s, carried out in order: a line to print, or a command for
//!   the session. So a protocol can answer by itself what needs no session (`isready`, `ping`), and an
//!   event may lead to further commands.
//! - Both directions may read the session through a [`View`], but can change it only by commands.
//! - Move texts are parsed by protocols: a command carries [turns](crate::rules::Turn) that are legal in the game of the view, and
//!   any other text is refused. Events carry turns, which protocols write. Legs of an unfinished turn stay in the protocol.
//! - No input may cause a panic; what cannot be parsed is answered by a [`Reply::line`] with the protocol's error message.
//! - The first line decides the protocol: see [`detect()`].

pub mod cecp;
pub mod command;
pub mod detect;
mod envelope;
mod interface;
pub mod options;
pub mod uci;

pub use cecp::Cecp;
pub use command::{Command, Event, Refusal, Report, TimeControl};
pub use detect::{Dialect, detect};
pub use interface::{Protocol, Reply, View};
pub use options::{Audience, DEFAULT_VARIANT, Key, OptionError, OptionKind, Options, Spec};
pub use uci::Uci;
