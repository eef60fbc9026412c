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
//! - Move texts are whole turns (`f1f2,d1e2`), as [`crate::rules::Turn::text`] writes them. Legs that do
//!   not make a turn yet are the protocol's own business.
//! - Nothing a front-end sends can be wrong enough for a panic; what cannot be understood is a
//!   [`Reply::line`] in the protocol's own words for errors.
//! - The first line decides the protocol: see [`detect()`].

pub mod cecp;
pub mod command;
pub mod detect;
mod envelope;
pub mod options;
pub mod uci;

pub use cecp::Cecp;
pub use command::{Command, Event, GoLimits, Level, Refusal, Report};
pub use detect::{Dialect, detect};
pub use options::{Audience, Key, Kind, OptionError, Options, Spec};
pub use uci::Uci;

use crate::base::Color;
use crate::rules::Game;

/// What a protocol may see of the session.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game: variant, first position, turns played, position as it stands, result.
    pub game: &'a Game,
    /// The options with their present values.
    pub options: &'a Options,
    /// The side the engine plays by itself, if any.
    pub engine: Option<Color>,
    /// Whether a search is running, for whatever purpose.
    pub searching: bool,
    /// Whether the session is in analysis mode.
    pub analysing: bool,
    /// The last report of the running search, or of the last one.
    pub latest: Option<&'a Report>,
}

/// What a protocol wants done.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// A line for the front-end, without its end.
    Line(String),
    /// A command for the session.
    Do(Command),
}

impl Reply {
    /// A line for the front-end.
    pub fn line(text: impl Into<String>) -> Self {
        Self::Line(text.into())
    }
}

/// One way of writing the conversation between a front-end and the session.
pub trait Protocol {
    /// Understands a line of the front-end (without its end; never empty; any characters may occur).
    fn read(&mut self, line: &str, view: &View<'_>) -> Vec<Reply>;

    /// Writes an event for the front-end. Called after the session has changed: the view shows the
    /// state that the event speaks of.
    fn write(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply>;
}
