//! The squares on which a piece would have no move without capture, for conditions that put captured pieces there.

use super::{Composed, is_capture};
use crate::base::{Bitboard, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use crate::rules::arena::Arena;
use crate::rules::conditions;
use crate::rules::draft::Draft;
use crate::rules::interface::{GenType, Rules as _};
use crate::rules::pawns::PawnTargets;
use crate::variant::RuleSet;

/// The empty squares of `among` from which one of `pieces`, all of one side, would have no legal move without capture if its side were to move after a
/// draft.
#[cold]
pub fn cages(draft: &Draft<'_>, pieces: &[Piece], among: Bitboard) -> Bitboard {
    let pos = draft.pos;
    let mut delta = Delta::new(pos.state().next_turn(false));
    delta.state.memory = draft.memory;
    for edit in draft.edits() {
        delta.edit(edit.square, edit.before, edit.after);
    }
    pos.hand_over(&mut delta);
    let next = pos.after(&delta);
    let mut refuges = Refuges::of(&next);
    let rules = &next.variant().rules;
    let mut is_caged = |at: Square, piece: Piece| {
        if moves_plainly(rules, piece) {
            return !refuges.has_one_of(steps(&next, at, piece));
        }
        let mut delta = Delta::new(*next.state());
        delta.edit(at, None, Some(piece));
        next.hand_over(&mut delta);
        !can_move_quietly(&next.after(&delta), at)
    };
    let empty = (among & next.vacant()).into_iter();
    empty
        .filter(|at| pieces.iter().any(|piece| is_caged(*at, *piece)))
        .collect()
}

/// The squares on which one more piece of the side to move would leave its kings safe.
struct Refuges<'a> {
    pos: &'a Position,
    tested: Bitboard,
    found: Bitboard,
}

impl<'a> Refuges<'a> {
    fn of(pos: &'a Position) -> Self {
        Self {
            pos,
            tested: Bitboard::EMPTY,
            found: Bitboard::EMPTY,
        }
    }

    fn has_one_of(&mut self, squares: Bitboard) -> bool {
        let (pos, us) = (self.pos, self.pos.side_to_move());
        let is_safe = |square: Square| {
            let occupied = pos.occupied() | square.into();
            let mut kings = pos.royals(us).into_iter();
            !kings.any(|king| pos.attackers(king, !us, occupied, pos.by_color(!us)).any())
        };
        squares.intersects(self.found)
            || (squares & !self.tested).into_iter().any(|square| {
                self.tested |= square.into();
                let safe = is_safe(square);
                if safe {
                    self.found |= square.into();
                }
                safe
            })
    }
}

/// Whether the moves of a piece without capture change two squares alone, and attacks on kings depend on movement alone.
fn moves_plainly(rules: &RuleSet, piece: Piece) -> bool {
    rules.capabilities.only_side_effects()
        && !rules.judges_whole_board
        && !rules.conditions.quiets_reach_far()
        && !rules.conditions.recolour_movers()
        && !rules.hurdlers.contains(piece.piece_type())
}

/// The targets of a piece, put on the empty square `at`, by its movement without capture.
fn steps(pos: &Position, at: Square, piece: Piece) -> Bitboard {
    let (us, variant) = (piece.color(), pos.variant());
    if variant.rules.rank_pawn == Some(piece.piece_type()) {
        let pawn = PawnTargets::of(pos, &Arena::plain(pos, us), at.into(), us);
        return pawn.single | pawn.double | pawn.triple;
    }
    let quiet = &variant.moves_of(piece).quiet;
    quiet.targets(at, pos.occupied()) & pos.vacant()
}

/// Whether the piece on a square, which belongs to the side to move, has a legal move without capture, except for moves that conditions
/// forbid by the resulting position.
fn can_move_quietly(pos: &Position, from: Square) -> bool {
    let conditions = &pos.variant().rules.conditions;
    if conditions.immobilise() && conditions::immobile(pos, pos.side_to_move()).contains(from) {
        return false;
    }
    let mut list = MoveList::new();
    Composed::<true>::add_unsplit(pos, GenType::All, from.into(), &mut list);
    list.retain(|mv| !is_capture(pos, *mv));
    if list.is_empty() {
        return false;
    }
    let check_info = Composed::<true>::check_info(pos);
    list.iter()
        .any(|mv| Composed::<true>::is_legal(pos, &check_info, *mv))
}
