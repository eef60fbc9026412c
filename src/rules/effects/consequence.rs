//! What a move does, one function for each consequence, in the order in which they happen: movement
//! and capture, promotion, change of the mover's type (einstein), rebirth of the captor (anticirce),
//! change of the mover's colour (andernach), the hurdler's effects on its hurdle, rebirth of the
//! captured man (circe).

use super::draft::Draft;
use crate::base::{Color, Kind, Move, MoveKind, Piece, Square};
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
    let Some(man) = pos.at(mv.from()).filter(|_| mv.sort() != MoveKind::Drop) else {
        if let Some(kind) = mv.kind() {
            draft.set(mv.to(), Some(Piece::new(pos.turn(), kind)));
        }
        return Some(draft);
    };
    if mv.sort() == MoveKind::Castle {
        castle(&mut draft, pos, mv, man);
        return Some(draft);
    }
    let hurdle = hurdle(pos, mv, man);
    let victim = take(&mut draft, pos, mv);
    let mut mover = arrive(&mut draft, mv, man);
    let conditions = pos.atlas().changes.conditions;
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
    let way = CastlingWay::of_move(pos.turn(), mv);
    let rook = pos.at(way.rook.0);
    draft.set(way.king.0, None);
    draft.set(way.rook.0, None);
    draft.set(way.king.1, Some(king));
    draft.set(way.rook.1, rook);
    if let Some(rook) = rook
        && pos.atlas().changes.conditions.has(Condition::Einstein)
    {
        let sunk = pos.atlas().changes.sunk(rook.kind());
        draft.change(way.rook.1, rook.with_kind(sunk));
    }
}

/// The man that a hurdler with effects leaps over.
#[inline(always)]
pub(super) fn hurdle(pos: &Position, mv: Move, man: Piece) -> Option<Square> {
    if !pos.atlas().hurdlers.contains(man.kind()) {
        return None;
    }
    let gait = pos.atlas().gait(man);
    let paths = if pos.men().contains(mv.to()) {
        &gait.capture
    } else {
        &gait.quiet
    };
    paths.hurdle(mv.from(), mv.to(), pos.men())
}

/// The captured man leaves the board.
#[inline(always)]
fn take(draft: &mut Draft<'_>, pos: &Position, mv: Move) -> Victim {
    let square = match mv.sort() {
        MoveKind::EnPassant => common::passer(pos, mv.to(), !pos.turn())?,
        _ => mv.to(),
    };
    let man = pos.at(square)?;
    draft.set(square, None);
    Some((square, man))
}

/// The mover arrives, and promotes if it does.
#[inline(always)]
fn arrive(draft: &mut Draft<'_>, mv: Move, man: Piece) -> Mover {
    let man = mv.kind().map_or(man, |kind| man.with_kind(kind));
    let at = if mv.sort() == MoveKind::Shot {
        mv.from()
    } else {
        draft.set(mv.from(), None);
        mv.to()
    };
    draft.set(at, Some(man));
    Mover { at, man }
}

fn is_royal(pos: &Position, kind: Kind) -> bool {
    pos.atlas().royals().contains(kind)
}

/// Einstein: who moves sinks, who captures rises; kings stay kings.
fn change_type(draft: &mut Draft<'_>, pos: &Position, mover: &mut Mover, victim: Victim) {
    let kind = mover.man.kind();
    if is_royal(pos, kind) {
        return;
    }
    let changes = &pos.atlas().changes;
    let next = if victim.is_some() {
        changes.risen(kind)
    } else {
        changes.sunk(kind)
    };
    mover.man = mover.man.with_kind(next);
    draft.change(mover.at, mover.man);
}

/// Anticirce: the captor goes to its home square, kings too; impossible if a man stands there.
fn rebear_captor(
    draft: &mut Draft<'_>,
    pos: &Position,
    mover: &mut Mover,
    capture: Square,
) -> Option<()> {
    let home = pos.atlas().changes.home(mover.man, capture);
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
    if !is_royal(pos, mover.man.kind()) {
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
    let Some(carrier) = pos.atlas().men.get(hurdler.kind().index()) else {
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
                if carrier.rex == Rex::Inclusive || !is_royal(pos, man.kind()) {
                    draft.change(at, man.flipped());
                }
            }
            Effect::Einstein => {
                if !is_royal(pos, man.kind()) {
                    let changes = &pos.atlas().changes;
                    let kind = changes.hurdled(man.kind(), hurdler.kind(), captured);
                    draft.change(at, man.with_kind(kind));
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
    let home = pos.atlas().changes.home(man, hurdled);
    if home == at {
        return Some(at);
    }
    if draft.at(home).is_some() {
        if is_royal(pos, man.kind()) {
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
    let home = pos.atlas().changes.home(man, square);
    if !is_royal(pos, man.kind()) && draft.at(home).is_none() {
        draft.set(home, Some(man));
        draft.reborn |= home.into();
    }
}
