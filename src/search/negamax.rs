//! The search node: principal variation search over legs, in named steps.
//!
//! The techniques are those modern engines agree on; sources are given where a step has one name. A leg
//! inside a turn costs no depth and does not change the side to move.

use super::history::Place;
use super::params::{
    DELTA_MARGIN, EXCHANGE_NOISY_MARGIN, EXCHANGE_QUIET_MARGIN, FUTILITY_BASE, FUTILITY_DEPTH,
    FUTILITY_MARGIN, HISTORY_PRUNE_MARGIN, LATE_MOVE_BASE, LATE_MOVE_DEPTH, NULL_MOVE_BASE,
    NULL_MOVE_DIVISOR, NULL_MOVE_MARGIN, NULL_VERIFY_DEPTH, PROBCUT_DEPTH, PROBCUT_MARGIN,
    RAZOR_BASE, RAZOR_DEPTH, RAZOR_MARGIN, REDUCTION_BASE, REDUCTION_DIVISOR, REDUCTION_HISTORY,
    REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN, SINGULAR_DEPTH, SINGULAR_MARGIN,
};
use super::picker::{Given, Picker, is_noisy, is_pseudo_legal, victim};
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::base::{Color, INFINITE, MATE_IN_MAX, MAX_PLY, Move, Value, mate_in, mated_in};
use crate::position::{Delta, Position};
use crate::rules::{Outcome, Rules, dead_position};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// Quiet or noisy moves remembered for punishment when a later one refutes.
type Tried = ArrayVec<(Move, Place), 48>;

static REDUCTIONS: LazyLock<Box<[[i32; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for number in 1..64 {
            let product = (depth as f64).ln() * (number as f64).ln();
            let plies =
                f64::from(REDUCTION_BASE) / 100.0 + product * 100.0 / f64::from(REDUCTION_DIVISOR);
            table[depth][number] = plies as i32;
        }
    }
    table
});

/// The value of a finished game for a side, `ply` legs below the root.
pub fn outcome_value(outcome: Outcome, us: Color, ply: usize) -> Value {
    match outcome.winner {
        Some(winner) if winner == us => mate_in(ply),
        Some(_) => mated_in(ply),
        None => 0,
    }
}

/// What the table and the evaluation say of a node before any move is tried.
struct Known {
    entry: Option<Entry>,
    eval: Value,
    raw_eval: Value,
    improving: bool,
}

