//! What a move does: movement and capture, promotion, the conditions at their stages, and, between the
//! last two of these, the hurdler's effects on its hurdle.

use crate::base::{Bitboard, Color, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::castling::CastlingWay;
use crate::rules::draft::{Draft, Impossible, Moved};
use crate::rules::{conditions, en_passant, relay};
use crate::variant::{Effect, EffectTarget, HurdleEffects, Rex};

/// What a pseudo-legal move does to the board; `None` if a consequence is impossible and forbids the
/// move (anticirce: the captor's home square is occupied).
#[inline]
pub fn draft(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = draft_move(pos, mv, false).ok()?;
    draft.cross();
    Some(draft)
}

/// The same without the last step, in which the men that have moved go over to the other board, if there are two.
pub fn draft_before_crossing(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    draft_move(pos, mv, false).ok()
}

/// Whether the consequences of a capture let it happen, whatever stands on the arrival square.
pub fn is_capture_possible(pos: &Position, mv: Move) -> bool {
    draft_move(pos, mv, true).is_ok()
}

#[inline(always)]
fn draft_move(pos: &Position, mv: Move, as_capture: bool) -> Result<Draft<'_>, Impossible> {
    let mut draft = Draft::new(pos);
    let Some(man) = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop) else {
        if let Some(piece_type) = mv.piece_type() {
            let man = Piece::new(pos.side_to_move(), piece_type);
            draft.set(mv.to(), Some(man));
        }
        return Ok(draft);
    };
    if mv.kind() == MoveKind::Castle {
        castle(&mut draft, pos, mv, man);
        return Ok(draft);
    }
    let hurdle = hurdle(pos, mv, man);
    let victim = take(&mut draft, pos, mv);
    let (at, arrived) = arrive(&mut draft, mv, man);
    let mut moved = Moved {
        mv,
        at,
        man: arrived,
        captures: as_capture || victim.is_some(),
        victim,
    };
    let rules = &pos.variant().rules;
    let (early, late) = rules.conditions.stages();
    conditions::act(early, &mut draft, &mut moved)?;
    if let Some(hurdle) = hurdle {
        affect_hurdle(&mut draft, man, hurdle, moved.captures);
    }
    conditions::act(late, &mut draft, &mut moved)?;
    if rules.capabilities.two_boards && mv.kind() != MoveKind::Shot {
        draft.crossing = moved.at.into();
    }
    Ok(draft)
}

/// King and rook change places.
fn castle(draft: &mut Draft<'_>, pos: &Position, mv: Move, king: Piece) {
    let way = CastlingWay::of_move(pos.side_to_move(), mv);
    let rook = pos.at(way.rook.0);
    draft.set(way.king.0, None);
    draft.set(way.rook.0, None);
    draft.set(way.king.1, Some(king));
    draft.set(way.rook.1, rook);
    if !pos.variant().rules.conditions.is_empty() {
        conditions::after_castling(draft, way.rook.1);
    }
    if pos.variant().rules.capabilities.two_boards {
        draft.crossing = Bitboard::from(way.king.1) | way.rook.1.into();
    }
}

/// The man that a hurdler with effects leaps over.
#[inline(always)]
pub(super) fn hurdle(pos: &Position, mv: Move, man: Piece) -> Option<Square> {
    if !pos.variant().rules.hurdlers.contains(man.piece_type()) {
        return None;
    }
    let tables = pos.variant().moves_of(man);
    let paths = if pos.occupied().contains(mv.to()) {
        &tables.capture
    } else {
        &tables.quiet
    };
    let occupied = pos.occupied() & pos.same_board(mv.from());
    let own = paths.hurdle(mv.from(), mv.to(), occupied);
    if own.is_none() && pos.variant().rules.capabilities.relay {
        return relay::hurdle(pos, mv, man);
    }
    own
}

/// The captured man leaves the board; gives it and where it stood.
#[inline(always)]
fn take(draft: &mut Draft<'_>, pos: &Position, mv: Move) -> Option<(Square, Piece)> {
    let square = match mv.kind() {
        MoveKind::EnPassant => en_passant::passer(pos, mv.to(), !pos.side_to_move())?,
        _ => mv.to(),
    };
    let man = pos.at(square)?;
    draft.set(square, None);
    draft.taken = Some(man);
    Some((square, man))
}

/// The mover arrives, and promotes if it does; gives where it stands and what it is then.
#[inline(always)]
fn arrive(draft: &mut Draft<'_>, mv: Move, man: Piece) -> (Square, Piece) {
    let rules = &draft.pos.variant().rules;
    let man = match mv.piece_type() {
        None => man,
        Some(piece_type) if rules.marks_promoted && rules.rank_pawn == Some(man.piece_type()) => {
            man.with_type(piece_type).promoted()
        }
        Some(piece_type) => man.with_type(piece_type),
    };
    let at = if mv.kind() == MoveKind::Shot {
        mv.from()
    } else {
        draft.set(mv.from(), None);
        mv.to()
    };
    draft.set(at, Some(man));
    (at, man)
}

/// The effects of a hurdler act on its hurdle one after the other, each on what the last has left.
fn affect_hurdle(draft: &mut Draft<'_>, hurdler: Piece, square: Square, captured: bool) {
    let rules = &draft.pos.variant().rules;
    let Some(hurdle_effects) = rules.hurdle_effects.get(hurdler.piece_type().index()) else {
        return;
    };
    let Some(man) = draft.at(square) else {
        return;
    };
    if !is_target(hurdle_effects, hurdler.color(), man.color()) {
        return;
    }
    let mut at = square;
    for effect in &hurdle_effects.effects {
        let Some(man) = draft.at(at) else {
            return;
        };
        let royal = draft.pos.is_royal(man.piece_type());
        match effect {
            Effect::Andernach => {
                if hurdle_effects.rex == Rex::Inclusive || !royal {
                    draft.change(at, man.flipped());
                }
            }
            Effect::Einstein => {
                let (before, own) = (man.piece_type(), hurdler.piece_type());
                let after = rules.ladder.hurdled(before, own, captured);
                if !royal && after != before {
                    draft.change(at, man.with_type(after));
                }
            }
            // The square's shade and file are those where the man was hurdled.
            Effect::Circe => match rebear_hurdle(draft, square, at, man) {
                Some(home) => at = home,
                None => return,
            },
        }
    }
}

fn is_target(effects: &HurdleEffects, hurdler: Color, hurdle: Color) -> bool {
    match effects.target {
        EffectTarget::Both => true,
        EffectTarget::Enemy => hurdler != hurdle,
        EffectTarget::Friend => hurdler == hurdle,
    }
}

/// Effect C: gives where the hurdle stands afterwards; `None` when it has left the board.
fn rebear_hurdle(draft: &mut Draft<'_>, hurdled: Square, at: Square, man: Piece) -> Option<Square> {
    let home = draft.pos.variant().rules.homes.of(man, hurdled);
    if home == at {
        return Some(at);
    }
    if draft.at(home).is_some() {
        if draft.pos.is_royal(man.piece_type()) {
            return Some(at);
        }
        draft.set(at, None);
        draft.changed = true;
        return None;
    }
    draft.set(at, None);
    draft.rebear(home, man);
    draft.changed = true;
    Some(home)
}
