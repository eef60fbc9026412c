//! Attacks on royal men where moves have consequences: who attacks what, whether a king stands safe
//! after a draft, and when that question need not be asked.

use super::draft::Draft;
use super::madrasi;
use crate::base::{Bitboard, Color, Kind, Piece, Square};
use crate::geometry::Lines;
use crate::position::Position;
use crate::rules::Guard;
use crate::variant::Condition;

/// Whether a side attacks a square: one of its men could pseudo-legally capture there.
#[inline]
pub fn is_attacked(pos: &Position, square: Square, by: Color) -> bool {
    let attackers = pos.attackers(square, by, pos.men(), pos.side(by));
    if attackers.is_empty() || !pos.atlas().changes.conditions.qualify_attacks() {
        return attackers.any();
    }
    attackers
        .into_iter()
        .any(|from| can_capture(pos, from, square))
}

/// Whether one of a side's royal men is attacked.
#[inline]
pub fn in_check(pos: &Position, color: Color) -> bool {
    pos.royals(color)
        .into_iter()
        .any(|king| is_attacked(pos, king, !color))
}

/// Whether the conditions let a man capture where its movement leads.
pub fn can_capture(pos: &Position, from: Square, to: Square) -> bool {
    let conditions = pos.atlas().changes.conditions;
    let paralysed = conditions.has(Condition::Madrasi) && madrasi::is_paralysed(pos, from);
    !paralysed && (!conditions.has(Condition::Anticirce) || finds_home_free(pos, from, to))
}

/// Anticirce: whether a captor would find its home square free. A pawn that promotes by the capture
/// may choose the type whose home is free.
fn finds_home_free(pos: &Position, from: Square, to: Square) -> bool {
    let Some(man) = pos.at(from) else {
        return false;
    };
    let atlas = pos.atlas();
    let is_free = |kind: Kind| {
        let rises =
            atlas.changes.conditions.has(Condition::Einstein) && !atlas.royals().contains(kind);
        let kind = if rises {
            atlas.changes.risen(kind)
        } else {
            kind
        };
        let home = atlas.changes.home(man.with_kind(kind), to);
        home == to || home == from || pos.at(home).is_none()
    };
    let promotes = atlas.pawn == Some(man.kind())
        && !atlas.promotions.is_empty()
        && atlas.last_rank_of(man.color()).contains(to);
    if promotes {
        atlas.promotions.iter().any(|kind| is_free(*kind))
    } else {
        is_free(man.kind())
    }
}

/// The guard of the side to move, with the squares that matter to moves with consequences.
#[inline]
pub fn guard(pos: &Position) -> Guard {
    let us = pos.turn();
    let atlas = pos.atlas();
    let kings = pos.royals(us);
    let mut guard = Guard::NONE;
    for king in kings {
        let one = Guard::of(pos, king);
        guard.in_check |= one.in_check;
        guard.leave |= one.leave;
        guard.enter |= one.enter;
        guard.touch |= view(pos, king, !us) | king.into();
    }
    if atlas.changes.kings_turn {
        // A king that comes over must be safe where it stands.
        guard.touch |= pos.royals(!us);
    }
    if atlas.changes.conditions.qualify_attacks() {
        // A check can be met, and a king exposed, anywhere on the board.
        guard.in_check = in_check(pos, us);
        if kings.any() {
            guard.leave = Bitboard::ALL;
            guard.enter = Bitboard::ALL;
            guard.touch = Bitboard::ALL;
        }
    }
    guard
}

/// The squares that bear on whether a side attacks a square: no change elsewhere does.
#[inline(always)]
fn view(pos: &Position, square: Square, by: Color) -> Bitboard {
    let assault = &pos.atlas().assaults[by.index()];
    if !assault.overs.is_empty() || !assault.walks.is_empty() {
        return Bitboard::ALL;
    }
    pos.atlas().view.targets(square, pos.men(), Lines::QUEEN) | assault.leap_origins[square.index()]
}

/// Whether a royal man of the side to move would be attacked after a draft.
#[inline]
pub fn exposes(pos: &Position, draft: &Draft<'_>) -> bool {
    if pos.atlas().changes.conditions.qualify_attacks() {
        return exposes_qualified(pos, draft);
    }
    let us = pos.turn();
    let (mut men, mut present, mut kings) = (pos.men(), pos.side(!us), pos.royals(us));
    for edit in draft.edits() {
        let bit = Bitboard::from(edit.square);
        present &= !bit;
        kings &= !bit;
        match edit.after {
            None => men &= !bit,
            Some(man) => {
                men |= bit;
                if man.color() == us && pos.atlas().royals().contains(man.kind()) {
                    kings |= bit;
                }
            }
        }
    }
    // Enemies that were there before attack from the king's side of the tables, those that have just
    // appeared from their own.
    kings
        .into_iter()
        .any(|king| pos.attackers(king, !us, men, present).any())
        || draft.edits().any(|edit| {
            let newcomer = |man: &Piece| man.color() != us;
            edit.after.filter(newcomer).is_some_and(|man| {
                let targets = pos.atlas().gait(man).capture.targets(edit.square, men);
                targets.intersects(kings)
            })
        })
}

/// The same where the conditions have a say in what is attacked: on the whole board.
#[cold]
fn exposes_qualified(pos: &Position, draft: &Draft<'_>) -> bool {
    let mut delta = crate::position::Delta::new(*pos.state());
    for edit in draft.edits() {
        delta.edit(edit.square, edit.before, edit.after);
    }
    in_check(&pos.after(&delta), pos.turn())
}
