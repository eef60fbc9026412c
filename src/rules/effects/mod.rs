//! Games in which a move changes more than the men that move and are taken: hurdlers with effects,
//! conditions of colour, type and place, paralysis, castling rights that return.
//!
//! What a move does is worked out once, in `consequence`, as a draft of the board; legality, rights,
//! the half-move clock and the [`Delta`] all read that draft. The rest of this module answers the same
//! questions faster where no consequence can matter.
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let variant = Catalogue::embedded().variant("andernach").unwrap();
//! let pos = rules::position(variant, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1").unwrap();
//! // The capturing knight enters the service of the other side.
//! let next = rules::play_text(&pos, "c3d5").unwrap();
//! assert_eq!(next.placement(), "4k3/8/8/3n4/8/8/8/4K3");
//! ```

mod castling;
mod consequence;
mod count;
mod danger;
mod draft;
mod madrasi;
mod passing;

pub use passing::{can_be_taken_on, passer_color};

use super::{CheckInfo, GenType, Outcome, Reason, Rules, common, orthodox};
use crate::base::{Bitboard, Move, MoveKind, MoveList};
use crate::board::between;
use crate::position::{Delta, Position};
use crate::variant::{BareKing, Condition, Effect, EffectTarget};
use draft::Draft;

/// The rules of games with effects and conditions; any number of royal men a side.
pub struct Effects;

impl Effects {
    /// Whether a move could concern a king of its own side, so that it has to be drafted.
    #[inline(always)]
    fn needs_draft(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(man) = pos.at(from).filter(|_| !check_info.in_check) else {
            return true;
        };
        let variant = pos.variant();
        let conditions = variant.rules.changes.conditions;
        let capture = pos.occupied().contains(to);
        let is_hurdler = variant.rules.hurdlers.contains(man.piece_type());
        let goes_far = conditions.qualify_attacks()
            || mv.kind() == MoveKind::EnPassant
            || capture && conditions.has(Condition::Circe)
            || is_hurdler && !variant.tables.line_hurdlers.contains(man.piece_type());
        if goes_far || variant.rules.royals.contains(man.piece_type()) {
            return true;
        }
        let turns = if capture {
            conditions.turn_captors()
        } else {
            conditions.turn_movers()
        };
        if is_hurdler || turns {
            let way = between(from, to) & pos.occupied() | from.into() | to.into();
            return way.intersects(check_info.touch);
        }
        if mv.kind() == MoveKind::Shot {
            return check_info.leave.contains(to);
        }
        check_info.leave.contains(from) || !capture && check_info.enter.contains(to)
    }

    /// The delta of a drafted move.
    #[inline(always)]
    fn delta_of(pos: &Position, mv: Move, draft: &Draft<'_>) -> Delta {
        let is_pawn = pos
            .at(mv.from())
            .is_some_and(|man| pos.variant().rules.pawn == Some(man.piece_type()));
        let progress = is_pawn
            || draft.changed
            || mv.kind() == MoveKind::Drop
            || pos.occupied().contains(mv.to());
        let mut delta = Delta::new(pos.state().next_turn(progress));
        for edit in draft.edits() {
            delta.edit(edit.square, edit.before, edit.after);
        }
        delta.state.rights = castling::rights_after(pos, mv, draft);
        if mv.kind() == MoveKind::MultiStep {
            delta.state.en_passant = passing::passed_squares(pos, mv, draft);
        }
        delta
    }
}

impl Rules for Effects {
    const NULL_MOVE: bool = true;
    const SIDE_EFFECTS: bool = true;
    const LEGS: bool = false;

