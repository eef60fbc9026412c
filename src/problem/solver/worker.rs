//! What every kind of play needs of the rules: moves, goals, and the limits of the search.

use super::shared::Shared;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList};
use crate::position::Position;
use crate::problem::stipulation::Goal;
use crate::problem::walk::passed;
use crate::rules::{self, CheckInfo, GenType, Rules};
use std::marker::PhantomData;

/// Moves between two looks at the limits.
const A_WHILE: u64 = 1024;

/// One thread's hands: it plays moves, counts them, and notices when to stop.
pub struct Worker<'a, R> {
    /// What the threads share.
    pub shared: &'a Shared<'a>,
    /// Whether the search has to end; then what functions answer means nothing.
    pub stopped: bool,
    uncounted: u64,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A worker on a shared task.
    pub const fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            stopped: false,
            uncounted: 0,
            rules: PhantomData,
        }
    }

    /// The side that the stipulation calls White.
    #[inline(always)]
    pub const fn white(&self) -> Color {
        self.shared.task.white
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn play(&mut self, pos: &Position, mv: Move) -> Position {
        self.uncounted += 1;
        if self.uncounted >= A_WHILE {
            self.count();
        }
        R::play(pos, mv)
    }

    /// Hands the moves played over to the common count, and looks at the limits.
    #[cold]
    pub fn count(&mut self) {
        self.stopped |= self.shared.spend(self.uncounted);
        self.uncounted = 0;
    }

    /// The legal moves of a position; none where a rule of the game has ended it.
    #[inline(always)]
    pub fn legal(pos: &Position, list: &mut MoveList) {
        if R::immediate_end(pos).is_none() {
            R::legal(pos, list);
        }
    }

    /// Whether a legal move reaches the goal; `next` is the position after it.
    #[inline(always)]
    pub fn reaches(&self, pos: &Position, mv: Move, next: &Position) -> bool {
        match self.shared.task.stipulation.goal {
            Goal::Mate => R::in_check(next) && !R::can_move(next),
            Goal::Check => R::in_check(next),
            Goal::Any => true,
            Goal::Castling => mv.kind() == MoveKind::Castle,
            Goal::EnPassant => mv.kind() == MoveKind::EnPassant,
            Goal::Capture => rules::is_capture(pos, mv),
            Goal::Target(square) => rules::arrival(pos, mv) == Some(square),
            Goal::Stalemate => !R::can_move(next) && !R::in_check(next),
            Goal::MateOrStalemate => !R::can_move(next),
            Goal::DoubleStalemate => {
                !R::can_move(next) && !R::in_check(next) && !R::can_move(&passed(next))
            }
            Goal::AutoStalemate => !R::in_check(next) && !R::can_move(&passed(next)),
        }
    }

    /// The legal moves of the side to move that reach the goal.
    pub fn goal_moves(&mut self, pos: &Position, found: &mut Vec<Move>) {
        self.find_goal_moves(pos, |mv| {
            found.push(mv);
            true
        });
    }

    /// Whether the side to move has a move that reaches the goal.
    pub fn can_reach(&mut self, pos: &Position) -> bool {
        let mut any = false;
        self.find_goal_moves(pos, |_| {
            any = true;
            false
        });
        any
    }

    /// Visits the moves that reach the goal until the visitor has seen enough.
    #[inline(always)]
    fn find_goal_moves(&mut self, pos: &Position, mut visit: impl FnMut(Move) -> bool) {
        if R::immediate_end(pos).is_some() {
            return;
        }
        let mut list = MoveList::new();
        R::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        let goal = self.shared.task.stipulation.goal;
        if goal.needs_check() && self.shared.ideas().checks {
            let threats = passed(pos);
            if threats.royals(threats.side_to_move()).is_empty() {
                return;
            }
            let watch = R::check_info(&threats);
            list.retain(|mv| R::can_give_check(pos, &watch, *mv));
        }
        if list.is_empty() {
            return;
        }
        let check_info: CheckInfo = R::check_info(pos);
        for &mv in &list {
            if !R::is_legal(pos, &check_info, mv) {
                continue;
            }
            let next = self.play(pos, mv);
            if self.stopped || self.reaches(pos, mv, &next) && !visit(mv) {
                return;
            }
        }
    }

    /// Whether the side to move has legal moves and all of them reach the goal.
    pub fn must_reach(&mut self, pos: &Position) -> bool {
        let mut list = MoveList::new();
        Self::legal(pos, &mut list);
        let some = !list.is_empty();
        let all = list.iter().all(|&mv| {
            let next = self.play(pos, mv);
            self.reaches(pos, mv, &next)
        });
        some && all && !self.stopped
    }
}
