//! Lines of help and series play: the search that both share.
//!
//! Depth first over all moves of both sides, with everything remembered that was found to lead nowhere. A line is
//! reported when its last move is known; positions from which there are lines are walked through each time they are
//! reached, so that every line is found, and found once.

use super::cover::Cover;
use super::net::Net;
use super::shared::Shared;
use super::table::Known;
use super::worker::Worker;
use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::problem::stipulation::{Play, Stipulation};
use crate::problem::task::News;
use crate::problem::walk::passed;
use crate::rules::Rules;

/// A position from which lines go on, and how it was reached.
#[derive(Clone)]
pub struct Seed {
    /// The moves that led here.
    pub line: Vec<Move>,
    /// The position.
    pub pos: Position,
    /// Half-moves that are left.
    pub left: u32,
}

/// The search for lines.
pub struct Lines<'a, R> {
    worker: Worker<'a, R>,
    stipulation: Stipulation,
    line: Vec<Move>,
    /// All lines found.
    pub found: Vec<Vec<Move>>,
    /// Where the search is cut into seeds: lines of so many half-moves.
    cut: usize,
    /// The seeds that were cut off.
    seeds: Vec<Seed>,
    goal_moves: Vec<Move>,
}

impl<'a, R: Rules> Lines<'a, R> {
    /// A search for a stipulation: the task's, or that of its set play.
    pub const fn new(shared: &'a Shared<'a>, stipulation: Stipulation) -> Self {
        Self {
            worker: Worker::new(shared),
            stipulation,
            line: Vec::new(),
            found: Vec::new(),
            cut: usize::MAX,
            seeds: Vec::new(),
            goal_moves: Vec::new(),
        }
    }

    /// Whether the search was stopped.
    pub const fn is_stopped(&self) -> bool {
        self.worker.stopped
    }

    /// Searches from a position, but only so many half-moves deep; what lies deeper is returned as seeds.
    pub fn seeds(&mut self, pos: &Position, cut: usize) -> Vec<Seed> {
        self.cut = cut;
        self.search_all(pos);
        self.cut = usize::MAX;
        std::mem::take(&mut self.seeds)
    }

    /// Searches everything from a position.
    pub fn search_all(&mut self, pos: &Position) {
        self.search(pos, self.stipulation.half_moves());
        self.worker.count();
    }

    /// Searches on from a seed.
    pub fn grow(&mut self, seed: &Seed) {
        self.line.clone_from(&seed.line);
        self.search(&seed.pos, seed.left);
        self.worker.count();
    }

    /// Finds all lines from a position; whether there are any.
    fn search(&mut self, pos: &Position, left: u32) -> bool {
        if self.line.len() >= self.cut {
            let (line, pos) = (self.line.clone(), pos.clone());
            self.seeds.push(Seed { line, pos, left });
            return true;
        }
        if left == 1 {
            match self.stipulation.play {
                Play::Help | Play::Series => return self.end_by_goal_moves(pos, Bitboard::ALL),
                Play::HelpSelf | Play::HelpReflex => return self.help_self(pos, left),
                _ => {}
            }
        }
        let table = &self.worker.shared.table;
        let (packed, known) = table.look_up(pos);
        let refuted = u32::from(known.refuted);
        if refuted == left || refuted > left && !self.stipulation.exact {
            return false;
        }
        let any = match self.stipulation.play {
            Play::Help => self.help(pos, left),
            Play::HelpSelf | Play::HelpReflex => self.help_self(pos, left),
            _ => self.series(pos, left),
        };
        if !any
            && !self.worker.stopped
            && let Some(packed) = packed
        {
            let known = Known {
                refuted: left as u8,
                ..Known::default()
            };
            table.remember(&packed, known);
        }
        any
    }

    /// Reports the line as it stands.
    fn report(&mut self) {
        if self.worker.shared.found(News::Line(&self.line)) {
            self.found.push(self.line.clone());
        }
        self.worker.stopped |= self.worker.shared.is_stopped();
    }

    /// Whether a line may end with so many half-moves left.
    const fn may_end(&self, left: u32) -> bool {
        left == 0 || !self.stipulation.exact
    }

    /// Reports a line for each move of some men that reaches the goal; whether there are any.
    fn end_by_goal_moves(&mut self, pos: &Position, men: Bitboard) -> bool {
        let mut moves = std::mem::take(&mut self.goal_moves);
        moves.clear();
        self.worker.goal_moves(pos, men, &mut moves);
        let any = !moves.is_empty();
        for mv in &moves {
            self.line.push(*mv);
            self.report();
            self.line.pop();
        }
        self.goal_moves = moves;
        any
    }

