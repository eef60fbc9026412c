//! What a move does, one function for each consequence, in the order in which they happen: movement
//! and capture, promotion, change of the mover's type (einstein), rebirth of the captor (anticirce),
//! change of the mover's colour (andernach), the hurdler's effects on its hurdle, rebirth of the
//! captured man (circe).

use super::draft::Draft;
use crate::base::{Color, Move, MoveKind, Piece, PieceType, Square};
use crate::position::Position;
use crate::rules::common::{self, CastlingWay};
use crate::variant::{Condition, Effect, EffectTarget, Rex};

/// The man that moves, wherever the consequences have taken it so far.
#[derive(Clone, Copy)]
struct Mover {
    at: Square,
    man: Piece,
}

/// A man that was taken, and where it stood.
type Victim = Option<(Square, Piece)>;

/// What a pseudo-legal move does to the board; `None` if a consequence is impossible and forbids the
/// move (anticirce: the captor's home square is occupied).
#[inline]
pub fn draft(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    let Some(man) = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop) else {
        if let Some(piece_type) = mv.piece_type() {
            draft.set(mv.to(), Some(Piece::new(pos.side_to_move(), piece_type)));
        }
        return Some(draft);
    };
    if mv.kind() == MoveKind::Castle {
        castle(&mut draft, pos, mv, man);
        return Some(draft);
    }
    let hurdle = hurdle(pos, mv, man);
    let victim = take(&mut draft, pos, mv);
    let mut mover = arrive(&mut draft, mv, man);
    let conditions = pos.variant().rules.changes.conditions;
    if conditions.has(Condition::Einstein) {
        change_type(&mut draft, pos, &mut mover, victim);
    }
    if conditions.has(Condition::Anticirce) && victim.is_some() {
        rebear_captor(&mut draft, pos, &mut mover, mv.to())?;
    }
    let turns = match victim {
        Some(_) => conditions.turn_captors(),
        None => conditions.turn_movers(),
    };
    if turns {
        change_colour(&mut draft, pos, &mut mover);
    }
    if let Some(hurdle) = hurdle {
        affect_hurdle(&mut draft, pos, man, hurdle, victim.is_some());
    }
    if conditions.has(Condition::Circe)
        && let Some((square, man)) = victim
    {
        rebear_victim(&mut draft, pos, square, man);
    }
    Some(draft)
}

