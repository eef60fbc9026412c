//! Structured stipulations: the search that follows a plan.
//!
//! For every part of a plan there are two searches: one decides whether it holds in a position, the other lists the lines by which it
//! holds. A table stores the results of the first search, and the positions in which the second has found no lines.

use super::first_moves::sort_by_number;
use super::packing::{Packed, Packing};
use super::proof_bound::ProofBound;
use super::shared::Shared;
use super::worker::Worker;
use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::problem::plan::{Branch, Expr, Fork, Manner, Parts, Plan};
use crate::problem::solution::{Attack, Defence, Key, PostKey, SetPlay, Solution, Try};
use crate::problem::stipulation::Play;
use crate::problem::task::News;
use crate::problem::walk::passed;
use crate::rules::Rules;
use std::collections::HashMap;

/// An estimate of the bytes per table entry, the overhead of the map included.
const AN_ENTRY: usize = 2 * size_of::<(Place, bool)>();

/// The key of a table entry: a position with its place in the plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    branch: u16,
    /// The half-moves played in the branch.
    played: u32,
    /// The maximum number of half-moves in the branch.
    most: u32,
    /// Whether the entry belongs to the search for lines.
    lines: bool,
    packed: Packed,
}

/// A position in the play, with the previous position and the move that led from it.
#[derive(Clone, Copy)]
struct At<'p> {
    pos: &'p Position,
    last: Option<(&'p Position, Move)>,
}

impl<'p> At<'p> {
    /// A position before which no move is known.
    const fn first(pos: &'p Position) -> Self {
        Self { pos, last: None }
    }

    /// The position `pos`, to which the move `mv` has led from `before`.
    const fn after(before: &'p Position, mv: Move, pos: &'p Position) -> Self {
        Self {
            pos,
            last: Some((before, mv)),
        }
    }
}

/// A place in a branch: the half-moves played, and their maximum.
#[derive(Clone, Copy)]
struct Stage<'b> {
    branch: &'b Branch,
    played: u32,
    most: u32,
}

impl<'b> Stage<'b> {
    const fn start(branch: &'b Branch) -> Self {
        Self {
            branch,
            played: 0,
            most: branch.most,
        }
    }

    const fn next(self) -> Self {
        Self {
            played: self.played + 1,
            ..self
        }
    }

    /// Forks and constraints of the half-move that was played last.
    const fn parts(self) -> &'b Parts {
        let series = matches!(self.branch.manner, Manner::Series);
        let by_other = !series && self.played.is_multiple_of(2);
        &self.branch.parts[by_other as usize]
    }

    const fn left(self) -> u32 {
        self.most - self.played
    }

    /// Whether the next half-move is the last one and has to give check.
    fn ends_with_check(self) -> bool {
        let forks = &self.next().parts().forks;
        self.left() == 1 && !forks.is_empty() && forks.iter().all(|fork| fork.expr.needs_check())
    }
}

/// A visitor of lines; it returns whether more lines are wanted.
type Found<'f, 'a, R> = &'f mut dyn FnMut(&mut Search<'a, R>) -> bool;

struct Search<'a, R> {
    worker: Worker<'a, R>,
    packing: Packing,
    known: HashMap<Place, bool>,
    /// The bound for proof games; `None` where it does not hold.
    proof: Option<ProofBound<'a>>,
    most_known: usize,
    /// The moves of the current line that are shown.
    line: Vec<Move>,
    /// Whether `StopOnShortSolutions` has ended the search for lines.
    ended: bool,
}

/// Solves a stipulation by its plan.
pub fn solve<R: Rules>(shared: &Shared<'_>, plan: &Plan) -> Solution {
    let task = shared.task;
    let mut search = Search::<R> {
        worker: Worker::new(shared),
        packing: Packing::of(&task.position),
        known: HashMap::new(),
        proof: ProofBound::of(shared),
        most_known: shared.memory() / AN_ENTRY,
        line: Vec::new(),
        ended: false,
    };
    let mut solution = Solution::default();
    if task.stipulation.play == Play::PlannedBattle {
        search.battle(&plan.root, &task.position, &mut solution);
    } else {
        if task.options.set_play && plan.has_set_play() {
            let first = task.set_position();
            let lines = shared.set_play(|| {
                search.collect(plan, Play::Help, &first, |search, found| {
                    Worker::<R>::in_check(&task.position)
                        || search.set_play(&plan.root, &first, found)
                })
            });
            solution.set_play = Some(SetPlay::Lines(lines));
            search.worker.stopped = shared.is_stopped();
        }
        let at = At::first(&task.position);
        let play = task.stipulation.play;
        solution.lines = search.collect(plan, play, at.pos, |search, found| {
            search.lines(&plan.root, at, found)
        });
    }
    search.worker.count();
    solution
}

