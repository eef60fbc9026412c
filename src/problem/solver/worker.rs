//! A thread's access to the rules: moves, goals, counters and limits.

use super::queue::Work;
use super::shared::Shared;
use super::stalemate::Free;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList};
use crate::position::Position;
use crate::problem::stipulation::Goal;
use crate::problem::walk::passed;
use crate::rules::{self, CheckInfo, GenType, Rules};
use std::marker::PhantomData;

/// The number of moves between two checks of the limits.
const A_WHILE: u64 = 1024;

/// Whether the same pieces stand on the same squares.
pub fn has_same_pieces(one: &Position, other: &Position) -> bool {
    let mut types = one.variant().rules.all_types();
    one.by_color(Color::White) == other.by_color(Color::White)
        && one.by_color(Color::Black) == other.by_color(Color::Black)
        && types.all(|piece_type| one.by_type(piece_type) == other.by_type(piece_type))
}

/// Plays and counts moves for one thread, and checks the limits.
pub struct Worker<'a, R> {
    pub shared: &'a Shared<'a>,
    /// Whether the search has to end; results computed afterwards are meaningless.
    pub stopped: bool,
    /// The work item that other threads may help with.
    work: Option<Work<'a>>,
    uncounted: u64,
    rules: PhantomData<R>,
}