/// King and rook change places; in einstein the rook becomes a bishop by that.
fn castle(draft: &mut Draft<'_>, pos: &Position, mv: Move, king: Piece) {
    let way = CastlingWay::of_move(pos.side_to_move(), mv);
    let rook = pos.at(way.rook.0);
    draft.set(way.king.0, None);
    draft.set(way.rook.0, None);
    draft.set(way.king.1, Some(king));
    draft.set(way.rook.1, rook);
    if let Some(rook) = rook
        && pos
            .variant()
            .rules
            .changes
            .conditions
            .has(Condition::Einstein)
    {
        let sunk = pos.variant().rules.changes.sunk(rook.piece_type());
        draft.change(way.rook.1, rook.with_type(sunk));
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
    paths.hurdle(mv.from(), mv.to(), pos.occupied())
}

/// The captured man leaves the board.
#[inline(always)]
fn take(draft: &mut Draft<'_>, pos: &Position, mv: Move) -> Victim {
    let square = match mv.kind() {
        MoveKind::EnPassant => common::passer(pos, mv.to(), !pos.side_to_move())?,
        _ => mv.to(),
    };
    let man = pos.at(square)?;
    draft.set(square, None);
    Some((square, man))
}

/// The mover arrives, and promotes if it does.
#[inline(always)]
fn arrive(draft: &mut Draft<'_>, mv: Move, man: Piece) -> Mover {
    let man = mv
        .piece_type()
        .map_or(man, |piece_type| man.with_type(piece_type));
    let at = if mv.kind() == MoveKind::Shot {
        mv.from()
    } else {
        draft.set(mv.from(), None);
        mv.to()
    };
    draft.set(at, Some(man));
    Mover { at, man }
}

fn is_royal(pos: &Position, piece_type: PieceType) -> bool {
    pos.variant().rules.royals.contains(piece_type)
}

/// Einstein: who moves sinks, who captures rises; kings stay kings.
fn change_type(draft: &mut Draft<'_>, pos: &Position, mover: &mut Mover, victim: Victim) {
    let piece_type = mover.man.piece_type();
    if is_royal(pos, piece_type) {
        return;
    }
    let changes = &pos.variant().rules.changes;
    let next = if victim.is_some() {
        changes.risen(piece_type)
    } else {
        changes.sunk(piece_type)
    };
    mover.man = mover.man.with_type(next);
    draft.change(mover.at, mover.man);
}

/// Anticirce: the captor goes to its home square, kings too; impossible if a man stands there.
fn rebear_captor(
    draft: &mut Draft<'_>,
    pos: &Position,
    mover: &mut Mover,
    capture: Square,
) -> Option<()> {
    let home = pos.variant().rules.changes.home(mover.man, capture);
    draft.set(mover.at, None);
    if draft.at(home).is_some() {
        return None;
    }
    draft.set(home, Some(mover.man));
    draft.reborn |= home.into();
    draft.changed = true;
    mover.at = home;
    Some(())
}

/// Andernach: the mover enters the other side's service; kings do not.
fn change_colour(draft: &mut Draft<'_>, pos: &Position, mover: &mut Mover) {
    if !is_royal(pos, mover.man.piece_type()) {
        mover.man = mover.man.flipped();
        draft.change(mover.at, mover.man);
    }
}

/// The effects of a hurdler act on its hurdle one after the other, each on what the last has left.
fn affect_hurdle(
    draft: &mut Draft<'_>,
    pos: &Position,
    hurdler: Piece,
    square: Square,
    captured: bool,
) {
    let Some(carrier) = pos
        .variant()
        .rules
        .hurdle_effects
        .get(hurdler.piece_type().index())
    else {
        return;
    };
    let Some(man) = draft.at(square) else {
        return;
    };
    if !is_target(carrier.target, hurdler.color(), man.color()) {
        return;
    }
    let mut at = square;
    for effect in &carrier.effects {
        let Some(man) = draft.at(at) else {
            return;
        };
        match effect {
            Effect::Andernach => {
                if carrier.rex == Rex::Inclusive || !is_royal(pos, man.piece_type()) {
                    draft.change(at, man.flipped());
                }
            }
            Effect::Einstein => {
                if !is_royal(pos, man.piece_type()) {
                    let changes = &pos.variant().rules.changes;
                    let piece_type =
                        changes.hurdled(man.piece_type(), hurdler.piece_type(), captured);
                    draft.change(at, man.with_type(piece_type));
                }
            }
            // The square's shade and file are those where the man was hurdled.
            Effect::Circe => match rebear_hurdle(draft, pos, square, at, man) {
                Some(home) => at = home,
                None => return,
            },
        }
    }
}

fn is_target(target: EffectTarget, hurdler: Color, hurdle: Color) -> bool {
    match target {
        EffectTarget::Both => true,
        EffectTarget::Enemy => hurdler != hurdle,
        EffectTarget::Friend => hurdler == hurdle,
    }
}

/// Effect C: gives where the hurdle stands afterwards; `None` when it has left the board.
fn rebear_hurdle(
    draft: &mut Draft<'_>,
    pos: &Position,
    hurdled: Square,
    at: Square,
    man: Piece,
) -> Option<Square> {
    let home = pos.variant().rules.changes.home(man, hurdled);
    if home == at {
        return Some(at);
    }
    if draft.at(home).is_some() {
        if is_royal(pos, man.piece_type()) {
            return Some(at);
        }
        draft.set(at, None);
        draft.changed = true;
        return None;
    }
    draft.set(at, None);
    draft.set(home, Some(man));
    draft.reborn |= home.into();
    draft.changed = true;
    Some(home)
}

/// Circe: the captured man appears on its home square if that is free.
fn rebear_victim(draft: &mut Draft<'_>, pos: &Position, square: Square, man: Piece) {
    let home = pos.variant().rules.changes.home(man, square);
    if !is_royal(pos, man.piece_type()) && draft.at(home).is_none() {
        draft.set(home, Some(man));
        draft.reborn |= home.into();
    }
}
