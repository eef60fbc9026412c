//! The look ahead of conditions that judge a move by what can follow it, and its bounds.

use super::consequence::{Way, draft, is_allowed_at_depth, is_compared, judged_at_depth};
use super::{Composed, is_capture};
use crate::base::{Bitboard, Color, Move, MoveList, Square};
use crate::position::{Delta, Position};
use crate::rules::draft::{Draft, Outlook};
use crate::rules::interface::{GenType, Rules as _};
use std::cell::Cell;

/// The greatest depth of answers that conditions judge, to bound the recursion. Checks are seldom answered by checks more
/// than twice in a row.
const DEEPEST_ANSWER: u8 = 8;

/// The depth for which a comparison of moves counts, since it looks at all moves, or at all answers to all of them: where checks are judged by their
/// answers, comparisons within comparisons would take minutes.
pub const COMPARISON: u8 = 3;

/// The most moves that are judged to judge one. Where many checks can be answered by checks alone, or many moves may mate, the depth bounds
/// too little.
const MOST_LOOKS: u32 = 1000;

thread_local! {
    /// The moves judged for the move that is judged now; 0 while none is.
    static LOOKS: Cell<u32> = const { Cell::new(0) };
}

/// Judges a move for itself, not to judge another one.
pub fn judged_for_itself<T>(judge: impl FnOnce() -> T) -> T {
    LOOKS.set(0);
    let judged = judge();
    LOOKS.set(0);
    judged
}

/// Judges what is tested inside and outside of judgements: its looks are not counted.
pub fn uncounted<T>(judge: impl FnOnce() -> T) -> T {
    let before = LOOKS.get();
    let judged = judge();
    LOOKS.set(before);
    judged
}

/// Whether no more moves are judged for the one that is judged now: those that are left count as allowed.
pub fn looks_are_used_up() -> bool {
    LOOKS.get() >= MOST_LOOKS
}

/// Looks ahead by the rules of all games, from a move at this `depth` of answers.
pub struct Ahead {
    /// The depth, 0 for the move itself.
    pub depth: u8,
}

impl Outlook for Ahead {
    fn after(&self, draft: &Draft<'_>, mv: Move) -> Position {
        // Whether the turn goes on is judged deeper; otherwise legs that are judged by their answers would nest for minutes.
        let ahead = Self {
            depth: self.depth + COMPARISON,
        };
        let can_move = |next: &Position| ahead.has_answer(next);
        let mut delta = Delta::new(*draft.pos.state());
        Composed::<true>::add_draft(draft.pos, mv, draft, can_move, &mut delta);
        draft.pos.after(&delta)
    }

    fn in_check(&self, pos: &Position, color: Color) -> bool {
        Composed::<true>::is_checked(pos, color)
    }

    fn has_answer(&self, pos: &Position) -> bool {
        let check_info = Composed::<true>::check_info(pos);
        let mut list = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, None, &mut list);
        let depth = self.depth + 1;
        let is_legal = |mv: &Move| Composed::<true>::is_legal(pos, &check_info, *mv);
        if depth > DEEPEST_ANSWER || looks_are_used_up() {
            return list.iter().any(is_legal);
        }
        let is_answer = |mv: &Move| {
            LOOKS.set(LOOKS.get() + 1);
            is_legal(mv) && judged_at_depth::<true>(pos, *mv, depth).is_some()
        };
        // Whether a check is allowed may depend on the answers to it, so that checks are tried last.
        let checks = |mv: &Move| Composed::<true>::gives_check(pos, *mv);
        let calm = |mv: &Move| !checks(mv) && is_answer(mv);
        list.iter().any(calm) || list.iter().any(|mv| checks(mv) && is_answer(mv))
    }

    fn has_move(&self, pos: &Position, is_of_kind: &dyn Fn(Move) -> bool) -> bool {
        let mut list = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, None, &mut list);
        let check_info = Composed::<true>::check_info(pos);
        list.iter().any(|mv| {
            LOOKS.set(LOOKS.get() + 1);
            !looks_are_used_up()
                && is_compared(pos, *mv)
                && is_of_kind(*mv)
                && Composed::<true>::is_legal(pos, &check_info, *mv)
                && is_allowed_at_depth(pos, *mv, self.depth + COMPARISON)
        })
    }

    fn last_square(&self, pos: &Position, mv: Move) -> Square {
        let goes_on = pos.variant().rules.conditions.captors_move_on() && is_capture(pos, mv);
        // The captor's square is the first that is chosen.
        let way = goes_on.then(|| Way::of(pos, mv));
        let chosen = way.and_then(|way| way.chosen().next());
        chosen.map_or(mv.to(), |choice| choice.square)
    }

    fn mates(&self, pos: &Position, mv: Move) -> bool {
        draft::<true>(pos, mv).is_some_and(|draft| {
            let next = self.after(&draft, mv);
            let enemy = !pos.side_to_move();
            let ahead = Self {
                depth: self.depth + COMPARISON,
            };
            next.side_to_move() == enemy && self.in_check(&next, enemy) && !ahead.has_answer(&next)
        })
    }
}
