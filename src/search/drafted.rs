//! A cache for the delta (list of changes) of the move examined last. Ordering, exchange evaluation, legality test and play need the
//! delta of the same move one after the other, and computing it is expensive.

use crate::base::Move;
use crate::position::{Delta, Position, State};
use crate::rules::{CheckInfo, Rules};

/// The cached delta, with the move and the position that it belongs to.
pub struct Drafted {
    key: u64,
    /// The position's half-move clock and move number, on which the delta depends, but not the hash key.
    counters: (u16, u16),
    mv: Option<Move>,
    delta: Delta,
}

impl Default for Drafted {
    fn default() -> Self {
        Self {
            key: 0,
            counters: (0, 0),
            mv: None,
            delta: Delta::new(State::default()),
        }
    }
}

impl Drafted {
    /// The delta of a move, from the cache if possible. No condition may forbid the move.
    #[inline(always)]
    pub fn delta<R: Rules>(&mut self, pos: &Position, mv: Move) -> &Delta {
        let state = pos.state();
        let counters = (state.halfmove_clock, state.fullmove_number);
        if self.mv != Some(mv) || self.key != pos.key() || self.counters != counters {
            self.work_out::<R>(pos, mv);
        }
        &self.delta
    }

    #[inline(never)]
    fn work_out<R: Rules>(&mut self, pos: &Position, mv: Move) {
        self.delta = R::delta(pos, mv);
        self.key = pos.key();
        self.counters = (pos.state().halfmove_clock, pos.state().fullmove_number);
        self.mv = Some(mv);
    }

    /// Whether a pseudo-legal move is legal; computes the delta only if it is needed.
    #[inline(always)]
    pub fn is_legal<R: Rules>(&mut self, pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        match R::legality_at_sight(pos, check_info, mv) {
            Some(legal) => legal,
            None => R::is_safe_after(pos, check_info, self.delta::<R>(pos, mv)),
        }
    }

    /// Plays a legal move on `pos`.
    #[inline(always)]
    pub fn advance<R: Rules>(&mut self, pos: &mut Position, mv: Move) {
        match R::relocation(pos, mv) {
            Some(state) => pos.relocate(mv.from(), mv.to(), state),
            None if R::SIDE_EFFECTS => {
                let delta = self.delta::<R>(pos, mv);
                pos.apply(delta);
            }
            None => pos.apply(&R::delta(pos, mv)),
        }
    }
}
