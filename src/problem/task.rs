//! Solver tasks: a position with its stipulation and options, and the resources for solving it.

use super::options::Options;
use super::solution::Key;
use super::stipulation::Stipulation;
use super::walk::passed;
use crate::base::{Color, Move};
use crate::position::Position;
use crate::variant::Variant;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A position to be solved.
#[derive(Clone)]
pub struct Task {
    /// The position; the side that begins is to move.
    pub position: Position,
    /// The first position of set play, with the other side to move; `None` unless that side can capture en passant there.
    pub in_passing: Option<Position>,
    /// The target position of a proof game.
    pub target: Option<Position>,
    /// The side that the stipulation calls White.
    pub white: Color,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The options.
    pub options: Options,
}

impl Task {
    /// The position that the diagram shows: of proof games the one to be reached.
    pub fn shown_position(&self) -> &Position {
        self.target.as_ref().unwrap_or(&self.position)
    }

    /// A task for a position of a game. The side to move begins; this decides which side the stipulation calls White.
    pub fn of_position(position: &Position, stipulation: Stipulation, options: Options) -> Self {
        let begins = position.side_to_move();
        let white = if stipulation.white_begins() {
            begins
        } else {
            !begins
        };
        Self {
            position: position.clone(),
            in_passing: None,
            target: None,
            white,
            stipulation,
            options,
        }
    }

    /// The reason why problems cannot be solved in a game; `None` if they can.
    pub fn objection(variant: &Variant) -> Option<&'static str> {
        let has = variant.rules.capabilities;
        if has.several_legs() {
            Some("a turn can have several moves")
        } else if has.royal_capture {
            Some("kings are captured, so that there is neither check nor mate")
        } else if !variant.rules.goals.is_empty() || variant.rules.must_capture {
            Some("there are other goals than mate, or captures are compulsory")
        } else {
            None
        }
    }

    /// The start of set play: the position with the other side to move.
    pub fn set_position(&self) -> Position {
        let in_passing = self.in_passing.clone();
        in_passing.unwrap_or_else(|| passed(&self.position))
    }

    /// The diagram with Black to move, for problems whose diagram is the position after the key.
    pub fn after_key(&self) -> Position {
        if self.position.side_to_move() == self.white {
            passed(&self.position)
        } else {
            self.position.clone()
        }
    }
}

/// The techniques of the solver. All are exact: the result never depends on them, only the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched by itself")]
pub struct Ideas {
    /// The transposition table.
    pub table: bool,
    /// Search mates only among moves that can give check.
    pub checks: bool,
    /// Prune with the mate-net and stalemate bounds.
    pub bounds: bool,
    /// Prune help and series play by the pictures that can still be built.
    pub pictures: bool,
    /// Order defences by earlier refutations.
    pub killers: bool,
    /// Order moves by the number of replies, fewest first.
    pub mobility: bool,
}

impl Default for Ideas {
    fn default() -> Self {
        Self {
            table: true,
            checks: true,
            bounds: true,
            pictures: true,
            killers: true,
            mobility: true,
        }
    }
}

/// The resources of a search.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'a> {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for all tables.
    pub memory: usize,
    /// The time limit.
    pub deadline: Option<Instant>,
    /// The limit in nodes (moves made).
    pub most_nodes: Option<u64>,
    /// Stops the search when set.
    pub stop: &'a AtomicBool,
    /// The techniques in use.
    pub ideas: Ideas,
}

impl<'a> Resources<'a> {
    /// One thread with `memory` bytes for tables and no limits.
    pub fn of_memory(memory: usize, stop: &'a AtomicBool) -> Self {
        Self {
            threads: 1,
            memory,
            deadline: None,
            most_nodes: None,
            stop,
            ideas: Ideas::default(),
        }
    }
}

/// Notifications of a running search.
#[derive(Clone, Debug)]
pub enum News<'a> {
    /// A key was found.
    Key(Key),
    /// A line of help or series play was found.
    Line(&'a [Move]),
    /// A line of set play was found.
    SetLine(&'a [Move]),
    /// A progress report, about once per second.
    Progress(Progress),
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of first moves that have been searched.
    pub done: usize,
    /// The number of all first moves.
    pub total: usize,
    /// The first move whose search began last.
    pub current: Option<Move>,
    /// The length of the lines that are being searched, in half-moves.
    pub half_moves: u32,
    /// Moves made so far.
    pub nodes: u64,
}