impl<R: Rules> Worker<'_, R> {
    /// The value of a position, between `alpha` and `beta` if it lies there.
    pub(super) fn node<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        mut alpha: Value,
        mut beta: Value,
        cut: bool,
    ) -> Value {
        if depth <= 0 && !pos.state().mid_turn() {
            return self.quiesce::<PV>(pos, ply, alpha, beta);
        }
        let depth = depth.max(1);
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        self.check_limits();
        if self.stopping {
            return 0;
        }
        if let Some(value) = self.game_over(pos, ply) {
            return value;
        }
        let in_check = R::guard(pos).in_check;
        if ply >= MAX_PLY - 2 {
            return if in_check {
                0
            } else {
                crate::eval::evaluate(pos)
            };
        }
        // Mate-distance pruning: no line can beat a shorter mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.stack[ply].excluded;
        let entry = self
            .shared
            .table
            .probe(pos.key(), ply)
            .filter(|_| excluded.is_none());
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && settles(&entry, alpha, beta)
            && pos.state().clock < 90
        {
            return entry.value;
        }
        let known = self.assess(pos, ply, in_check, entry);
        if !PV
            && !in_check
            && excluded.is_none()
            && let Some(value) = self.prune::<PV>(pos, ply, depth, alpha, beta, &known, cut)
        {
            return value;
        }
        // Internal iterative reduction: without a table move the ordering is poor anyway.
        let table_move = known.entry.and_then(|entry| entry.mv);
        let depth = if depth >= 4 && table_move.is_none() && (PV || cut) {
            depth - 1
        } else {
            depth
        };
        self.moves::<PV>(pos, ply, depth, alpha, beta, cut, in_check, &known)
    }

    /// Ends by the rules of the variant, dead positions, repetition and the move count.
    fn game_over(&mut self, pos: &Position, ply: usize) -> Option<Value> {
        if let Some(outcome) = R::ended(pos) {
            return Some(outcome_value(outcome, pos.turn(), ply));
        }
        if pos.state().mid_turn() {
            return None;
        }
        if dead_position(pos).is_some() || self.repeats(pos) {
            return Some(0);
        }
        if pos.state().clock >= pos.atlas().move_limit {
            // A mate on the last move still counts.
            let mated = R::in_check(pos) && R::count(pos) == 0;
            return Some(if mated { mated_in(ply) } else { 0 });
        }
        None
    }

    /// Whether the position has occurred before: once within the search, or twice in the game.
    fn repeats(&self, pos: &Position) -> bool {
        let Some((key, earlier)) = self.keys.split_last() else {
            return false;
        };
        let clock = usize::from(pos.state().clock);
        // Where a turned man can be turned again, positions repeat across restarts of the clock.
        let any_age = R::LEGS || R::SIDE_EFFECTS;
        if !any_age && clock < 4 {
            return false;
        }
        let first = if any_age {
            0
        } else {
            earlier.len().saturating_sub(clock)
        };
        let mut found = 0;
        for index in (first..earlier.len()).rev() {
            if earlier[index] == *key {
                found += 1;
                if index >= self.root_keys || found == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation, corrected by what the table and earlier searches say.
    fn assess(
        &mut self,
        pos: &Position,
        ply: usize,
        in_check: bool,
        entry: Option<Entry>,
    ) -> Known {
        let mut known = Known {
            entry,
            eval: -INFINITE,
            raw_eval: 0,
            improving: false,
        };
        self.stack[ply].in_check = in_check;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].excluded = None;
        if in_check {
            self.stack[ply].eval = -INFINITE;
            return known;
        }
        known.raw_eval = match entry {
            Some(entry) => entry.eval,
            None => crate::eval::evaluate(pos),
        };
        let limit = MATE_IN_MAX - 1;
        known.eval = (known.raw_eval + self.history.correction(pos)).clamp(-limit, limit);
        self.stack[ply].eval = known.eval;
        if let Some(entry) = entry
            && entry.value.abs() < MATE_IN_MAX
            && settles(&entry, known.eval, known.eval + 1)
        {
            known.eval = entry.value;
        }
        let before = ply
            .checked_sub(2)
            .map_or(-INFINITE, |ply| self.stack[ply].eval);
        known.improving = before == -INFINITE || self.stack[ply].eval > before;
        known
    }

    /// Whether the node can be left without trying its moves one by one.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    fn prune<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        if pos.state().mid_turn() {
            return None;
        }
        // Razoring: far below alpha only captures could help.
        if depth <= RAZOR_DEPTH && known.eval + RAZOR_BASE + RAZOR_MARGIN * depth < alpha {
            let value = self.quiesce::<false>(pos, ply, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: so far above beta that a reply can hardly bring it down.
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(known.improving));
        if depth <= REVERSE_FUTILITY_DEPTH && known.eval - margin >= beta && beta > -MATE_IN_MAX {
            return Some(Value::midpoint(known.eval, beta));
        }
        self.null_move(pos, ply, depth, beta, known, cut)
            .or_else(|| self.probcut(pos, ply, depth, beta, known, cut))
    }

    /// Null move: if even passing keeps the score above beta, a real move will.
    fn null_move(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        let us = pos.turn();
        let pawns = pos
            .atlas()
            .pawn
            .map_or(0, |pawn| pos.pieces(us, pawn).count());
        let officers = pos.side(us).count() - pawns - pos.royals(us).count();
        let after_null = ply > 0 && self.stack[ply - 1].place.is_none();
        let sound =
            R::gains_by_moving(pos) && !after_null && ply >= self.no_null_until && officers >= 2;
        if !sound || depth < 3 || known.eval < beta || beta <= -MATE_IN_MAX {
            return None;
        }
        let reduction = NULL_MOVE_BASE
            + depth / NULL_MOVE_DIVISOR
            + ((known.eval - beta) / NULL_MOVE_MARGIN).min(3);
        let next = pos.after(&Delta::new(pos.state().turned(false)));
        self.stack[ply].place = None;
        self.keys.push(next.key());
        let value = -self.node::<false>(&next, ply + 1, depth - reduction, -beta, -beta + 1, !cut);
        self.keys.pop();
        if self.stopping || value < beta {
            return None;
        }
        let value = if value >= MATE_IN_MAX { beta } else { value };
        if depth < NULL_VERIFY_DEPTH && officers >= 3 {
            return Some(value);
        }
        // Verification: the same without null moves in the upper part of the tree (zugzwang).
        let earlier = self.no_null_until;
        self.no_null_until = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.node::<false>(pos, ply, depth - reduction, beta - 1, beta, false);
        self.no_null_until = earlier;
        (verified >= beta).then_some(value)
    }

    /// `ProbCut` (M. Buro, 1995): a capture that holds far above beta at low depth will do at full depth.
    fn probcut(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        beta: Value,
        known: &Known,
        cut: bool,
    ) -> Option<Value> {
        let raised = beta + PROBCUT_MARGIN;
        if depth < PROBCUT_DEPTH || beta.abs() >= MATE_IN_MAX || !cut {
            return None;
        }
        if let Some(entry) = known.entry
            && entry.depth >= depth - 3
            && entry.value < raised
        {
            return None;
        }
        let guard = R::guard(pos);
        let table_move = known
            .entry
            .and_then(|entry| entry.mv)
            .filter(|mv| is_noisy(pos, *mv));
        let table_move = table_move.filter(|mv| is_pseudo_legal::<R>(pos, *mv));
        let mut picker = Picker::new(table_move, None, [None; 2], true);
        let needed = raised - known.eval;
        while let Some((mv, given)) = picker.next::<R>(pos, &self.history, &self.worth, true) {
            if given == Given::BadNoisy {
                break;
            }
            if !self.worth.wins::<R>(pos, mv, needed) || !R::is_legal(pos, &guard, mv) {
                continue;
            }
            let next = self.make(pos, mv, ply);
            let same = R::LEGS && next.turn() == pos.turn();
            let mut value = if same {
                self.quiesce::<false>(&next, ply + 1, raised - 1, raised)
            } else {
                -self.quiesce::<false>(&next, ply + 1, -raised, -raised + 1)
            };
            if value >= raised {
                value =
                    self.child::<false>(&next, same, ply + 1, depth - 4, raised - 1, raised, !cut);
            }
            self.unmake();
            if self.stopping {
                return None;
            }
            if value >= raised {
                let found = Entry {
                    mv: Some(mv),
                    value,
                    eval: known.raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.shared.table.store(pos.key(), ply, &found);
                return Some(value);
            }
        }
        None
    }

    /// The places of the moves one and two legs before.
    fn before(&self, ply: usize) -> [Option<Place>; 2] {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].place);
        [at(1), at(2)]
    }

    /// Tries the moves of a node.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    #[expect(
        clippy::too_many_lines,
        reason = "the loop of the search node, a step after the other"
    )]
    fn moves<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        cut: bool,
        in_check: bool,
        known: &Known,
    ) -> Value {
        let excluded = self.stack[ply].excluded;
        let original = alpha;
        let mut alpha = alpha;
        let guard = R::guard(pos);
        let before = self.before(ply);
        let table_move = known.entry.and_then(|entry| entry.mv);
        let table_move = table_move.filter(|mv| is_pseudo_legal::<R>(pos, *mv));
        let table_noisy = table_move.is_some_and(|mv| is_noisy(pos, mv));
        let mut picker = Picker::new(table_move, self.stack[ply].killer, before, false);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut skip_quiets = false;
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        while let Some((mv, given)) = picker.next::<R>(pos, &self.history, &self.worth, skip_quiets)
        {
            if Some(mv) == excluded || !R::is_legal(pos, &guard, mv) {
                continue;
            }
            number += 1;
            let noisy = is_noisy(pos, mv);
            let place = Place::of(pos, mv);
            let history = if noisy {
                0
            } else {
                self.history.quiet(pos.turn(), mv, place, before)
            };
            let table = REDUCTIONS[depth.min(63) as usize][number.min(63)];
            // Late, hopeless and losing moves are not tried at all near the leaves.
            if best > -MATE_IN_MAX && (!PV || number > 4) {
                if !noisy && !in_check {
                    let left = (depth - table).max(0);
                    let late = (LATE_MOVE_BASE + depth * depth) / (2 - i32::from(known.improving));
                    let hopeless = left <= FUTILITY_DEPTH
                        && known.eval + FUTILITY_BASE + FUTILITY_MARGIN * left <= alpha;
                    if depth <= LATE_MOVE_DEPTH && number as i32 > late || hopeless {
                        skip_quiets = true;
                    }
                    if depth <= 4 && history < -HISTORY_PRUNE_MARGIN * depth {
                        continue;
                    }
                }
                let margin = if noisy {
                    EXCHANGE_NOISY_MARGIN
                } else {
                    EXCHANGE_QUIET_MARGIN
                };
                if depth <= 8
                    && given != Given::GoodNoisy
                    && !self.worth.wins::<R>(pos, mv, -margin * depth)
                {
                    continue;
                }
            }
            let extension = self.extension::<PV>(pos, ply, depth, beta, cut, mv, known);
            let Some(extension) = extension.map_or_else(
                |value| {
                    best = best.max(value);
                    None
                },
                Some,
            ) else {
                return best;
            };
            let next = self.make(pos, mv, ply);
            let same = R::LEGS && next.turn() == pos.turn();
            let deeper = if same { depth } else { depth - 1 } + extension;
            let mut value = -INFINITE;
            // Late move reductions: moves that are unlikely to be good are looked at less deeply first.
            if depth >= 3
                && number > 1 + usize::from(PV)
                && (!noisy || given == Given::BadNoisy)
                && !same
            {
                let mut reduction = table;
                reduction -= i32::from(PV);
                reduction += i32::from(cut);
                reduction += i32::from(!known.improving);
                reduction += i32::from(table_noisy);
                reduction -= i32::from(in_check);
                reduction -= i32::from(R::guard(&next).in_check);
                reduction -= history / REDUCTION_HISTORY;
                let reduced = (deeper - reduction.max(0)).clamp(1, deeper.max(1));
                value = self.child::<false>(&next, same, ply + 1, reduced, alpha, alpha + 1, true);
                if value > alpha && reduced < deeper {
                    value =
                        self.child::<false>(&next, same, ply + 1, deeper, alpha, alpha + 1, !cut);
                }
            } else if !PV || number > 1 {
                value = self.child::<false>(&next, same, ply + 1, deeper, alpha, alpha + 1, !cut);
            }
            if PV && (number == 1 || value > alpha) {
                value = self.child::<true>(&next, same, ply + 1, deeper, alpha, beta, false);
            }
            self.unmake();
            if self.stopping {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            let tried = if noisy { &mut noisies } else { &mut quiets };
            let _ = tried.try_push((mv, place));
        }
        if number == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return outcome_value(R::stuck(pos), pos.turn(), ply);
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.reward(pos, ply, depth, mv, &quiets, &noisies);
        }
        if excluded.is_none() {
            let bound = match best_move {
                _ if best >= beta => Bound::Lower,
                Some(_) if best > original => Bound::Exact,
                _ => Bound::Upper,
            };
            let found = Entry {
                mv: best_move,
                value: best,
                eval: known.raw_eval,
                depth,
                bound,
            };
            self.shared.table.store(pos.key(), ply, &found);
            self.learn_correction(pos, ply, depth, &found, in_check);
        }
        best
    }

    /// How much deeper a move is searched, or the value that makes trying it needless: singular
    /// extensions with multi-cut.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    fn extension<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        beta: Value,
        cut: bool,
        mv: Move,
        known: &Known,
    ) -> Result<i32, Value> {
        let Some(entry) = known.entry else {
            return Ok(0);
        };
        let candidate = depth >= SINGULAR_DEPTH
            && entry.mv == Some(mv)
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && entry.value.abs() < MATE_IN_MAX
            && self.stack[ply].excluded.is_none()
            && ply < 2 * self.depth as usize + 4
            && !pos.state().mid_turn();
        if !candidate {
            return Ok(0);
        }
        let bar = entry.value - SINGULAR_MARGIN * depth;
        self.stack[ply].excluded = Some(mv);
        let value = self.node::<false>(pos, ply, (depth - 1) / 2, bar - 1, bar, cut);
        self.stack[ply].excluded = None;
        if value < bar {
            return Ok(1 + i32::from(!PV && value < bar - 20));
        }
        if bar >= beta {
            return Err(bar);
        }
        Ok(if entry.value >= beta { -1 } else { 0 })
    }

    /// Puts a move in front of the line found behind it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Teaches the histories that a move refuted the node and those tried before it did not.
    fn reward(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        mv: Move,
        quiets: &Tried,
        noisies: &Tried,
    ) {
        let bonus = (170 * depth - 90).min(1700);
        let before = self.before(ply);
        let us = pos.turn();
        let place = Place::of(pos, mv);
        if is_noisy(pos, mv) {
            self.history.update_capture(place, victim(pos, mv), bonus);
        } else {
            self.stack[ply].killer = Some(mv);
            self.history.update_quiet(us, mv, place, before, bonus);
            for (tried, place) in quiets {
                self.history
                    .update_quiet(us, *tried, *place, before, -bonus);
            }
        }
        for (tried, place) in noisies {
            self.history
                .update_capture(*place, victim(pos, *tried), -bonus);
        }
    }

    /// Teaches the correction history how far the static evaluation was off in a quiet node.
    fn learn_correction(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        found: &Entry,
        in_check: bool,
    ) {
        let eval = self.stack[ply].eval;
        let tactical = found.mv.is_some_and(|mv| is_noisy(pos, mv));
        let informative = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.value > eval,
            Bound::Upper => found.value < eval,
        };
        if !in_check && !tactical && informative && found.value.abs() < MATE_IN_MAX {
            let difference = (found.value - found.eval).clamp(-400, 400);
            self.history.update_correction(pos, depth, difference);
        }
    }

    /// Quiescence: captures, promotions and, in check, all evasions, until the position is quiet.
    fn quiesce<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        self.check_limits();
        if self.stopping {
            return 0;
        }
        if let Some(value) = self.game_over(pos, ply) {
            return value;
        }
        let guard = R::guard(pos);
        let in_check = guard.in_check;
        if ply >= MAX_PLY - 2 {
            return if in_check {
                0
            } else {
                crate::eval::evaluate(pos)
            };
        }
        let entry = self.shared.table.probe(pos.key(), ply);
        if !PV
            && let Some(entry) = entry
            && settles(&entry, alpha, beta)
        {
            return entry.value;
        }
        let known = self.assess(pos, ply, in_check, entry);
        let (original, mut alpha) = (alpha, alpha);
        let mut best = -INFINITE;
        if !in_check {
            best = known.eval;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let table_move = entry.and_then(|entry| entry.mv);
        let usable = |mv: &Move| (in_check || is_noisy(pos, *mv)) && is_pseudo_legal::<R>(pos, *mv);
        let mut picker = Picker::new(table_move.filter(usable), None, self.before(ply), !in_check);
        let mut best_move = None;
        let mut number = 0;
        while let Some((mv, given)) =
            picker.next::<R>(pos, &self.history, &self.worth, !in_check || number > 2)
        {
            if given == Given::BadNoisy && best > -MATE_IN_MAX {
                break;
            }
            if !R::is_legal(pos, &guard, mv) {
                continue;
            }
            number += 1;
            // Delta pruning: even with the prize the score would stay below alpha.
            if !in_check && best > -MATE_IN_MAX && known.eval + DELTA_MARGIN < alpha {
                let needed = alpha - known.eval - DELTA_MARGIN;
                if !self.worth.wins::<R>(pos, mv, needed) {
                    continue;
                }
            }
            let next = self.make(pos, mv, ply);
            let value = if R::LEGS && next.turn() == pos.turn() {
                self.node::<PV>(&next, ply + 1, 0, alpha, beta, false)
            } else {
                -self.quiesce::<PV>(&next, ply + 1, -beta, -alpha)
            };
            self.unmake();
            if self.stopping {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && number == 0 {
            return outcome_value(R::stuck(pos), pos.turn(), ply);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > original && PV => Bound::Exact,
            _ => Bound::Upper,
        };
        let found = Entry {
            mv: best_move,
            value: best,
            eval: known.raw_eval,
            depth: 0,
            bound,
        };
        self.shared.table.store(pos.key(), ply, &found);
        best
    }
}

/// Whether the table's value decides a node with this window.
fn settles(entry: &Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}
