//! Searches for a turn that wins at once, by a best-first search over the positions inside the turn.
//!
//! A position that several orders of the same legs reach is expanded once. Of each position only the last leg and its predecessor are
//! stored, and the legs are replayed from the root when it is expanded, so that a million positions need little memory.

use super::super::game_over::has_won;
use super::super::thread::ThreadData;
use super::closeness::points;
use crate::base::{Bitboard, Color, Move, MoveList};
use crate::position::Position;
use crate::rules::{GenType, Rules};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::marker::PhantomData;

/// The maximum number of positions that one search stores; further positions are ignored.
const MOST_STEPS: usize = 4_000_000;

/// The result of a search for a winning turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinVerdict {
    Win(Vec<Move>),
    /// No turn wins: all turns were tried.
    NoWin,
    /// No winning turn was found before the effort was used up.
    Unknown,
}

/// A position inside the turn, as the index of its predecessor and the leg from there.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    leg: Option<Move>,
}

/// A search for a winning turn, which can be resumed with more effort.
pub struct WinFinder<R> {
    root: Position,
    /// The legs with which the turn may begin; empty if all are allowed.
    first: Vec<Move>,
    steps: Vec<Step>,
    queue: BinaryHeap<(i32, Reverse<u32>)>,
    seen: HashSet<u64>,
    won: Option<Vec<Move>>,
    rules: PhantomData<R>,
}

impl<R: Rules> WinFinder<R> {
    /// A search from a position. If `first` is given, the turn has to begin with one of its legs.
    pub fn new(root: &Position, first: Option<&[Move]>) -> Self {
        Self {
            root: root.clone(),
            first: first.unwrap_or_default().to_vec(),
            steps: vec![Step {
                parent: 0,
                leg: None,
            }],
            queue: BinaryHeap::from([(0, Reverse(0))]),
            seen: HashSet::new(),
            won: None,
            rules: PhantomData,
        }
    }

    /// Whether no positions are left to expand.
    pub fn is_exhausted(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether the maximum number of positions is stored.
    pub const fn is_full(&self) -> bool {
        self.steps.len() >= MOST_STEPS
    }

    /// Continues the search: expands at most `effort` further positions.
    pub fn run(&mut self, thread: &mut ThreadData<'_, R>, effort: usize) -> WinVerdict {
        for _ in 0..effort {
            if let Some(line) = &self.won {
                return WinVerdict::Win(line.clone());
            }
            if thread.stopping {
                return WinVerdict::Unknown;
            }
            let Some((_, Reverse(index))) = self.queue.pop() else {
                return if self.is_full() {
                    WinVerdict::Unknown
                } else {
                    WinVerdict::NoWin
                };
            };
            self.expand(thread, index);
        }
        match &self.won {
            Some(line) => WinVerdict::Win(line.clone()),
            None if self.is_exhausted() && !self.is_full() => WinVerdict::NoWin,
            None => WinVerdict::Unknown,
        }
    }

    /// Expands a position inside the turn: tries all its legs.
    fn expand(&mut self, thread: &mut ThreadData<'_, R>, index: u32) {
        let pos = self.position(index);
        let mut list = MoveList::new();
        R::legal(&pos, &mut list);
        if index == 0 && !self.first.is_empty() {
            list.retain(|mv| self.first.contains(mv));
        }
        for mv in list {
            thread.nodes += 1;
            thread.check_limits();
            let after = R::play(&pos, mv);
            if after.side_to_move() != pos.side_to_move() {
                if has_won::<R>(&after) {
                    let mut line = self.way(index);
                    line.push(mv);
                    self.won = Some(line);
                    return;
                }
            } else if !self.is_full() && self.seen.insert(after.key()) {
                let step = self.steps.len() as u32;
                self.steps.push(Step {
                    parent: index,
                    leg: Some(mv),
                });
                self.queue.push((points(&after), Reverse(step)));
            }
        }
    }

    /// The legs from the root to the position of step `index`.
    fn way(&self, mut index: u32) -> Vec<Move> {
        let mut way = Vec::new();
        while let Step {
            parent,
            leg: Some(leg),
        } = self.steps[index as usize]
        {
            way.push(leg);
            index = parent;
        }
        way.reverse();
        way
    }

    fn position(&self, index: u32) -> Position {
        let legs = self.way(index);
        legs.iter()
            .fold(self.root.clone(), |at, leg| R::play(&at, *leg))
    }
}

/// Recent winning turns of each side (killer turns): a turn that wins in one position often wins in its siblings, so it is tried first.
#[derive(Default)]
pub struct WinningTurns {
    recent: [VecDeque<Vec<Move>>; 2],
}

/// The number of winning turns stored per side.
const RECENT: usize = 12;

impl WinningTurns {
    /// Stores a winning turn at the front, where it is tried first.
    pub fn add(&mut self, side: Color, turn: &[Move]) {
        let recent = &mut self.recent[side.index()];
        recent.retain(|known| known != turn);
        recent.push_front(turn.to_vec());
        recent.truncate(RECENT);
    }

    /// A stored turn that also wins in `pos`.
    pub fn winning<R: Rules>(&self, pos: &Position) -> Option<Vec<Move>> {
        let recent = &self.recent[pos.side_to_move().index()];
        recent.iter().find(|turn| wins::<R>(pos, turn)).cloned()
    }
}

/// Whether `legs` form a legal turn that wins the game.
fn wins<R: Rules>(pos: &Position, legs: &[Move]) -> bool {
    let mut at = pos.clone();
    for leg in legs {
        if at.side_to_move() != pos.side_to_move() {
            return false;
        }
        let mut list = MoveList::new();
        let origins = Bitboard::from(leg.from());
        R::generate(&at, GenType::All, origins, &mut list);
        if !list.contains(leg) || !R::is_legal(&at, &R::check_info(&at), *leg) {
            return false;
        }
        at = R::play(&at, *leg);
    }
    at.side_to_move() != pos.side_to_move() && has_won::<R>(&at)
}