impl<'a, R: Rules> Search<'a, R> {
    /// The lines that `visit` visits, sorted, each once.
    fn collect(
        &mut self,
        plan: &Plan,
        play: Play,
        first: &Position,
        visit: impl FnOnce(&mut Self, Found<'_, 'a, R>) -> bool,
    ) -> Vec<Vec<Move>> {
        self.worker.shared.begin(1, plan.half_moves());
        self.ended = false;
        let mut lines: Vec<Vec<Move>> = Vec::new();
        visit(self, &mut |search: &mut Self| {
            let line = search.line.clone();
            if !search.worker.stopped && search.worker.shared.found(News::Line(&line)) {
                lines.push(line);
            }
            !search.worker.stopped
        });
        if !self.worker.stopped {
            self.worker.shared.finish();
        }
        super::order::sort_lines(play, first, &mut lines);
        lines.dedup();
        lines
    }

    /// Visits the lines of set play, which begins in `first`.
    fn set_play(&mut self, root: &Expr, first: &Position, found: Found<'_, 'a, R>) -> bool {
        let Expr::Branch(branch) = root else {
            return true;
        };
        let at = At::first(first);
        if branch.manner == Manner::Help && !branch.parries {
            return self.moves(Stage::start(branch).next(), at, found);
        }
        let mut forks = branch.parts[0].forks.iter();
        forks.all(|fork| fork.expr.is_goal() || self.fork_lines(fork, at, found))
    }

    /// Finds the keys, or the play after the key if the plan begins with a defence.
    fn battle(&mut self, root: &Expr, pos: &Position, solution: &mut Solution) {
        match root {
            Expr::Branch(branch) if branch.manner == Manner::Defence => {
                self.worker.shared.begin(1, branch.most);
                let at = At::first(pos);
                let stage = Stage::start(branch);
                let holds = self.constraints_hold(&branch.parts[1], at);
                let defences = if holds {
                    self.defences(stage, pos)
                } else {
                    Vec::new()
                };
                solution.post_key = Some(PostKey {
                    threats: Vec::new(),
                    defences,
                });
                self.worker.shared.finish();
            }
            Expr::Branch(branch) => self.keys(Stage::start(branch), pos, solution),
            _ => {}
        }
    }

    fn keys(&mut self, stage: Stage<'_>, pos: &Position, solution: &mut Solution) {
        let shared = self.worker.shared;
        let options = &shared.task.options;
        let at = At::first(pos);
        if !self.constraints_hold(&stage.branch.parts[1], at) {
            return;
        }
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        super::order::sort_by_text(pos, &mut list, |mv| *mv);
        shared.begin(list.len(), stage.most);
        list.retain(|mv| shared.searches(*mv));
        let mut tree = Vec::new();
        for &mv in &list {
            shared.take_up(mv);
            let within = self.solves(stage, pos, mv);
            if self.worker.stopped {
                return;
            }
            shared.finish();
            if let Some(most) = within {
                let key = Key {
                    mv,
                    moves: most.div_ceil(2),
                    goal: most == 1,
                };
                if shared.found(News::Key(key)) {
                    solution.keys.push(key);
                    if options.variations {
                        tree.push(self.attack_tree(Stage { most, ..stage }, pos, mv));
                    }
                }
            } else if let Some(refutations) = self.refutations(stage, pos, mv) {
                solution.tries.push(Try { mv, refutations });
                if options.variations {
                    tree.push(Attack {
                        solves: false,
                        moves: 0,
                        ..self.attack_tree(stage, pos, mv)
                    });
                }
            }
        }
        if options.variations {
            solution.tree = Some(tree);
        }
    }

