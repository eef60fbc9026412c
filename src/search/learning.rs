//! What a node teaches once its moves have been tried: the histories and the corrections.

use super::history::Place;
use super::params;
use super::picker::{is_noisy, is_pseudo_legal, victim};
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::base::{MATE_IN_MAX, Move};
use crate::position::Position;
use crate::rules::Rules;
use arrayvec::ArrayVec;

/// Quiet or noisy moves that a node has tried.
pub(super) type Tried = ArrayVec<(Move, Place), 48>;

/// History points for a move that refutes a node of some depth.
fn reward(depth: i32) -> i32 {
    (params::reward_ply() * depth - params::reward_offset()).min(params::reward_most())
}

/// History points for a move of which less is known.
fn lesser_reward(depth: i32) -> i32 {
    reward(depth) * params::reward_lesser() / 100
}

impl<R: Rules> Worker<'_, R> {
    /// Teaches the histories that a move was the best of the node and the others tried were not.
    pub(super) fn reward(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        mv: Move,
        quiets: &Tried,
        noisies: &Tried,
    ) {
        let bonus = reward(depth);
        let before = self.before(ply);
        let us = pos.side_to_move();
        let place = Place::of(pos, mv);
        if is_noisy(pos, mv) {
            self.history.update_capture(place, victim(pos, mv), bonus);
        } else {
            self.stack[ply].killer = Some(mv);
            self.history.update_quiet(us, mv, place, before, bonus);
            for (tried, place) in quiets.iter().filter(|(tried, _)| *tried != mv) {
                self.history
                    .update_quiet(us, *tried, *place, before, -bonus);
            }
        }
        for (tried, place) in noisies.iter().filter(|(tried, _)| *tried != mv) {
            self.history
                .update_capture(*place, victim(pos, *tried), -bonus);
        }
    }

    /// Teaches the histories that the table's move refutes the node.
    pub(super) fn reward_table(&mut self, pos: &Position, ply: usize, depth: i32, entry: &Entry) {
        if params::reward_table() > 0
            && let Some(mv) = entry.mv
            && !is_noisy(pos, mv)
            && is_pseudo_legal::<R>(pos, mv)
        {
            let (place, before) = (Place::of(pos, mv), self.before(ply));
            let bonus = lesser_reward(depth);
            self.history
                .update_quiet(pos.side_to_move(), mv, place, before, bonus);
        }
    }

    /// Teaches the histories that no answer refutes the quiet move that led to the node.
    pub(super) fn reward_before(&mut self, pos: &Position, ply: usize, depth: i32) {
        let Some(last) = ply.checked_sub(1).map(|ply| self.stack[ply]) else {
            return;
        };
        if let (Some(place), Some(mv)) = (last.place, last.quiet) {
            let before = self.before(ply - 1);
            let bonus = lesser_reward(depth);
            self.history
                .update_quiet(!pos.side_to_move(), mv, place, before, bonus);
        }
    }

    /// Teaches the correction history how far the static evaluation was off in a quiet node.
    pub(super) fn learn_correction(
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
            let difference = (found.value - found.eval)
                .clamp(-params::correction_most(), params::correction_most());
            let before = self.before(ply);
            self.history
                .update_correction(pos, before, depth, difference);
        }
    }
}
