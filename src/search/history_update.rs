//! What a node teaches the histories once its moves have been tried.

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

/// As many moves of a kind are remembered.
const MOST_TRIED: usize = 48;

/// The moves that a node has tried.
pub struct TriedMoves {
    quiets: ArrayVec<(Move, PieceTo), MOST_TRIED>,
    noisies: ArrayVec<(Move, PieceTo), MOST_TRIED>,
}

impl TriedMoves {
    /// None yet.
    #[inline(always)]
    pub const fn new() -> Self {
        Self {
            quiets: ArrayVec::new_const(),
            noisies: ArrayVec::new_const(),
        }
    }

    /// Adds a move, unless there are too many of its kind.
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

/// History points for the best move of a node of some depth.
fn bonus(depth: i32) -> i32 {
    (params::reward_ply() * depth - params::reward_offset()).min(params::reward_most())
}

/// History points for a move of which less is known.
fn lesser_bonus(depth: i32) -> i32 {
    bonus(depth) * params::reward_lesser() / 100
}

impl<R: Rules> ThreadData<'_, R> {
    /// Rewards the best move of a node and punishes the others that were tried; a noisy best move says
    /// nothing against quiet ones.
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

    /// Rewards the table's quiet move where the table's value makes a node fail high.
    pub fn reward_table_move(&mut self, pos: &Position, args: NodeArgs, entry: &Entry) {
        if params::reward_table() > 0
            && let Some(mv) = entry.mv
            && !is_noisy(pos, mv)
            && self.is_pseudo_legal(pos, mv)
        {
            let piece_to = PieceTo::of(pos, mv);
            let previous = self.previous_moves(args.ply);
            let bonus = lesser_bonus(args.depth);
            self.history
                .update_quiet(pos.side_to_move(), mv, piece_to, previous, bonus);
        }
    }

    /// Rewards the quiet move that led to a node in which no move raised alpha.
    pub fn reward_previous_move(&mut self, pos: &Position, args: NodeArgs) {
        let Some(parent) = args.ply.checked_sub(1) else {
            return;
        };
        let last = self.stack[parent];
        if let (Some(piece_to), Some(mv)) = (last.piece_to, last.quiet) {
            let previous = self.previous_moves(parent);
            let bonus = lesser_bonus(args.depth);
            self.history
                .update_quiet(!pos.side_to_move(), mv, piece_to, previous, bonus);
        }
    }

    /// Teaches the correction histories how far the static evaluation of a node was off, if it was not in
    /// check, its best move is quiet and the value found bounds the evaluation from its side.
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
