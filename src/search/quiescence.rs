//! The leaves of the search: captures and promotions are played out until the position is quiet.

use super::negamax::{outcome_value, settles};
use super::params;
use super::picker::{Given, Picker, Scope, is_noisy, is_pseudo_legal};
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::base::{INFINITE, MATE_IN_MAX, MAX_PLY, Move, Square, Value};
use crate::position::Position;
use crate::rules::{Rules, converts};

impl<R: Rules> Worker<'_, R> {
    /// Quiescence: captures, promotions and, in check, all evasions, until the position is quiet. The
    /// depth is zero or less and falls by one with each move; far down only the man that has just moved is
    /// taken.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
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
        let in_check = R::must_evade(pos);
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
        let known = self.assess::<PV>(pos, ply, in_check, entry);
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
        let check_info = R::check_info(pos);
        let retaken = self.last_arrival(ply);
        let mut picker = self.forcing_moves(pos, ply, depth, in_check, table_move);
        let mut best_move = None;
        let mut number = 0;
        while let Some((mv, given)) =
            picker.next(pos, self, !in_check || number > 2 && best > -MATE_IN_MAX)
        {
            if given == Given::BadNoisy && best > -MATE_IN_MAX {
                break;
            }
            if !R::is_legal(pos, &check_info, mv) {
                continue;
            }
            number += 1;
            // Chains of captures all over the board prove little: the first few of a node are tried, and
            // what takes the man that has just moved.
            if !in_check && number == params::quiescence_most() {
                picker.narrow(retaken);
            }
            // Delta pruning: even with the prize the score would stay below alpha.
            if !in_check && best > -MATE_IN_MAX && known.eval + params::delta_margin() < alpha {
                let needed = alpha - known.eval - params::delta_margin();
                if !self.worth.wins::<R>(pos, mv, needed) {
                    continue;
                }
            }
            let next = self.make(pos, mv, ply);
            let value = if R::LEGS && next.side_to_move() == pos.side_to_move() {
                self.node::<PV>(&next, ply + 1, 0, alpha, beta, false)
            } else {
                -self.quiesce::<PV>(&next, ply + 1, depth - 1, -beta, -alpha)
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
            return outcome_value(R::no_move_outcome(pos), pos.side_to_move(), ply);
        }
        let found = Entry {
            mv: best_move,
            value: best,
            eval: known.raw_eval,
            depth: 0,
            bound: bound::<PV>(best, original, beta),
            pv: known.pv,
        };
        self.shared.table.store(pos.key(), ply, &found);
        best
    }

    /// The moves that quiescence tries at a depth.
    fn forcing_moves(
        &self,
        pos: &Position,
        ply: usize,
        depth: i32,
        in_check: bool,
        table_move: Option<Move>,
    ) -> Picker {
        let scope = match self.last_arrival(ply) {
            _ if in_check => Scope::All,
            Some(square) if depth <= -params::quiescence_depth() => Scope::TakesOn(square),
            _ => Scope::Noisy,
        };
        let noisy = |mv: Move| is_noisy(pos, mv) && !converts(pos, mv);
        let usable = |mv: &Move| {
            let wanted = match scope {
                Scope::All => true,
                Scope::Noisy => noisy(*mv),
                Scope::TakesOn(square) => mv.to() == square && noisy(*mv),
            };
            wanted && is_pseudo_legal::<R>(pos, *mv)
        };
        Picker::new(table_move.filter(usable), None, self.before(ply), scope)
    }

    /// Where the man stands that moved last.
    fn last_arrival(&self, ply: usize) -> Option<Square> {
        ply.checked_sub(1).and_then(|ply| self.stack[ply].arrival)
    }
}

/// What a value says that was found with a window from `alpha` to `beta`.
fn bound<const PV: bool>(best: Value, alpha: Value, beta: Value) -> Bound {
    match best {
        best if best >= beta => Bound::Lower,
        best if best > alpha && PV => Bound::Exact,
        _ => Bound::Upper,
    }
}
