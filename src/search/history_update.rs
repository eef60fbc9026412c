//! Updates of the histories at the end of a node.

use super::counters::Technique;
use super::history::PieceTo;
use super::move_class::{is_noisy, victim};
use super::node_info::NodeArgs;
use super::params;
use super::report::Bound;
use super::thread::ThreadData;
use super::tt::Entry;
use crate::base::{MATE_IN_MAX, Move};
use crate::position::Position;
use crate::rules::Rules;
use arrayvec::ArrayVec;

/// The maximum number of quiet moves, and of noisy moves, that get a malus at one node.
const MOST_TRIED: usize = 48;

/// The moves that a node has searched without a cutoff, for the malus.
pub struct TriedMoves {
    quiets: ArrayVec<(Move, PieceTo), MOST_TRIED>,
    noisies: ArrayVec<(Move, PieceTo), MOST_TRIED>,
}

impl TriedMoves {
    /// An empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        Self {
            quiets: ArrayVec::new_const(),
            noisies: ArrayVec::new_const(),
        }
    }

    /// Adds a move. Ignored if there are already [`MOST_TRIED`] of its kind (quiet or noisy).
    #[inline(always)]
    pub fn add(&mut self, mv: Move, piece_to: PieceTo, noisy: bool) {
        let list = if noisy {
            &mut self.noisies
        } else {
            &mut self.quiets
        };
        let _ = list.try_push((mv, piece_to));
    }
}

fn bonus(depth: i32) -> i32 {
    (params::reward_ply() * depth - params::reward_offset()).min(params::reward_most())
}

/// The smaller bonus for moves whose merit is less certain.
fn lesser_bonus(depth: i32) -> i32 {
    bonus(depth) * params::reward_lesser() / 100
}

impl<R: Rules> ThreadData<'_, R> {
    /// Gives a bonus to the best move and a malus to the other searched moves. If the best move is noisy, quiet moves get no malus.
    pub fn reward_best(&mut self, pos: &Position, args: NodeArgs, best: Move, tried: &TriedMoves) {
        let bonus = bonus(args.depth);
        let previous = self.previous_moves(args.ply);
        let us = pos.side_to_move();
        let piece_to = PieceTo::of(pos, best);
        if is_noisy(pos, best) {
            self.history
                .update_capture(piece_to, victim(pos, best), bonus);
        } else {
            self.stack[args.ply].killer = Some(best);
            self.history
                .update_quiet(us, best, piece_to, previous, bonus);
            for (mv, piece_to) in tried.quiets.iter().filter(|(mv, _)| *mv != best) {
                self.history
                    .update_quiet(us, *mv, *piece_to, previous, -bonus);
            }
        }
        for (mv, piece_to) in tried.noisies.iter().filter(|(mv, _)| *mv != best) {
            self.history
                .update_capture(*piece_to, victim(pos, *mv), -bonus);
        }
    }

    /// Gives a bonus to the quiet move of a transposition table entry that caused a beta cutoff.
    pub fn reward_table_move(&mut self, pos: &Position, args: NodeArgs, entry: &Entry) {
        if let Some(mv) = entry.mv
            && !is_noisy(pos, mv)
            && self.is_pseudo_legal(pos, mv)
        {
            let piece_to = PieceTo::of(pos, mv);
            let previous = self.previous_moves(args.ply);
            let bonus = lesser_bonus(args.depth);
            self.counters.count(Technique::RewardTable, true);
            self.history
                .update_quiet(pos.side_to_move(), mv, piece_to, previous, bonus);
        }
    }

    /// Gives a bonus to the quiet move that led to a node that failed low.
    pub fn reward_previous_move(&mut self, pos: &Position, args: NodeArgs) {
        let Some(parent) = args.ply.checked_sub(1) else {
            return;
        };
        let last = self.stack[parent];
        if let (Some(piece_to), Some(mv)) = (last.piece_to, last.quiet) {
            let previous = self.previous_moves(parent);
            let bonus = lesser_bonus(args.depth);
            self.counters.count(Technique::RewardPrevious, true);
            self.history
                .update_quiet(!pos.side_to_move(), mv, piece_to, previous, bonus);
        }
    }

    /// Updates the correction histories, unless the node is in check, its best move is noisy, or its value is a bound that says nothing
    /// about the error of the evaluation.
    pub fn learn_correction(
        &mut self,
        pos: &Position,
        args: NodeArgs,
        found: &Entry,
        in_check: bool,
    ) {
        let eval = self.stack[args.ply].eval;
        let tactical = found.mv.is_some_and(|mv| is_noisy(pos, mv));
        let informative = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.value > eval,
            Bound::Upper => found.value < eval,
        };
        if !in_check && !tactical && informative && found.value.abs() < MATE_IN_MAX {
            let difference = (found.value - found.eval)
                .clamp(-params::correction_most(), params::correction_most());
            let previous = self.previous_moves(args.ply);
            self.history
                .update_correction(pos, previous, args.depth, difference);
        }
    }
}