// The rules are inlined into these functions, and these functions are never inlined: calls are cheap here, and the rules are compiled
// into the solver once per implementation instead of at every call site.
impl<'a, R: Rules> Worker<'a, R> {
    pub const fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            stopped: false,
            work: None,
            uncounted: 0,
            rules: PhantomData,
        }
    }

    /// The side that the stipulation calls White.
    #[inline(always)]
    pub const fn white(&self) -> Color {
        self.shared.task.white
    }

    #[inline(never)]
    pub fn play(&mut self, pos: &Position, mv: Move) -> Position {
        self.uncounted += 1;
        if self.uncounted >= A_WHILE {
            self.count();
        }
        R::play(pos, mv)
    }

    /// Adds the played moves to the shared count and checks the limits.
    #[cold]
    pub fn count(&mut self) {
        self.stopped |= self.shared.spend(self.uncounted);
        self.stopped |= self.work.is_some_and(|work| work.is_done());
        self.uncounted = 0;
    }

    /// Begins a work item that other threads may help with; the search stops when one of them has finished it.
    pub fn begin(&mut self, work: Work<'a>) {
        self.work = Some(work);
        self.stopped = self.shared.is_stopped();
    }

    /// The legal moves of a position, and those that reach the goal though they expose the own king, if it is the side to move that
    /// is to reach it.
    pub fn moves(&mut self, pos: &Position, list: &mut MoveList) {
        Self::legal(pos, list);
        let stipulation = &self.shared.task.stipulation;
        let ends_with_black = stipulation.play.ends_with_black();
        let aims = if pos.side_to_move() == self.white() {
            !ends_with_black || self.shared.task.options.quodlibet
        } else {
            ends_with_black
        };
        if aims && stipulation.goal.exposes_own_king() {
            self.find_exposing_moves(pos, &mut |mv| {
                list.push(mv);
                true
            });
        }
    }

    /// The legal moves of a position; none if a rule of the game has ended it.
    #[inline(never)]
    pub fn legal(pos: &Position, list: &mut MoveList) {
        R::playable(pos, list);
    }

    /// The pseudo-legal moves of `pieces`; none if a rule of the game has ended it.
    #[inline(never)]
    pub fn pseudo_legal(pos: &Position, pieces: Bitboard, list: &mut MoveList) {
        if R::immediate_end(pos).is_some() {
            return;
        }
        if pieces == Bitboard::ALL || !pos.variant().rules.conditions.rank_moves() {
            R::generate(pos, GenType::All, pieces, list);
        } else {
            // All moves are listed anyway, to be compared.
            R::generate(pos, GenType::All, Bitboard::ALL, list);
            list.retain(|mv| pieces.contains(mv.from()));
        }
    }

    /// The legal moves of `pieces` for which `keep` holds; none if a rule of the game has ended it.
    #[inline(always)]
    pub fn legal_if(
        pos: &Position,
        pieces: Bitboard,
        mut keep: impl FnMut(Move) -> bool,
        list: &mut MoveList,
    ) {
        let legal = Self::legal_or_pseudo_legal(pos, pieces, None, list);
        list.retain(|mv| keep(*mv));
        if !legal && !list.is_empty() {
            let check_info = Self::check_info(pos);
            list.retain(|mv| Self::is_legal(pos, &check_info, *mv));
        }
    }

    /// The moves of `pieces`; with `watch` (the check info of the other side) they may be only those that can give check. Returns whether all are
    /// legal: where conditions offer choices, each move is drafted once for everything.
    #[inline(never)]
    fn legal_or_pseudo_legal(
        pos: &Position,
        pieces: Bitboard,
        watch: Option<&CheckInfo>,
        list: &mut MoveList,
    ) -> bool {
        let offers = pos.variant().rules.conditions.offer_choices();
        if !offers {
            Self::pseudo_legal(pos, pieces, list);
        } else if R::immediate_end(pos).is_none() {
            R::legal_by(pos, pieces, watch, list);
        }
        offers
    }

    #[inline(never)]
    pub fn check_info(pos: &Position) -> CheckInfo {
        R::check_info(pos)
    }

    /// Whether a pseudo-legal move is legal.
    #[inline(never)]
    pub fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        R::is_legal(pos, check_info, mv)
    }

    /// Whether the side to move is in check.
    #[inline(never)]
    pub fn in_check(pos: &Position) -> bool {
        R::in_check(pos)
    }

    /// The number of the opponent's moves after a legal move, for move ordering; not counted as played moves.
    #[inline(never)]
    pub fn mobility_after(pos: &Position, mv: Move) -> u64 {
        R::count(&R::play(pos, mv))
    }

    /// Whether the side to move has a legal move, regardless of rules that end the game. Goals take no account of the exchange of roles.
    #[inline(never)]
    fn can_move(pos: &Position) -> bool {
        if pos.variant().rules.conditions.exchange_roles() {
            let mut list = MoveList::new();
            R::legal(pos, &mut list);
            return list.iter().any(|mv| !mv.is_pass());
        }
        R::can_move(pos)
    }

    /// Whether a legal move reaches the goal; `next` is the position after it.
    pub fn reaches(&self, pos: &Position, mv: Move, next: &Position) -> bool {
        self.reaches_goal(self.shared.task.stipulation.goal, pos, mv, next)
    }

    /// Whether a legal move reaches a goal; `next` is the position after it.
    pub fn reaches_goal(&self, goal: Goal, pos: &Position, mv: Move, next: &Position) -> bool {
        match goal {
            Goal::Mate => Self::is_mated(next),
            Goal::Check => Self::in_check(next),
            Goal::Any => true,
            Goal::Diagram => {
                let target = self.shared.task.target.as_ref();
                target.is_some_and(|target| has_same_pieces(next, target))
            }
            Goal::Castling => mv.castles(),
            Goal::EnPassant => mv.kind() == MoveKind::EnPassant,
            Goal::Capture => rules::is_capture(pos, mv),
            Goal::Target(square) => rules::arrival(pos, mv) == Some(square),
            Goal::Stalemate => Self::is_stalemate(next),
            Goal::MateOrStalemate => !Self::can_move(next),
            Goal::DoubleStalemate => Self::is_stalemate(next) && !Self::can_move(&passed(next)),
            Goal::DoubleMate => Self::can_move(pos) && Self::are_both_mated(next),
            Goal::CounterMate => Self::is_mated(pos) && Self::are_both_mated(next),
            Goal::AutoMate => Self::is_mated(&passed(next)),
            Goal::WinOfPiece => {
                rules::is_capture(pos, mv) && next.occupied().count() < pos.occupied().count()
            }
            Goal::LastRank => {
                let last = pos.variant().rules.last_rank_of(pos.side_to_move());
                rules::arrival(pos, mv).is_some_and(|square| last.contains(square))
            }
            Goal::AutoStalemate => !Self::in_check(next) && !Self::can_move(&passed(next)),
        }
    }

    /// Whether play ends without a solution by a legal move that does not solve; `next` is the position after it.
    #[inline(always)]
    pub fn is_dead_end(&self, pos: &Position, mv: Move, next: &Position) -> bool {
        let dead_ends = &self.shared.dead_ends;
        dead_ends.lacks_piece(next)
            || dead_ends.ends == Some(pos.side_to_move()) && self.reaches(pos, mv, next)
    }

    /// Whether a goal holds in a position without a last move; goals that depend on the last move never do.
    pub fn reaches_goal_by_pass(goal: Goal, next: &Position) -> bool {
        match goal {
            Goal::Mate => Self::in_check(next) && !Self::can_move(next),
            Goal::Check => Self::in_check(next),
            Goal::Stalemate => Self::is_stalemate(next),
            Goal::MateOrStalemate => !Self::can_move(next),
            _ => false,
        }
    }

    fn is_mated(pos: &Position) -> bool {
        Self::in_check(pos) && !Self::can_move(pos)
    }

    /// Whether both sides, to move, are in check and have no legal move. A move that captures a king is legal.
    fn are_both_mated(pos: &Position) -> bool {
        Self::is_mated(pos) && Self::is_mated(&passed(pos))
    }

    fn is_stalemate(pos: &Position) -> bool {
        !Self::can_move(pos) && !Self::in_check(pos)
    }

    /// The legal moves of some pieces of the side to move that reach the goal.
    pub fn goal_moves(&mut self, pos: &Position, pieces: Bitboard, found: &mut Vec<Move>) {
        self.goal_moves_to(pos, pieces, Bitboard::ALL, found);
    }

    /// The legal moves of some pieces of the side to move that reach the goal, captures in passing and those to some squares.
    pub fn goal_moves_to(
        &mut self,
        pos: &Position,
        pieces: Bitboard,
        to: Bitboard,
        found: &mut Vec<Move>,
    ) {
        self.find_goal_moves(pos, pieces, to, &mut |mv| {
            found.push(mv);
            true
        });
    }

    /// Whether the side to move has a move that reaches the goal.
    pub fn can_reach(&mut self, pos: &Position) -> bool {
        self.can_reach_by(pos, Bitboard::ALL)
    }

    /// Whether some pieces of the side to move have a move that reaches the goal.
    pub fn can_reach_by(&mut self, pos: &Position, pieces: Bitboard) -> bool {
        let mut any = false;
        self.find_goal_moves(pos, pieces, Bitboard::ALL, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Visits the moves that reach the goal until the visitor returns `false`.
    fn find_goal_moves(
        &mut self,
        pos: &Position,
        pieces: Bitboard,
        to: Bitboard,
        visit: &mut dyn FnMut(Move) -> bool,
    ) {
        if self.shared.task.stipulation.goal.exposes_own_king() {
            return self.find_exposing_moves(pos, visit);
        }
        let mut list = MoveList::new();
        let checks = self.shared.task.stipulation.goal.needs_check() && self.shared.ideas().checks;
        if checks && pos.royals(!pos.side_to_move()).is_empty() {
            return;
        }
        let watch = checks.then(|| R::check_watch(pos));
        let legal = Self::legal_or_pseudo_legal(pos, pieces, watch.as_ref(), &mut list);
        if let Some(watch) = watch.as_ref().filter(|_| !legal) {
            list.retain(|mv| R::can_give_check(pos, watch, *mv));
        }
        if to != Bitboard::ALL {
            list.retain(|mv| to.contains(mv.to()) || mv.kind() == MoveKind::EnPassant);
            if list.is_empty() {
                return;
            }
        }
        if self.shared.stalemates_bounded {
            let free = Self::free_pieces(&passed(pos));
            list.retain(|mv| free.can_be_stopped_by(*mv));
        }
        if list.is_empty() {
            return;
        }
        let check_info = Self::check_info(pos);
        for &mv in &list {
            if !legal && !Self::is_legal(pos, &check_info, mv) {
                continue;
            }
            let next = self.play(pos, mv);
            if self.stopped || self.reaches(pos, mv, &next) && !visit(mv) {
                return;
            }
        }
    }

    /// Visits the moves that reach a goal by exposing the own king, until the visitor returns `false`.
    fn find_exposing_moves(&mut self, pos: &Position, visit: &mut dyn FnMut(Move) -> bool) {
        let mut list = MoveList::new();
        Self::pseudo_legal(pos, Bitboard::ALL, &mut list);
        let check_info = Self::check_info(pos);
        // Castling is not possible out of check, through check or into it.
        list.retain(|mv| !mv.castles() && !Self::is_legal(pos, &check_info, *mv));
        for &mv in &list {
            let next = self.play(pos, mv);
            if self.stopped || self.reaches(pos, mv, &next) && !visit(mv) {
                return;
            }
        }
    }

    /// Mobile pieces of the side to move, for the stalemate bound; none if it is in check.
    #[inline(never)]
    fn free_pieces(pos: &Position) -> Free {
        let check_info = Self::check_info(pos);
        if check_info.in_check {
            return Free::default();
        }
        let mut list = MoveList::new();
        Free::of(pos, |square| {
            list.clear();
            Self::pseudo_legal(pos, square.into(), &mut list);
            let mut moves = list.iter();
            moves.any(|mv| Self::is_legal(pos, &check_info, *mv))
        })
    }

    /// Keeps only the moves that can give check.
    #[inline(never)]
    pub fn keep_checks(pos: &Position, list: &mut MoveList) {
        if pos.royals(!pos.side_to_move()).is_empty() {
            list.clear();
            return;
        }
        let watch = R::check_watch(pos);
        list.retain(|mv| R::can_give_check(pos, &watch, *mv));
    }

    /// Whether the side to move has legal moves and all of them reach the goal. Only the pieces in `able` can reach the goal.
    pub fn must_reach_by(&mut self, pos: &Position, able: Bitboard) -> bool {
        if self.shared.task.stipulation.goal.exposes_own_king() {
            // Legal moves do not reach such a goal.
            return !Self::can_move(pos) && self.can_reach(pos);
        }
        let mut list = MoveList::new();
        let mut some = false;
        let check_info = Self::check_info(pos);
        // Piece by piece, because the first move usually decides, unless moves are compared; kings come first if in check.
        let us = pos.side_to_move();
        let together = !pos.hand(us).is_empty() || pos.variant().rules.conditions.rank_moves();
        let whole = together.then_some(Bitboard::ALL);
        let (pieces, kings) = (pos.by_color(us), pos.royals(us));
        let first = if check_info.in_check { kings } else { !kings };
        let order = [
            pieces & !able & first,
            pieces & !able & !first,
            pieces & able,
        ];
        let single = order.into_iter().flatten().map(Bitboard::from);
        let single = single.filter(|_| !together);
        for origins in single.chain(whole) {
            list.clear();
            let legal = Self::legal_or_pseudo_legal(pos, origins, None, &mut list);
            for &mv in &list {
                if !legal && !Self::is_legal(pos, &check_info, mv) {
                    continue;
                }
                if (Bitboard::from(mv.from()) & able).is_empty() {
                    return false;
                }
                let next = self.play(pos, mv);
                if self.stopped || !self.reaches(pos, mv, &next) {
                    return false;
                }
                some = true;
            }
        }
        some
    }
}