    /// The last move of Black's and the mate after it, as far as the net lets them.
    fn help_to_mate(&mut self, pos: &Position, net: &Net) -> bool {
        let cover = Cover::of(net, pos);
        let mut list = MoveList::new();
        let men = if pos.state().en_passant.any() {
            Bitboard::ALL
        } else {
            cover.movers()
        };
        Worker::<R>::pseudo_legal(pos, men, &mut list);
        let mut check_info = None;
        let mut any = false;
        for &mv in &list {
            if !cover.can_mate_after(mv) {
                continue;
            }
            let mating_men = cover.mating_men(mv);
            let check_info = check_info.get_or_insert_with(|| Worker::<R>::check_info(pos));
            if !Worker::<R>::is_legal(pos, check_info, mv) {
                continue;
            }
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return any;
            }
            self.line.push(mv);
            any |= self.end_by_goal_moves(&next, mating_men);
            self.line.pop();
        }
        any
    }

    /// Both sides help White, whose last move reaches the goal.
    fn help(&mut self, pos: &Position, left: u32) -> bool {
        if left == 2
            && let Some(net) = self.worker.shared.net(self.worker.white())
        {
            return self.help_to_mate(pos, net);
        }
        let attacking = pos.side_to_move() == self.worker.white();
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        let mut any = false;
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return any;
            }
            self.line.push(mv);
            if attacking && self.worker.reaches(pos, mv, &next) {
                if self.may_end(left - 1) {
                    self.report();
                    any = true;
                }
            } else {
                any |= self.search(&next, left - 1);
            }
            self.line.pop();
        }
        any
    }

    /// Both sides help until Black's moves reach the goal: all of them, or one (help-reflex play).
    fn help_self(&mut self, pos: &Position, left: u32) -> bool {
        let reflex = self.stipulation.play == Play::HelpReflex;
        if pos.side_to_move() == self.worker.white() {
            if reflex && self.worker.can_reach(pos) {
                return false;
            }
        } else {
            let ends = if reflex {
                self.worker.can_reach(pos)
            } else {
                self.worker.must_reach(pos)
            };
            if ends {
                return self.may_end(left - 1) && self.end_by_goal_moves(pos, Bitboard::ALL);
            }
            if left == 1 {
                return false;
            }
        }
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        if left == 2
            && let Some(cover) = self.cover_of_black(pos)
        {
            list.retain(|mv| cover.can_mate_after(*mv));
        }
        let mut any = false;
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return any;
            }
            self.line.push(mv);
            any |= self.search(&next, left - 1);
            self.line.pop();
        }
        any
    }

    /// What Black can cover by a mate after White's move, where that can be told.
    fn cover_of_black<'p>(&self, pos: &'p Position) -> Option<Cover<'p>>
    where
        'a: 'p,
    {
        let net = self.worker.shared.net(!self.worker.white());
        net.map(|net| Cover::of(net, pos))
    }

    /// One side moves again and again.
    fn series(&mut self, pos: &Position, left: u32) -> bool {
        if self.stipulation.play == Play::SeriesReflex && self.worker.can_reach(pos) {
            return false;
        }
        if left == 1
            && self.stipulation.play == Play::SeriesHelp
            && let Some(net) = self.worker.shared.net(self.worker.white())
        {
            return self.help_to_mate(pos, net);
        }
        let black_aims = matches!(self.stipulation.play, Play::SeriesSelf | Play::SeriesReflex);
        let cover = self.cover_of_black(pos).filter(|_| black_aims);
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        let mut any = false;
        for &mv in &list {
            let can_end = cover.as_ref().is_none_or(|cover| cover.can_mate_after(mv));
            if left == 1 && !can_end {
                continue;
            }
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return any;
            }
            self.line.push(mv);
            let (ended, over) = if can_end {
                self.end_series(pos, mv, &next, left)
            } else {
                (false, false)
            };
            any |= ended;
            if !over && left > 1 && !Worker::<R>::in_check(&next) {
                any |= self.search(&passed(&next), left - 1);
            }
            self.line.pop();
        }
        any
    }

    /// Reports what ends with the last move of the series; whether there is anything, and whether play is over.
    fn end_series(&mut self, pos: &Position, mv: Move, next: &Position, left: u32) -> (bool, bool) {
        let may_end = self.may_end(left - 1);
        let over = match self.stipulation.play {
            Play::SeriesHelp => {
                return (
                    may_end && self.end_by_goal_moves(next, Bitboard::ALL),
                    false,
                );
            }
            Play::SeriesSelf => self.worker.must_reach(next),
            Play::SeriesReflex => self.worker.can_reach(next),
            _ => {
                let over = self.worker.reaches(pos, mv, next);
                if over && may_end {
                    self.report();
                }
                return (over && may_end, over);
            }
        };
        (
            over && may_end && self.end_by_goal_moves(next, Bitboard::ALL),
            over,
        )
    }
}
