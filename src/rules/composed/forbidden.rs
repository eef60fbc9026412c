//! Removes the moves that conditions forbid from lists of moves.

use super::{Composed, consequence, is_capture, is_safe_after, retain_from};
use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::rules::check_info::CheckInfo;
use crate::rules::conditions;
use crate::rules::draft::{Draft, kinds_of};
use crate::rules::interface::GenType;
use crate::variant::MoveKinds;

/// Removes the captures that conditions do not allow, from index `from` of the list on.
#[cold]
pub(super) fn drop_limited(pos: &Position, from: usize, list: &mut MoveList) {
    retain_from(list, from, |mv| {
        !is_capture(pos, mv) || conditions::allow_capture(pos, mv.from(), mv.to())
    });
}

/// Removes the moves that conditions veto, from index `from` of the list on; the changes of all moves are known to be possible if
/// `are_possible`. From there on the list holds all moves of the side to move, but for illegal ones, if it is `whole`.
#[cold]
pub(super) fn drop_forbidden(
    pos: &Position,
    from: usize,
    are_possible: bool,
    whole: bool,
    list: &mut MoveList,
) {
    let conditions = &pos.variant().rules.conditions;
    let by_rank = conditions.rank_moves() && conditions::compare_by_rank(pos);
    let least = (by_rank && conditions::rank_moves_of(pos)).then(|| {
        if whole {
            return consequence::least_ranks(pos, &list[from..]);
        }
        let mut all = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, None, &mut all);
        consequence::least_ranks(pos, &all)
    });
    let has_least_rank = |mv| {
        least.as_ref().is_none_or(|least| {
            let own = consequence::ranks(pos, mv);
            own.iter().zip(least).all(|(own, least)| own <= least)
        })
    };
    retain_from(list, from, |mv| {
        if !has_least_rank(mv) {
            return false;
        }
        let kinds = kinds_of(mv, is_capture(pos, mv));
        let is_possible = are_possible
            || !conditions.may_fail(kinds)
            || conditions.offer_choices() && conditions.may_choose(kinds);
        if is_possible && !conditions.may_judge(kinds) {
            true
        } else if by_rank {
            consequence::is_allowed_alone(pos, mv)
        } else {
            consequence::judged_draft::<true>(pos, mv).is_some()
        }
    });
}

/// Whether conditions allow a move whose changes are possible, so that the side has a legal move.
pub(super) fn is_allowed(pos: &Position, mv: Move) -> bool {
    let conditions = &pos.variant().rules.conditions;
    let is_judged = conditions.may_judge(kinds_of(mv, is_capture(pos, mv)));
    if !conditions.rank_moves() {
        return !is_judged || consequence::judged_draft::<true>(pos, mv).is_some();
    }
    // By one rank alone some move is the first.
    let decides = !conditions.may_judge(MoveKinds::ALL) && consequence::ranks(pos, mv).len() <= 1;
    decides || consequence::judged_draft::<true>(pos, mv).is_some()
}

/// What is asked of moves that choices split, while their drafts are at hand.
#[derive(Clone, Copy)]
pub(super) struct Sieve<'a> {
    /// The check info: the moves must keep the king safe.
    safe: &'a CheckInfo,
    /// The check info of the other side, if the moves must be able to give check.
    watch: Option<&'a CheckInfo>,
}

impl<'a> Sieve<'a> {
    /// A sieve that keeps the moves after which the king is safe; with `watch`, only those of them that could give check.
    pub const fn of(safe: &'a CheckInfo, watch: Option<&'a CheckInfo>) -> Self {
        Self { safe, watch }
    }

    /// Whether a drafted move is kept.
    pub fn keeps(self, draft: &Draft<'_>) -> bool {
        let rules = &draft.pos.variant().rules;
        let can_check = |watch: &CheckInfo| {
            watch.in_check
                || rules.kings_turn
                || !rules.royal_promoters.is_empty()
                || draft.edits().any(|edit| watch.touch.contains(edit.square))
        };
        self.watch.is_none_or(can_check)
            && is_safe_after(draft.pos, self.safe, draft.edits(), &draft.memory)
    }
}
