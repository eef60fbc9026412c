//! Attacks on royal men where moves have consequences: who attacks what, whether a king stands safe
//! after a draft, and when that question need not be asked.

use super::draft::Draft;
use super::madrasi;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::Lines;
use crate::position::Position;
use crate::rules::CheckInfo;
use crate::variant::Condition;

/// Whether a side attacks a square: one of its men could pseudo-legally capture there.
#[inline]
pub fn is_attacked(pos: &Position, square: Square, by: Color) -> bool {
    let attackers = pos.attackers(square, by, pos.occupied(), pos.by_color(by));
    if attackers.is_empty() || !pos.variant().rules.changes.conditions.qualify_attacks() {
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
    let conditions = pos.variant().rules.changes.conditions;
    let paralysed = conditions.has(Condition::Madrasi) && madrasi::is_paralysed(pos, from);
    !paralysed && (!conditions.has(Condition::Anticirce) || finds_home_free(pos, from, to))
}

/// Anticirce: whether a captor would find its home square free. A pawn that promotes by the capture
/// may choose the type whose home is free.
fn finds_home_free(pos: &Position, from: Square, to: Square) -> bool {
    let Some(man) = pos.at(from) else {
        return false;
    };
    let variant = pos.variant();
    let is_free = |piece_type: PieceType| {
        let rises = variant.rules.changes.conditions.has(Condition::Einstein)
            && !variant.rules.royals.contains(piece_type);
        let piece_type = if rises {
            variant.rules.changes.risen(piece_type)
        } else {
            piece_type
        };
        let home = variant.rules.changes.home(man.with_type(piece_type), to);
        home == to || home == from || pos.at(home).is_none()
    };
    let promotes = variant.rules.pawn == Some(man.piece_type())
        && !variant.rules.promotions.is_empty()
        && variant.rules.last_rank_of(man.color()).contains(to);
    if promotes {
        variant
            .rules
            .promotions
            .iter()
            .any(|piece_type| is_free(*piece_type))
    } else {
        is_free(man.piece_type())
    }
}

/// The check info of the side to move, with the squares that matter to moves with consequences.
#[inline]
pub fn check_info(pos: &Position) -> CheckInfo {
    let us = pos.side_to_move();
    let variant = pos.variant();
    let kings = pos.royals(us);
    let mut check_info = CheckInfo::NONE;
    for king in kings {
        let one = CheckInfo::of(pos, king);
        check_info.in_check |= one.in_check;
        check_info.leave |= one.leave;
        check_info.enter |= one.enter;
        check_info.touch |= view(pos, king, !us) | king.into();
    }
    if variant.rules.kings_turn {
        // A king that comes over must be safe where it stands.
        check_info.touch |= pos.royals(!us);
    }
    if variant.rules.changes.conditions.qualify_attacks() {
        // A check can be met, and a king exposed, anywhere on the board.
        check_info.in_check = in_check(pos, us);
        if kings.any() {
            check_info.leave = Bitboard::ALL;
            check_info.enter = Bitboard::ALL;
            check_info.touch = Bitboard::ALL;
        }
    }
    check_info
}

/// The squares that bear on whether a side attacks a square: no change elsewhere does.
#[inline(always)]
fn view(pos: &Position, square: Square, by: Color) -> Bitboard {
    let attacks = &pos.variant().tables.attacks[by.index()];
    if !attacks.fixed_hops.is_empty() || !attacks.walks.is_empty() {
        return Bitboard::ALL;
    }
    pos.variant()
        .tables
        .view
        .targets(square, pos.occupied(), Lines::QUEEN)
        | attacks.leap_origins[square.index()]
}

/// Whether a royal man of the side to move would be attacked after a draft.
#[inline]
pub fn exposes(pos: &Position, draft: &Draft<'_>) -> bool {
    if pos.variant().rules.changes.conditions.qualify_attacks() {
        return exposes_qualified(pos, draft);
    }
    let us = pos.side_to_move();
    let (mut occupied, mut present, mut kings) =
        (pos.occupied(), pos.by_color(!us), pos.royals(us));
    for edit in draft.edits() {
        let bit = Bitboard::from(edit.square);
        present &= !bit;
        kings &= !bit;
        match edit.after {
            None => occupied &= !bit,
            Some(man) => {
                occupied |= bit;
                if man.color() == us && pos.variant().rules.royals.contains(man.piece_type()) {
                    kings |= bit;
                }
            }
        }
    }
    // Enemies that were there before attack from the king's side of the tables, those that have just
    // appeared from their own.
    kings
        .into_iter()
        .any(|king| pos.attackers(king, !us, occupied, present).any())
        || draft.edits().any(|edit| {
            let newcomer = |man: &Piece| man.color() != us;
            edit.after.filter(newcomer).is_some_and(|man| {
                let targets = pos
                    .variant()
                    .moves_of(man)
                    .capture
                    .targets(edit.square, occupied);
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
    in_check(&pos.after(&delta), pos.side_to_move())
}
