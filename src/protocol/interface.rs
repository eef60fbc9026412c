//! The interface of a protocol: lines to commands, events to lines.

use super::command::{Command, Event, Report};
use super::options::Options;
use crate::base::Color;
use crate::catalogue::Catalogue;
use crate::rules::{Game, Turn};
use crate::variant::Variant;
use std::sync::Arc;

/// A protocol's read-only view of the session.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The games that can be chosen.
    pub catalogue: &'a Catalogue,
    /// The chosen variant, by whose rules positions are set up. A running game may have a variant of its own, made for the pieces of its set-up.
    pub variant: &'a Arc<Variant>,
    /// The game: variant, first position, turns played, current position, result.
    pub game: &'a Game,
    /// The options with their present values.
    pub options: &'a Options,
    /// The side the engine plays by itself, if any.
    pub engine: Option<Color>,
    /// Whether a search is running, for whatever purpose.
    pub searching: bool,
    /// Whether the session is in analysis mode.
    pub analysing: bool,
    /// First turns that the analysis of the present position leaves out.
    pub excluded: &'a [Turn],
    /// The latest report of the running search or, if none is running, of the last search.
    pub latest: Option<&'a Report>,
}

/// A reply of a protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// A line for the front-end, without the line break.
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
    /// Handles a line of the front-end. `line` has no line break and is never empty, but may contain any characters.
    fn read(&mut self, line: &str, view: &View<'_>) -> Vec<Reply>;

    /// Writes an event for the front-end. Called after the session has changed, so the view shows the new state.
    fn write(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply>;
}
