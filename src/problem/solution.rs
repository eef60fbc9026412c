//! The solution of a position: keys, tries, lines, variations.

use crate::base::Move;
use serde::Serialize;

/// A key: a first move that solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// The number of moves to the goal, this move included; at most that of the stipulation.
    pub moves: u32,
    /// Whether the move itself reaches the goal.
    pub goal: bool,
}

/// A try: a first move with only a few refutations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move.
    pub mv: Move,
    /// All refutations.
    pub refutations: Vec<Move>,
}

/// A White move in the tree of variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move.
    pub mv: Move,
    /// Whether the move solves (key, threat, reply); `false` for a try.
    pub solves: bool,
    /// The number of moves to the goal, this move included; 0 if it does not solve.
    pub moves: u32,
    /// Whether the move itself reaches the goal.
    pub goal: bool,
    /// White's threats; empty in zugzwang or when Black is in check.
    pub threats: Vec<Self>,
    /// All of Black's moves.
    pub defences: Vec<Defence>,
}

/// A Black move in the tree of variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Whether the move is listed as a defence: it parries some threat, or there is no threat (zugzwang).
    pub defends: bool,
    /// Whether the move itself reaches the goal (self and reflex play).
    pub goal: bool,
    /// White's replies that solve; empty for a refutation.
    pub answers: Vec<Attack>,
}

/// The play of a problem whose diagram is the position after the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostKey {
    /// White's threats; empty in zugzwang or when Black is in check.
    pub threats: Vec<Attack>,
    /// All of Black's moves.
    pub defences: Vec<Defence>,
}

/// Set play: the play that solves if the other side moves first in the diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetPlay {
    /// Lines, in help and series play.
    Lines(Vec<Vec<Move>>),
    /// Black's moves with White's answers, in battle play; a move that itself reaches the goal has no answer.
    Defences(Vec<Defence>),
}

/// How many of the first moves have been searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Share {
    /// The number of first moves that were searched completely.
    pub done: usize,
    /// The number of all first moves.
    pub total: usize,
}

/// The whole solution, sorted: shorter lines first, then by coordinate text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solution {
    /// Battle play: keys.
    pub keys: Vec<Key>,
    /// Battle play: tries, if requested.
    pub tries: Vec<Try>,
    /// Help and series play: the lines.
    pub lines: Vec<Vec<Move>>,
    /// Set play, if requested and possible.
    pub set_play: Option<SetPlay>,
    /// Battle play: keys and tries with their variations, if requested.
    pub tree: Option<Vec<Attack>>,
    /// The play after the key, if the diagram is the position after the key.
    pub post_key: Option<PostKey>,
    /// Reflex play: White's moves that reach the goal in the diagram. White has to play one of them, so there is no solution.
    pub forced: Vec<Move>,
    /// Whether the search was completed.
    pub complete: bool,
    /// Whether the search was stopped because the lines found filled the memory.
    pub full: bool,
    /// How many of the first moves were searched.
    pub first_moves: Share,
    /// Moves made by the search.
    pub nodes: u64,
}
