//! Protocols: two ways of writing the same conversation.
//!
//! A front-end asks for [`Command`]s and is told [`Event`]s; UCI and CECP (XBoard's protocol) are two
//! renderings of that one vocabulary, and the [session](crate::session) on the other side of it knows
//! neither. What a protocol must remember (which features the front-end has accepted, the legs of an
//! unfinished turn, what has been shown on the front-end's board) it keeps in itself:
//! a [`Protocol`] is a little state machine from lines to commands and from events to lines.
//!
//! ```text
//!   line ──▶ Protocol::read ──▶ Command ──▶ Session ──▶ Event ──▶ Protocol::write ──▶ line
//!                  └──────────── lines that need no session (uciok, pong, feature) ────▲
//! ```
//!
//! Rules of the house for protocols:
//! - Both directions answer with [`Reply`]s, carried out in order: a line to print, or a command for
//!   the session. So a protocol can answer by itself what needs no session (`isready`, `ping`), and an
//!   event may lead to further commands.
//! - Both directions may look at the session through a [`View`], and never change it but by commands.
//! - Moves are read at the door: a command carries [turns](crate::rules::Turn) that are legal in the game
//!   that the view shows, and a text that is none is refused here. Events carry turns too, written here.
//!   Legs that do not make a turn yet are the protocol's own business.
//! - Nothing a front-end sends can be wrong enough for a panic; what cannot be understood is a
//!   [`Reply::line`] in the protocol's own words for errors.
//! - The first line decides the protocol: see [`detect()`].

pub mod cecp;
pub mod command;
pub mod detect;
mod envelope;
mod interface;
pub mod options;
pub mod uci;

pub use cecp::Cecp;
pub use command::{Command, Event, GoLimits, Refusal, Report, TimeControl};
pub use detect::{Dialect, detect};
pub use interface::{Protocol, Reply, View};
pub use options::{Audience, Key, OptionError, OptionKind, Options, Spec};
pub use uci::Uci;
