//! Search for a turn that wins at once: best-first over the positions inside the turn.
//!
//! Different orders of the same legs lead to the same position, which is expanded once. Positions are stored as their last leg and
//! replayed from the root when expanded, so that a million of them need little memory.

use super::super::game_over::has_won;
use super::super::thread::ThreadData;
use super::closeness::points;
use crate::base::{Bitboard, Color, Move, MoveList};
use crate::position::Position;
use crate::rules::{GenType, Rules};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::marker::PhantomData;

/// The maximum number of positions that one search stores; further ones are ignored.
const MOST_STEPS: usize = 4_000_000;

/// What a search for a winning turn has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinVerdict {
    Win(Vec<Move>),
    /// No turn wins: all were tried.
    NoWin,
    /// Unknown: the effort was used up.
    Unknown,
}

/// A position inside the turn: the index of the step before it, and the leg between the two.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    leg: Option<Move>,
}

/// A resumable search for a turn that wins.
pub struct WinFinder<R> {
    root: Position,
    /// The allowed first legs; empty if all are allowed.
    first: Vec<Move>,
    steps: Vec<Step>,
    queue: BinaryHeap<(i32, Reverse<u32>)>,
    seen: HashSet<u64>,
    won: Option<Vec<Move>>,
    rules: PhantomData<R>,
}

impl<R: Rules> WinFinder<R> {
    /// A search from a position, by turns that begin with one of the legs in `first`, if given.
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

    /// Whether nothing is left to expand.
    pub fn is_exhausted(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether no further positions can be remembered.
    pub const fn is_full(&self) -> bool {
        self.steps.len() >= MOST_STEPS
    }

    /// Expands at most `effort` further positions.
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

    /// Tries all legs of a position of the turn.
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

    /// The legs that lead to the position of step `index`.
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

/// Recent winning turns by side (killer turns): what wins in one position is tried first in its siblings.
#[derive(Default)]
pub struct WinningTurns {
    recent: [VecDeque<Vec<Move>>; 2],
}

/// The number of turns remembered per side.
const RECENT: usize = 12;

impl WinningTurns {
    /// Remembers a turn that wins, as the first to be tried.
    pub fn add(&mut self, side: Color, turn: &[Move]) {
        let recent = &mut self.recent[side.index()];
        recent.retain(|known| known != turn);
        recent.push_front(turn.to_vec());
        recent.truncate(RECENT);
    }

    /// A remembered turn that also wins in this position.
    pub fn winning<R: Rules>(&self, pos: &Position) -> Option<Vec<Move>> {
        let recent = &self.recent[pos.side_to_move().index()];
        recent.iter().find(|turn| wins::<R>(pos, turn)).cloned()
    }
}

/// Whether `legs` are a legal turn that wins.
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
