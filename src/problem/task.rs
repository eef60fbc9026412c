//! A position with what is asked of it, and what may be spent on it.

use super::stipulation::Stipulation;
use super::walk::passed;
use crate::base::{Color, Move};
use crate::position::Position;
use crate::variant::Variant;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What is wanted beside the keys or lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that a composer switches"
)]
pub struct Wishes {
    /// Set play.
    pub set_play: bool,
    /// Tries with at most so many refutations.
    pub tries: Option<u32>,
    /// The play after keys, tries and in set play.
    pub variations: bool,
    /// The diagram is the position after the key.
    pub post_key: bool,
    /// In self and reflex play White solves by reaching the goal himself, too.
    pub quodlibet: bool,
    /// No longer lines once there are shorter ones.
    pub stop_on_short: bool,
    /// Stop after so many keys or lines.
    pub most_solutions: Option<usize>,
}

/// A position to be solved.
#[derive(Clone)]
pub struct Task {
    /// The position; the side that begins is to move.
    pub position: Position,
    /// The same with the other side to move, if that side may take a pawn in passing: for set play.
    pub in_passing: Option<Position>,
    /// The side that the stipulation calls White.
    pub white: Color,
    /// What is asked.
    pub stipulation: Stipulation,
    /// What else is wanted.
    pub wishes: Wishes,
}

impl Task {
    /// What is asked of a position of a game; the side to move begins. Which side the stipulation calls White follows
    /// from that.
    pub fn of_position(position: &Position, stipulation: Stipulation, wishes: Wishes) -> Self {
        let begins = position.side_to_move();
        let white = if stipulation.white_begins() {
            begins
        } else {
            !begins
        };
        Self {
            position: position.clone(),
            in_passing: None,
            white,
            stipulation,
            wishes,
        }
    }

    /// Whether problems can be set in a game: one move a turn, kings that are mated.
    pub fn can_be_set_in(variant: &Variant) -> bool {
        let has = variant.rules.capabilities;
        !has.several_legs() && !has.royal_capture
    }

    /// The position with which set play begins: the other side is to move.
    pub fn set_position(&self) -> Position {
        let in_passing = self.in_passing.clone();
        in_passing.unwrap_or_else(|| passed(&self.position))
    }
}

/// Which ideas the solver uses, each exact: what is found never depends on them, only the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched by itself")]
pub struct Ideas {
    /// Remember positions without solution.
    pub table: bool,
    /// Look for mates among the moves that can give check.
    pub checks: bool,
    /// Leave out what a count of reachable squares proves hopeless.
    pub bounds: bool,
    /// Try the answers first that refuted other moves.
    pub killers: bool,
    /// Try the moves first that leave the opponent the fewest.
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

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'a> {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for all tables.
    pub memory: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many moves may be played.
    pub most_nodes: Option<u64>,
    /// Set by others to stop the search.
    pub stop: &'a AtomicBool,
    /// Which ideas are used.
    pub ideas: Ideas,
}

impl<'a> Resources<'a> {
    /// One thread with so many bytes for tables, without limits.
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

/// What a search tells while it runs.
#[derive(Clone, Debug)]
pub enum News<'a> {
    /// A key.
    Key(Move),
    /// A line.
    Line(&'a [Move]),
    /// About once a second.
    Progress(Progress),
}

/// Where a search stands.
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
