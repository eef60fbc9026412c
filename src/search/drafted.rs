//! A cache of one delta, that of the move examined last. Ordering, exchange estimate, legality and play need the delta of the same
//! move one after the other, and working it out is expensive.

use crate::base::Move;
use crate::position::{Delta, Position, State};
use crate::rules::{CheckInfo, Rules};

/// A move with its delta.
pub struct Drafted {
    key: u64,
    /// Half-move clock and move number: no part of the key, but of the delta.
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
    /// The delta of a move that no condition forbids.
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

    /// Whether a pseudo-legal move is legal.
    #[inline(always)]
    pub fn is_legal<R: Rules>(&mut self, pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        match R::legality_at_sight(pos, check_info, mv) {
            Some(legal) => legal,
            None => R::is_safe_after(pos, check_info, self.delta::<R>(pos, mv)),
        }
    }

    /// Plays a legal move in `pos`.
    #[inline(always)]
    pub fn advance<R: Rules>(&mut self, pos: &mut Position, mv: Move) {
        if R::SIDE_EFFECTS {
            let delta = self.delta::<R>(pos, mv);
            pos.apply(delta);
        } else {
            R::advance(pos, mv);
        }
    }
}