    /// The refutations of the move `mv`, which does not solve; `None` if it is no try: there are none or too many, or tries are not
    /// wanted.
    fn refutations(&mut self, stage: Stage<'_>, pos: &Position, mv: Move) -> Option<Vec<Move>> {
        let most = self.worker.shared.task.options.most_refutations()?;
        let next = self.worker.play(pos, mv);
        let after = stage.next();
        let at = At::after(pos, mv, &next);
        let waits = stage.branch.parries && !Worker::<R>::in_check(&next);
        if waits || after.left() == 0 || !self.constraints_hold(after.parts(), at) {
            return None;
        }
        let mut list = MoveList::new();
        Worker::<R>::legal(&next, &mut list);
        super::order::sort_by_text(&next, &mut list, |mv| *mv);
        let refutes = |mv: &Move| !self.is_answered(after, &next, *mv);
        let refutations: Vec<Move> = list
            .iter()
            .copied()
            .filter(refutes)
            .take(most as usize + 1)
            .collect();
        let is_try = !self.worker.stopped && (1..=most as usize).contains(&refutations.len());
        is_try.then_some(refutations)
    }

    /// The least number of half-moves within which the move `mv` solves; `None` if it does not solve.
    fn solves(&mut self, stage: Stage<'_>, pos: &Position, mv: Move) -> Option<u32> {
        let next = self.worker.play(pos, mv);
        let first = stage.played + 1 + stage.most.wrapping_sub(stage.played + 1) % 2;
        let mut lengths = (first..=stage.most).step_by(2);
        lengths.find(|most| {
            self.is_won(
                Stage {
                    most: *most,
                    ..stage
                },
                pos,
                mv,
                &next,
            )
        })
    }

    fn attack_tree(&mut self, stage: Stage<'_>, pos: &Position, mv: Move) -> Attack {
        let next = self.worker.play(pos, mv);
        let after = stage.next();
        let at = At::after(pos, mv, &next);
        let goal = self.any_fork(after, at);
        let defences = if goal || after.left() == 0 {
            Vec::new()
        } else {
            self.defences(after, &next)
        };
        Attack {
            mv,
            solves: true,
            moves: after.left() / 2 + 1,
            goal,
            threats: Vec::new(),
            defences,
        }
    }

