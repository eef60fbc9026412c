//! Quiescence search: captures, promotions and evasions until the position is quiet.

use super::counters::Technique;
use super::game_over::{holds_at_clock, outcome_value};
use super::move_class::{is_noisy, takes_on};
use super::move_picker::{MovePicker, PickedFrom, Scope};
use super::node_info::{NodeArgs, NodeInfo, cuts_off};
use super::params;
use super::report::Bound;
use super::thread::ThreadData;
use super::tt::Entry;
use crate::base::{INFINITE, MATE_IN_MAX, Move, Square, Value};
use crate::position::Position;
use crate::rules::{Rules, converts};

/// The state of a quiescence node while its moves are searched.
struct Found {
    value: Value,
    /// The last move that raised alpha.
    best_move: Option<Move>,
    /// The lower bound, as raised by the stand-pat value and the moves searched so far.
    alpha: Value,
    /// The number of legal moves seen so far, pruned ones included.
    number: usize,
}

impl<R: Rules> ThreadData<'_, R> {
    /// Searches captures, promotions and, in check, evasions until the position is quiet. The depth starts at zero and falls by one per
    /// move; from minus [`params::quiescence_depth`] on, only recaptures are searched.
    pub fn quiesce<const PV: bool>(&mut self, pos: &Position, args: NodeArgs) -> Value {
        let NodeArgs {
            ply, alpha, beta, ..
        } = args;
        if let Some(value) = self.enter(pos, ply) {
            return value;
        }
        let entry = self.shared.table.probe(pos.key(), ply);
        if !PV
            && let Some(entry) = entry
            && cuts_off(&entry, alpha, beta)
            && holds_at_clock(pos, entry.value, ply)
        {
            return entry.value;
        }
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch_child(pos, mv);
        }
        let info = self.assess::<PV>(pos, args, entry);
        let in_check = info.in_check;
        let mut found = Found {
            value: -INFINITE,
            best_move: None,
            alpha,
            number: 0,
        };
        // Stand pat: the side to move can decline all captures, unless the rules make captures compulsory.
        let compelled = R::LEGS && pos.variant().rules.must_capture;
        if !in_check && !compelled {
            found.value = info.eval;
            if found.value >= beta {
                self.counters.count(Technique::StandPat, true);
                return found.value;
            }
            found.alpha = alpha.max(found.value);
        }
        let height = self.moves.height();
        self.forcing_moves::<PV>(pos, args, &info, &mut found);
        self.moves.fall_to(height);
        if self.stopping {
            return 0;
        }
        if compelled && !in_check && found.number == 0 {
            return info.eval;
        }
        if in_check && found.number == 0 {
            return outcome_value(R::no_move_outcome(pos), pos.side_to_move(), ply);
        }
        let entry = Entry {
            mv: found.best_move,
            value: found.value,
            eval: info.raw_eval,
            depth: 0,
            bound: bound::<PV>(found.value, alpha, beta),
            pv: info.pv,
        };
        self.shared.table.store(pos.key(), ply, &entry);
        found.value
    }

    #[inline(always)]
    fn forcing_moves<const PV: bool>(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        info: &NodeInfo,
        found: &mut Found,
    ) {
        // Computed only when needed: most quiescence nodes have no move whose legality has to be tested.
        let mut check_info = None;
        let retaken = self.last_arrival(args.ply);
        let mut picker = self.forcing_picker(pos, args, info);
        loop {
            let escapes = found.value > -MATE_IN_MAX;
            let skip_quiets = !info.in_check || found.number > 2 && escapes;
            self.counters
                .count(Technique::QuietEvasions, info.in_check && skip_quiets);
            let Some((mv, from)) = picker.next(pos, self, skip_quiets) else {
                return;
            };
            if from == PickedFrom::BadNoisy && escapes {
                self.counters.count(Technique::LosingCaptures, true);
                return;
            }
            let check_info =
                check_info.get_or_insert_with(|| R::check_info_knowing(pos, info.in_check));
            if !self.drafted.is_legal::<R>(pos, check_info, mv) {
                continue;
            }
            found.number += 1;
            // After the first few captures, only recaptures are searched: capture chains all over the board cost many nodes and rarely change
            // the value.
            if !info.in_check && found.number == params::quiescence_most() as usize {
                picker.narrow(retaken);
                self.counters.count(Technique::FewCaptures, true);
            }
            if !info.in_check
                && escapes
                && from != PickedFrom::DropCheck
                && self.is_delta_pruned(pos, mv, info, found.alpha)
            {
                self.counters.count(Technique::DeltaPruning, true);
                // Fail-soft: returns evaluation plus margin, which is still below alpha, as the estimate for the pruned move.
                found.value = found.value.max(info.eval + params::delta_margin());
                continue;
            }
            let value = self.forcing_move::<PV>(pos, args, mv, found.alpha);
            if self.stopping {
                return;
            }
            if value <= found.value {
                continue;
            }
            found.value = value;
            if value > found.alpha {
                found.best_move = Some(mv);
                if PV {
                    self.extend_pv(args.ply, mv);
                }
                if value >= args.beta {
                    return;
                }
                found.alpha = value;
            }
        }
    }

    /// Delta pruning: whether evaluation plus gain of the exchange plus margin is below alpha.
    #[inline(always)]
    fn is_delta_pruned(&mut self, pos: &Position, mv: Move, info: &NodeInfo, alpha: Value) -> bool {
        let needed = alpha - info.eval - params::delta_margin();
        needed > 0 && !self.see_ge(pos, mv, needed)
    }

    #[inline(always)]
    fn forcing_move<const PV: bool>(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        mv: Move,
        alpha: Value,
    ) -> Value {
        let next = self.make(pos, mv, args.ply);
        let child = NodeArgs {
            ply: args.ply + 1,
            alpha,
            cut: false,
            in_check: None,
            ..args
        };
        let value = if R::LEGS && next.side_to_move() == pos.side_to_move() {
            self.node::<PV>(&next, NodeArgs { depth: 0, ..child })
        } else {
            let depth = args.depth - 1;
            -self.quiesce::<PV>(&next, NodeArgs { depth, ..child }.negated())
        };
        self.unmake(next);
        value
    }

    #[inline(always)]
    fn forcing_picker(&mut self, pos: &Position, args: NodeArgs, info: &NodeInfo) -> MovePicker {
        let scope = match self.last_arrival(args.ply) {
            _ if info.in_check => Scope::All,
            Some(square) if args.depth <= -params::quiescence_depth() => Scope::TakesOn(square),
            _ if args.depth > -params::quiescence_checks() => Scope::Forcing,
            _ => Scope::Noisy,
        };
        let recaptures = matches!(scope, Scope::TakesOn(_));
        self.counters.count(Technique::RecapturesOnly, recaptures);
        let noisy = |mv: Move| is_noisy(pos, mv) && !converts(pos, mv);
        let usable = |mv: &Move| {
            let wanted = match scope {
                Scope::All => true,
                Scope::Noisy | Scope::Forcing => noisy(*mv),
                Scope::TakesOn(square) => takes_on(*mv, square) && noisy(*mv),
            };
            wanted && self.is_pseudo_legal(pos, *mv)
        };
        let table_move = info.entry.and_then(|entry| entry.mv).filter(usable);
        MovePicker::new(table_move, None, self.previous_moves(args.ply), scope)
    }

    /// The square of the piece that made the previous move, where it can be recaptured.
    #[inline(always)]
    fn last_arrival(&self, ply: usize) -> Option<Square> {
        ply.checked_sub(1).and_then(|ply| self.stack[ply].arrival)
    }
}

/// The kind of bound that a value is, if the search had the window `alpha` to `beta`.
const fn bound<const PV: bool>(value: Value, alpha: Value, beta: Value) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if PV && value > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
