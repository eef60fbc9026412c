//! The search node: principal variation search over legs, in named steps.
//!
//! The techniques are those modern engines agree on; sources are given where a step has one name. A leg
//! inside a turn costs no depth and does not change the side to move.

use super::history::{Before, Place};
use super::learning::Tried;
use super::params;
use super::picker::{Given, Picker, Scope, is_noisy, is_pseudo_legal, victim};
use super::pruning::{hopeless, late_from};
use super::reductions::{Late, reduction};
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::base::{
    Color, INFINITE, MATE_IN_MAX, MAX_PLY, Move, MoveKind, Value, mate_in, mated_in,
};
use crate::position::Position;
use crate::rules::{Outcome, Rules, dead_position};

/// The value of a finished game for a side, `ply` legs below the root.
pub fn outcome_value(outcome: Outcome, us: Color, ply: usize) -> Value {
    match outcome.winner {
        Some(winner) if winner == us => mate_in(ply),
        Some(_) => mated_in(ply),
        None => 0,
    }
}

/// What the table and the evaluation say of a node before any move is tried.
pub(super) struct Known {
    /// What the table knows.
    pub(super) entry: Option<Entry>,
    /// The static evaluation, corrected.
    pub(super) eval: Value,
    /// The static evaluation itself.
    pub(super) raw_eval: Value,
    /// Whether the node is, or has been, on the main line.
    pub(super) pv: bool,
    /// Whether it is better than a turn ago.
    pub(super) improving: bool,
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
            return self.quiesce::<PV>(pos, ply, 0, alpha, beta);
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
        let in_check = R::must_evade(pos);
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
            && pos.state().halfmove_clock < 90
        {
            if entry.value >= beta {
                self.reward_table(pos, ply, depth, &entry);
            }
            return entry.value;
        }
        let known = self.assess::<PV>(pos, ply, in_check, entry);
        if !PV
            && !in_check
            && excluded.is_none()
            && let Some(value) = self.prune::<PV>(pos, ply, depth, alpha, beta, &known, cut)
        {
            return value;
        }
        // Internal iterative reduction: without a table move the ordering is poor anyway.
        let table_move = known.entry.and_then(|entry| entry.mv);
        let depth = if depth >= params::iterative_depth() && table_move.is_none() && (PV || cut) {
            depth - 1
        } else {
            depth
        };
        self.moves::<PV>(pos, ply, depth, alpha, beta, cut, in_check, &known)
    }

    /// Ends by the rules of the variant, dead positions, repetition and the move count.
    pub(super) fn game_over(&mut self, pos: &Position, ply: usize) -> Option<Value> {
        if let Some(outcome) = R::immediate_end(pos) {
            return Some(outcome_value(outcome, pos.side_to_move(), ply));
        }
        if pos.state().mid_turn() {
            return None;
        }
        if dead_position(pos).is_some() || self.repeats(pos) {
            return Some(0);
        }
        if pos.state().halfmove_clock >= pos.variant().rules.move_limit {
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
        let clock = usize::from(pos.state().halfmove_clock);
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
    pub(super) fn assess<const PV: bool>(
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
            pv: PV || entry.is_some_and(|entry| entry.pv),
            improving: false,
        };
        self.stack[ply].in_check = in_check;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].excluded = None;
        self.stack[ply + 2].refuted = 0;
        if in_check {
            self.stack[ply].eval = -INFINITE;
            return known;
        }
        known.raw_eval = match entry {
            Some(entry) => entry.eval,
            None => crate::eval::evaluate(pos),
        };
        let limit = MATE_IN_MAX - 1;
        known.eval =
            (known.raw_eval + self.history.correction(pos, self.before(ply))).clamp(-limit, limit);
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

    /// The places of the moves one, two and four legs before.
    pub(super) fn before(&self, ply: usize) -> Before {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].place);
        [at(1), at(2), at(4)]
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
        let check_info = R::check_info(pos);
        let before = self.before(ply);
        let table_move = known.entry.and_then(|entry| entry.mv);
        let table_move = table_move.filter(|mv| is_pseudo_legal::<R>(pos, *mv));
        let table_noisy = table_move.is_some_and(|mv| is_noisy(pos, mv));
        let mut picker = Picker::new(table_move, self.stack[ply].killer, before, Scope::All);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut skip_quiets = false;
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        loop {
            // Futility: quiet moves of hopeless nodes are not even generated.
            if !skip_quiets && !in_check && best > -MATE_IN_MAX && (!PV || number >= 4) {
                skip_quiets = hopeless(depth - reduction(depth, number + 1), alpha, known.eval);
            }
            let Some((mv, given)) = picker.next(pos, self, skip_quiets) else {
                break;
            };
            if Some(mv) == excluded || !R::is_legal(pos, &check_info, mv) {
                continue;
            }
            number += 1;
            let noisy = is_noisy(pos, mv);
            let place = Place::of(pos, mv);
            let history = if noisy {
                if params::reduction_capture_history() > 0 {
                    self.history.capture(place, victim(pos, mv))
                } else {
                    0
                }
            } else {
                self.history.quiet(pos.side_to_move(), mv, place, before)
            };
            let table = reduction(depth, number);
            // Late and losing moves, and those of bad history, are not tried at all near the leaves.
            if best > -MATE_IN_MAX && (!PV || number > 4) {
                let left = (depth - table).max(0);
                if !noisy && !in_check {
                    let most = late_from(depth, picker.quiets(), known.improving);
                    skip_quiets |= depth <= params::late_move_depth() && number > most;
                    if depth <= params::history_prune_depth()
                        && history < -params::history_prune_margin() * depth
                    {
                        continue;
                    }
                }
                let allowed = if noisy {
                    params::exchange_noisy_margin() * depth
                } else {
                    params::exchange_quiet_margin() * left * left
                };
                if depth <= params::exchange_depth()
                    && given != Given::GoodNoisy
                    && !self.worth.wins::<R>(pos, mv, -allowed)
                {
                    continue;
                }
            }
            self.foresee(pos, mv);
            let extension = self.extension(pos, ply, depth, beta, cut, mv, known);
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
            self.stack[ply].quiet = (!noisy).then_some(mv);
            let same = R::LEGS && next.side_to_move() == pos.side_to_move();
            let deeper = if same {
                depth + params::leg_depth()
            } else {
                depth - 1
            } + extension;
            let mut value = -INFINITE;
            // Late move reductions: moves that are unlikely to be good are looked at less deeply first.
            if depth >= params::reduction_depth()
                && number > 1 + usize::from(PV)
                && (!noisy || given == Given::BadNoisy || params::reduction_noisy() > 0)
                && (!same || params::leg_reduction() > 0)
            {
                let reduction = self.late_reduction(
                    ply,
                    &Late {
                        table,
                        history,
                        cut,
                        table_noisy,
                        checks: i32::from(in_check) + i32::from(R::must_evade(&next)),
                        drop: mv.kind() == MoveKind::Drop,
                        known,
                    },
                );
                let reduced = (deeper - reduction).clamp(1, deeper.max(1));
                value = self.child::<false>(&next, same, ply + 1, reduced, alpha, alpha + 1, true);
                if value > alpha && reduced < deeper {
                    let far = params::reduction_deeper();
                    let again = if far > 0 && value > best + far {
                        deeper + 1
                    } else {
                        deeper
                    };
                    value =
                        self.child::<false>(&next, same, ply + 1, again, alpha, alpha + 1, !cut);
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
                        self.stack[ply].refuted += 1;
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
            return outcome_value(R::no_move_outcome(pos), pos.side_to_move(), ply);
        }
        if (best >= beta || params::reward_pv() > 0)
            && let Some(mv) = best_move
        {
            self.reward(pos, ply, depth, mv, &quiets, &noisies);
        }
        if best_move.is_none() && excluded.is_none() && params::reward_before() > 0 && !R::LEGS {
            self.reward_before(pos, ply, depth);
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
                pv: known.pv,
            };
            self.shared.table.store(pos.key(), ply, &found);
            self.learn_correction(pos, ply, depth, &found, in_check);
        }
        best
    }

    /// How much deeper a move is searched, or the value that makes trying it needless: singular
    /// extensions with multi-cut.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search node")]
    fn extension(
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
        let candidate = depth >= params::singular_depth()
            && entry.mv == Some(mv)
            && entry.depth >= depth - params::singular_reach()
            && entry.bound != Bound::Upper
            && entry.value.abs() < MATE_IN_MAX
            && self.stack[ply].excluded.is_none()
            && ply < 2 * self.depth as usize + 4
            && !pos.state().mid_turn();
        if !candidate {
            return Ok(0);
        }
        let bar = entry.value - params::singular_margin() * depth;
        self.stack[ply].excluded = Some(mv);
        let value = self.node::<false>(pos, ply, (depth - 1) / 2, bar - 1, bar, cut);
        self.stack[ply].excluded = None;
        if value < bar {
            return Ok(1);
        }
        if bar >= beta {
            return Err(bar);
        }
        Ok(if entry.value >= beta { -1 } else { 0 })
    }

    /// Puts a move in front of the line found behind it.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// Whether the table's value decides a node with this window.
pub(super) fn settles(entry: &Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}