    /// All moves of the defending side, with the answers that solve.
    fn defences(&mut self, stage: Stage<'_>, pos: &Position) -> Vec<Defence> {
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        super::order::sort_by_text(pos, &mut list, |mv| *mv);
        let mut found = Vec::new();
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            let after = stage.next();
            let at = At::after(pos, mv, &next);
            let goal = self.any_fork(after, at);
            let mut answers = Vec::new();
            if !goal && after.left() > 0 && self.constraints_hold(after.parts(), at) {
                let mut list = MoveList::new();
                Worker::<R>::legal(&next, &mut list);
                super::order::sort_by_text(&next, &mut list, |mv| *mv);
                for &mv in &list {
                    if let Some(most) = self.solves(after, &next, mv) {
                        answers.push(self.attack_tree(Stage { most, ..after }, &next, mv));
                    }
                }
            }
            if self.worker.stopped {
                break;
            }
            found.push(Defence {
                mv,
                defends: true,
                goal,
                answers,
            });
        }
        found
    }

    /// Whether an expression holds.
    fn holds(&mut self, expr: &Expr, at: At<'_>) -> bool {
        match expr {
            Expr::Goal(goal) => match at.last {
                Some((before, mv)) => self.worker.reaches_goal(*goal, before, mv, at.pos),
                None => Worker::<R>::reaches_goal_by_pass(*goal, at.pos),
            },
            Expr::Not(one) => !self.holds(one, at),
            Expr::And(one, other) => self.holds(one, at) && self.holds(other, at),
            Expr::Or(one, other) => self.holds(one, at) || self.holds(other, at),
            Expr::Pass(one) => {
                let is_safe = !Worker::<R>::in_check(at.pos);
                let pos = passed(at.pos);
                is_safe && self.holds(one, At::first(&pos))
            }
            Expr::Branch(branch) => {
                let stage = Stage::start(branch);
                match branch.manner {
                    Manner::Attack => self.attack(stage, at),
                    Manner::Defence => self.is_lost(stage, at),
                    Manner::Series | Manner::Help => {
                        let mut any = false;
                        self.moves(stage, at, &mut |_| {
                            any = true;
                            false
                        });
                        any
                    }
                }
            }
        }
    }

    fn constraints_hold(&mut self, parts: &Parts, at: At<'_>) -> bool {
        let mut constraints = parts.constraints.iter();
        constraints.all(|one| self.holds(one, at))
    }

    /// Whether the constraints of a series allow a move. With `goals` the constraints that are goals are tested (after the move),
    /// otherwise the others (before it).
    fn series_allows(&mut self, branch: &Branch, goals: bool, at: At<'_>) -> bool {
        let constraints = branch.parts[0].constraints.iter();
        let mut asked = constraints.filter(|one| one.is_goal() == goals);
        asked.all(|one| self.holds(one, at))
    }

    /// Whether a fork of the last half-move holds.
    fn any_fork(&mut self, after: Stage<'_>, at: At<'_>) -> bool {
        if after.played < after.branch.least {
            return false;
        }
        let mut forks = after.parts().forks.iter();
        forks.any(|fork| self.holds(&fork.expr, at))
    }

    /// The result for a place, from the table or by a search.
    fn known(
        &mut self,
        stage: Stage<'_>,
        at: At<'_>,
        lines: bool,
        search: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        // Not stored if there are constraints, because these may depend on the last move.
        let [begins, answers] = &stage.branch.parts;
        let free = begins.constraints.is_empty() && answers.constraints.is_empty();
        let packed = (free && stage.left() > 1).then(|| self.packing.pack(at.pos));
        let place = packed.flatten().map(|packed| Place {
            branch: stage.branch.id,
            played: stage.played,
            most: stage.most,
            lines,
            packed,
        });
        if let Some(known) = place.as_ref().and_then(|place| self.known.get(place)) {
            return *known;
        }
        let answer = search(self);
        if let Some(place) = place.filter(|_| !(self.worker.stopped || lines && answer)) {
            if self.known.len() >= self.most_known {
                self.known.clear();
            }
            if self.most_known > 0 {
                self.known.insert(place, answer);
            }
        }
        answer
    }

    /// The legal moves at a stage; only the moves that give check, if no other move can solve.
    fn legal(stage: Stage<'_>, pos: &Position, list: &mut MoveList) {
        if !stage.ends_with_check() {
            return Worker::<R>::legal(pos, list);
        }
        Worker::<R>::pseudo_legal(pos, Bitboard::ALL, list);
        Worker::<R>::keep_checks(pos, list);
        let check_info = Worker::<R>::check_info(pos);
        list.retain(|mv| Worker::<R>::is_legal(pos, &check_info, *mv));
    }

    /// Whether the attacking side, to move, has a move that solves.
    fn attack(&mut self, stage: Stage<'_>, at: At<'_>) -> bool {
        if stage.left() == 0 || !self.constraints_hold(&stage.branch.parts[1], at) {
            return false;
        }
        self.known(stage, at, false, |search| {
            let mut list = MoveList::new();
            let only_goals = stage.left() <= 2 && stage.branch.parts[1].forks.is_empty();
            let last = Stage {
                most: stage.played + 1,
                ..stage
            };
            Self::legal(if only_goals { last } else { stage }, at.pos, &mut list);
            list.iter().any(|mv| {
                let next = search.worker.play(at.pos, *mv);
                !search.worker.stopped && search.is_won(stage, at.pos, *mv, &next)
            })
        })
    }

    /// Whether the attacking side's move `mv`, which led to `next`, solves.
    fn is_won(&mut self, stage: Stage<'_>, pos: &Position, mv: Move, next: &Position) -> bool {
        let after = stage.next();
        let at = At::after(pos, mv, next);
        self.any_fork(after, at) || after.left() > 0 && self.is_lost(after, at)
    }

    /// Whether the defending side, to move, has legal moves but no move that prevents the solution.
    fn is_lost(&mut self, stage: Stage<'_>, at: At<'_>) -> bool {
        let by_first = stage.branch.manner == Manner::Defence;
        let before = &stage.branch.parts[usize::from(by_first)];
        if stage.left() == 0 || !self.constraints_hold(before, at) {
            return false;
        }
        if stage.branch.parries && !Worker::<R>::in_check(at.pos) {
            let pos = passed(at.pos);
            return self.attack(stage.next(), At::first(&pos));
        }
        self.known(stage, at, false, |search| {
            let mut list = MoveList::new();
            Worker::<R>::legal(at.pos, &mut list);
            !list.is_empty() && list.iter().all(|mv| search.is_answered(stage, at.pos, *mv))
        })
    }

    /// Whether the defending side's move `mv` does not prevent the solution.
    fn is_answered(&mut self, stage: Stage<'_>, pos: &Position, mv: Move) -> bool {
        let next = self.worker.play(pos, mv);
        let after = stage.next();
        let at = At::after(pos, mv, &next);
        !self.worker.stopped
            && (self.any_fork(after, at) || after.left() > 0 && self.attack(after, at))
    }

    /// Visits the lines by which an expression holds. Goals add no moves to a line, and expressions that do not hold have no lines.
    /// Returns whether the visitor wants more.
    fn lines(&mut self, expr: &Expr, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        match expr {
            Expr::And(one, other) if !expr.is_goal() => {
                !(self.holds(one, at) && self.holds(other, at))
                    || self.lines(one, at, found) && self.lines(other, at, found)
            }
            Expr::Or(one, other) if !expr.is_goal() => {
                self.lines(one, at, found) && self.lines(other, at, found)
            }
            Expr::Pass(one) => {
                let pos = passed(at.pos);
                Worker::<R>::in_check(at.pos) || self.lines(one, At::first(&pos), found)
            }
            Expr::Branch(branch) => {
                let stage = Stage::start(branch);
                match branch.manner {
                    Manner::Help | Manner::Series => self.wanted_lines(stage, at, found),
                    Manner::Attack => self.attack_lines(stage, at, found),
                    Manner::Defence => {
                        !self.is_lost(stage, at) || self.defence_lines(stage, at, found)
                    }
                }
            }
            _ => !self.holds(expr, at) || found(self),
        }
    }

    fn fork_lines(&mut self, fork: &Fork, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        if fork.hidden {
            !self.holds(&fork.expr, at) || found(self)
        } else {
            self.lines(&fork.expr, at, found)
        }
    }

    /// Visits the lines of help and series play; with `StopOnShortSolutions` the shortest, and no others once there are lines shorter than
    /// the branch.
    fn wanted_lines(&mut self, stage: Stage<'_>, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        if !self.worker.shared.task.options.stop_on_short {
            return self.moves(stage, at, found);
        }
        let step = match stage.branch.manner {
            Manner::Help => 2,
            _ => 1,
        };
        let longest = stage.most;
        let mut lengths: Vec<u32> = (1..=longest).rev().step_by(step).collect();
        while let Some(most) = lengths.pop().filter(|_| !self.ended) {
            let mut any = false;
            let goes_on = self.moves(Stage { most, ..stage }, at, &mut |search| {
                any = true;
                found(search)
            });
            if !goes_on {
                return false;
            }
            self.ended |= any && most < longest;
        }
        true
    }

    /// Visits the lines of help and series play.
    fn moves(&mut self, stage: Stage<'_>, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        if stage.left() == 0 {
            return true;
        }
        let branch = stage.branch;
        let series = branch.manner == Manner::Series;
        let before = usize::from(stage.played.is_multiple_of(2));
        let allowed = if series {
            self.series_allows(branch, false, at)
        } else {
            self.constraints_hold(&branch.parts[before], at)
        };
        if !allowed {
            return true;
        }
        let waits = branch.parries && stage.played % 2 == 1 && !Worker::<R>::in_check(at.pos);
        if waits {
            let pos = passed(at.pos);
            return self.moves(stage.next(), At::first(&pos), found);
        }
        let mut goes_on = true;
        self.known(stage, at, true, |search| {
            let mut any = false;
            let mut note = |search: &mut Self| {
                any = true;
                found(search)
            };
            let mut list = MoveList::new();
            Self::legal(stage, at.pos, &mut list);
            if search.worker.shared.task.options.stop_on_short {
                // The first moves with short lines end the search.
                sort_by_number(at.pos, &mut list);
            }
            for &mv in &list {
                let next = search.worker.play(at.pos, mv);
                if search.worker.stopped {
                    goes_on = false;
                    break;
                }
                search.line.push(mv);
                goes_on = search.after_move(stage.next(), at.pos, mv, &next, &mut note);
                search.line.pop();
                if !goes_on {
                    break;
                }
            }
            any
        });
        goes_on
    }

    /// Visits the lines that continue after a move of help or series play.
    fn after_move(
        &mut self,
        after: Stage<'_>,
        pos: &Position,
        mv: Move,
        next: &Position,
        found: Found<'_, 'a, R>,
    ) -> bool {
        let at = At::after(pos, mv, next);
        let series = after.branch.manner == Manner::Series;
        if series && !self.series_allows(after.branch, true, at) {
            return true;
        }
        let counts = after.played >= after.branch.least;
        for fork in &after.parts().forks {
            if !counts {
                if fork.ends && self.holds(&fork.expr, at) {
                    return true;
                }
                continue;
            }
            let mut any = false;
            let goes_on = self.fork_lines(fork, at, &mut |search| {
                any = true;
                found(search)
            });
            if !goes_on {
                return false;
            }
            if any && (fork.ends || fork.expr.is_goal()) {
                return true;
            }
        }
        let proof = self.proof.as_mut();
        let can_arrive = |bound: &mut ProofBound<'_>| bound.can_become(next, [after.left(); 2]);
        if after.left() == 0 || !proof.is_none_or(can_arrive) {
            return true;
        }
        if !series {
            return self.moves(after, at, found);
        }
        if Worker::<R>::in_check(next) {
            // The series ends, because the other side would have to answer the check.
            return true;
        }
        let pos = passed(next);
        self.moves(
            after,
            At {
                pos: &pos,
                last: at.last,
            },
            found,
        )
    }

    /// Visits the variations of the shortest attack; in the diagram those of each move that solves, by its own shortest attack, as keys
    /// of battle play are listed.
    fn attack_lines(&mut self, stage: Stage<'_>, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        let in_diagram = self.line.is_empty();
        let first = stage.played + 1 + (stage.most - stage.played).wrapping_sub(1) % 2;
        let mut list = MoveList::new();
        Worker::<R>::legal(at.pos, &mut list);
        for most in (first..=stage.most).step_by(2) {
            let stage = Stage { most, ..stage };
            if !self.attack(stage, at) || self.worker.stopped {
                continue;
            }
            let mut others = MoveList::new();
            for &mv in &list {
                let next = self.worker.play(at.pos, mv);
                if self.worker.stopped || !self.is_won(stage, at.pos, mv, &next) {
                    others.push(mv);
                    continue;
                }
                self.line.push(mv);
                let goes_on = self.won_lines(stage.next(), at.pos, mv, &next, found);
                self.line.pop();
                if !goes_on {
                    return false;
                }
            }
            if !in_diagram {
                return true;
            }
            list = others;
        }
        true
    }

    /// Visits the variations after a move that solves.
    fn won_lines(
        &mut self,
        after: Stage<'_>,
        pos: &Position,
        mv: Move,
        next: &Position,
        found: Found<'_, 'a, R>,
    ) -> bool {
        let at = At::after(pos, mv, next);
        if self.any_fork(after, at) {
            let mut forks = after.parts().forks.iter();
            return forks.all(|fork| self.fork_lines(fork, at, found));
        }
        if after.branch.parries && !Worker::<R>::in_check(next) {
            let pos = passed(next);
            return self.attack_lines(after.next(), At::first(&pos), found);
        }
        self.defence_lines(after, at, found)
    }

    /// Visits the variations of all defences.
    fn defence_lines(&mut self, stage: Stage<'_>, at: At<'_>, found: Found<'_, 'a, R>) -> bool {
        let mut list = MoveList::new();
        Worker::<R>::legal(at.pos, &mut list);
        for &mv in &list {
            let next = self.worker.play(at.pos, mv);
            let after = stage.next();
            let at = At::after(at.pos, mv, &next);
            self.line.push(mv);
            let goes_on = if self.any_fork(after, at) {
                let mut forks = after.parts().forks.iter();
                forks.all(|fork| self.fork_lines(fork, at, found))
            } else {
                after.left() == 0 || self.attack_lines(after, at, found)
            };
            self.line.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}
