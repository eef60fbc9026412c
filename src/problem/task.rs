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
    /// For set play: the position with the other side to move, if that side can capture en passant.
    pub in_passing: Option<Position>,
    /// The position to which a proof game leads.
    pub target: Option<Position>,
    /// The side that the stipulation calls White.
    pub white: Color,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The options.
    pub options: Options,
}

impl Task {
    /// A task for a position of a game. The side to move begins, from which follows the side that the stipulation calls White.
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

    /// Why there are no problems in a game, if that is so.
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

    /// The position with which set play begins: the other side is to move.
    pub fn set_position(&self) -> Position {
        let in_passing = self.in_passing.clone();
        in_passing.unwrap_or_else(|| passed(&self.position))
    }

    /// The diagram with Black to move, for the play after a key that has been made.
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
    /// When to stop.
    pub deadline: Option<Instant>,
    /// The maximum number of moves to play.
    pub most_nodes: Option<u64>,
    /// Stops the search when set.
    pub stop: &'a AtomicBool,
    /// The techniques in use.
    pub ideas: Ideas,
}

impl<'a> Resources<'a> {
    /// One thread with `bytes` bytes for tables and no limits.
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
    /// A key.
    Key(Key),
    /// A line.
    Line(&'a [Move]),
    /// About once a second.
    Progress(Progress),
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// First moves searched.
    pub done: usize,
    /// All first moves.
    pub total: usize,
    /// The first move that is being searched.
    pub current: Option<Move>,
    /// Half-moves of the lines that are being searched.
    pub half_moves: u32,
    /// Moves played.
    pub nodes: u64,
}