    #[inline(always)]
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        let mut movers = origins;
        if pos
            .variant()
            .rules
            .changes
            .conditions
            .has(Condition::Madrasi)
        {
            movers &= !madrasi::paralysed(pos, pos.side_to_move());
        }
        let before = list.len();
        common::piece_moves::<true>(pos, gen_type, movers, list);
        if let Some(pawn) = pos.variant().rules.pawn {
            let promotes = !pos.variant().rules.promotions.is_empty();
            common::pawn_moves(pos, pawn, gen_type, movers, promotes, list);
        }
        if pos
            .variant()
            .rules
            .changes
            .conditions
            .has(Condition::Anticirce)
        {
            drop_impossible(pos, before, list);
        }
        if gen_type.quiet() {
            common::castling(pos, origins, list);
        }
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        danger::check_info(pos)
    }

    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        Self::in_check(pos)
    }

    #[inline(always)]
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castle {
            return consequence::draft(pos, mv)
                .is_some_and(|draft| castling::is_legal(pos, mv, &draft));
        }
        if !Self::needs_draft(pos, check_info, mv) {
            return true;
        }
        let Some(draft) = consequence::draft(pos, mv) else {
            return false;
        };
        let calm = !check_info.in_check && !draft.touched().intersects(check_info.touch);
        calm || !danger::exposes(pos, &draft)
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        if let Some(draft) = consequence::draft(pos, mv) {
            Self::delta_of(pos, mv, &draft)
        } else {
            debug_assert!(false, "{mv:?} is impossible by its consequences");
            Delta::new(pos.state().next_turn(false))
        }
    }

    #[inline(always)]
    fn delta_if_possible(pos: &Position, mv: Move) -> Option<Delta> {
        let conditions = pos.variant().rules.changes.conditions;
        if conditions.has(Condition::Madrasi) && madrasi::is_paralysed(pos, mv.from()) {
            return None;
        }
        consequence::draft(pos, mv).map(|draft| Self::delta_of(pos, mv, &draft))
    }

    fn in_check(pos: &Position) -> bool {
        danger::in_check(pos, pos.side_to_move())
    }

    #[inline(always)]
    fn immediate_end(pos: &Position) -> Option<Outcome> {
        let us = pos.side_to_move();
        let bared = pos.variant().rules.bare_king == BareKing::Loses
            && common::is_bare(pos, !us)
            && pos.by_color(us).many();
        bared.then_some(Outcome::win(us, Reason::BareKing))
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        orthodox::no_move_outcome(pos, Self::in_check(pos))
    }

    /// Not where moving costs the man its rank or its allegiance, nor where standing still paralyses.
    #[inline(always)]
    fn gains_by_moving(pos: &Position) -> bool {
        let conditions = pos.variant().rules.changes.conditions;
        !conditions.turn_movers()
            && !conditions.has(Condition::Einstein)
            && !conditions.has(Condition::Madrasi)
    }

    #[inline(always)]
    fn count(pos: &Position) -> u64 {
        count::legal_moves(pos)
    }
}

/// Whether a pseudo-legal move that does not capture wins an enemy man all the same, by turning the one
/// it hops over.
#[inline]
pub fn converts(pos: &Position, mv: Move) -> bool {
    let variant = pos.variant();
    if variant.rules.hurdlers.is_empty() || mv.kind() != MoveKind::Normal {
        return false;
    }
    let Some(man) = pos.at(mv.from()) else {
        return false;
    };
    let Some(carrier) = variant.rules.hurdle_effects.get(man.piece_type().index()) else {
        return false;
    };
    let turns =
        carrier.effects.contains(&Effect::Andernach) && carrier.target != EffectTarget::Friend;
    if !turns || pos.occupied().contains(mv.to()) {
        return false;
    }
    // Most hops have no enemy on their way; those of line hurdlers have one man there at most.
    let way = between(mv.from(), mv.to());
    let prey = pos.by_color(!man.color()) & !pos.by_types(variant.rules.royals);
    if variant.tables.line_hurdlers.contains(man.piece_type()) && !way.intersects(prey) {
        return false;
    }
    consequence::hurdle(pos, mv, man).is_some_and(|square| prey.contains(square))
}

/// Takes out the listed moves, from an index on, that their own consequences make impossible.
#[cold]
fn drop_impossible(pos: &Position, from: usize, list: &mut MoveList) {
    let mut kept = from;
    for index in from..list.len() {
        let mv = list[index];
        if consequence::draft(pos, mv).is_some() {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}
