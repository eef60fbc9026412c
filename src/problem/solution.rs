//! What is found when a position is solved.

use crate::base::Move;

/// A first move that solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// In how many moves it solves: at most as many as the stipulation says.
    pub moves: u32,
}

/// A first move that only a few answers refute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move.
    pub mv: Move,
    /// All of Black's moves that refute it.
    pub refutations: Vec<Move>,
}

/// A move of White's in the tree of variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move.
    pub mv: Move,
    /// Whether it solves: a key, a threat, an answer; a try does not.
    pub solves: bool,
    /// In how many moves it solves, itself included; 0 if it does not.
    pub moves: u32,
    /// Whether the move itself reaches the goal.
    pub goal: bool,
    /// What White threatens; empty in zugzwang, or when Black is in check.
    pub threats: Vec<Self>,
    /// All of Black's moves.
    pub defences: Vec<Defence>,
}

/// A move of Black's in the tree of variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Whether some threat no longer works after it, so that it is listed (all of Black's moves in zugzwang).
    pub defends: bool,
    /// Whether the move itself reaches the goal (self and reflex play).
    pub goal: bool,
    /// White's moves that then solve: none for a refutation.
    pub answers: Vec<Attack>,
}

/// The play in a diagram that is the position after the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostKey {
    /// What White threatens; empty in zugzwang, or when Black is in check.
    pub threats: Vec<Attack>,
    /// All of Black's moves.
    pub defences: Vec<Defence>,
}

/// The play that the diagram holds if the other side begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetPlay {
    /// Lines, in help and series play.
    Lines(Vec<Vec<Move>>),
    /// Black's moves with White's answers, in battle play; no answer where the move itself reaches the goal.
    Defences(Vec<Defence>),
}

/// How much of the work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// First moves that have been looked at completely.
    pub done: usize,
    /// All first moves.
    pub total: usize,
}

/// All that was found. Everything is sorted: shorter lines first, then by coordinate text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solution {
    /// Battle play: the moves that solve.
    pub keys: Vec<Key>,
    /// Battle play: tries, if they were asked for.
    pub tries: Vec<Try>,
    /// Help and series play: the lines.
    pub lines: Vec<Vec<Move>>,
    /// Set play, if it was asked for and there can be any.
    pub set_play: Option<SetPlay>,
    /// Battle play: keys and tries with all that follows, if variations were asked for.
    pub tree: Option<Vec<Attack>>,
    /// Play after the key, if the diagram is the position after it.
    pub post_key: Option<PostKey>,
    /// Reflex play: White's moves that reach the goal in the diagram, so that nothing can be solved.
    pub forced: Vec<Move>,
    /// Whether everything was searched.
    pub complete: bool,
    /// How many of the first moves were searched.
    pub first_moves: Share,
    /// Moves played.
    pub nodes: u64,
}
