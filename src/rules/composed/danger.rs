//! Attacks on royal pieces in games whose moves have consequences: tests of attacks, the safety of kings after a
//! draft, and which moves need no such test.

use super::consequence;
use crate::base::{Bitboard, Color, Move, MoveKind, Piece, Square};
use crate::board::Lines;
use crate::position::{Delta, Edit, Memory, Position};
use crate::rules::check_info::CheckInfo;
use crate::rules::{chains, conditions, endings, relay, starts};
use std::hint::cold_path;

/// Whether a side attacks a square: one of its pieces could pseudo-legally capture there.
#[inline]
pub fn is_attacked(pos: &Position, square: Square, by: Color) -> bool {
    let mut attackers = pos.attackers_now(square, by);
    if pos.variant().rules.capabilities.relay {
        attackers = starts::attackers(pos, square, by, attackers);
    }
    if pos.variant().rules.capabilities.chains {
        attackers = chains::attackers(pos, square, by, attackers);
    }
    let game = &pos.variant().rules.conditions;
    if !game.qualify_attacks() {
        return attackers.any();
    }
    attackers
        .into_iter()
        .any(|from| may_capture(pos, from, square))
}

/// Whether a side is in check: one of its royal pieces is attacked, or all of them in games with spare kings.
#[inline]
pub fn in_check(pos: &Position, color: Color) -> bool {
    if pos.neutrals().any() {
        cold_path();
        return is_checked(&pos.with_neutrals_against(color), color);
    }
    is_checked(pos, color)
}

/// [`in_check`] in a position whose neutral pieces, if there are any, are of the other side.
#[inline(always)]
fn is_checked(pos: &Position, color: Color) -> bool {
    let mut kings = pos.royals(color).into_iter();
    let attacked = |king| {
        if pos.variant().rules.conditions.define_check() {
            conditions::in_check(pos, king, &|pos, at| is_attacked(pos, at, !color))
        } else {
            is_attacked(pos, king, !color)
        }
    };
    if pos.variant().rules.spare_kings {
        return pos.royals(color).any() && kings.all(attacked);
    }
    kings.any(attacked)
}

/// Whether the conditions allow a capture on a square that the movement of the piece reaches: the piece may
/// capture there, and the consequences for the captor are possible. For a pawn that promotes by the capture
/// one possible promotion is enough.
pub fn may_capture(pos: &Position, from: Square, to: Square) -> bool {
    let rules = &pos.variant().rules;
    if rules.conditions.narrow_attacks() && !conditions::allow_capture(pos, from, to) {
        return false;
    }
    if !rules.conditions.veto_checks() {
        return true;
    }
    let Some(piece) = pos.at(from) else {
        return false;
    };
    let possible = |mv| consequence::is_capture_possible(pos, mv);
    if rules.shooters.contains(piece.piece_type()) {
        return possible(Move::new(from, to, MoveKind::Shot));
    }
    let choices = rules.promotions_by(piece, from, to);
    if choices.is_empty() {
        return possible(Move::new(from, to, MoveKind::Normal));
    }
    let stays = !rules.promotion(piece).must.contains(to);
    stays && possible(Move::new(from, to, MoveKind::Normal))
        || choices
            .iter()
            .any(|into| possible(Move::promotion(from, to, *into)))
}

/// The check info of the side to move; its `touch` holds the squares whose change by a consequence can expose a king.
#[inline]
pub fn check_info<const GENERAL: bool>(pos: &Position) -> CheckInfo {
    let us = pos.side_to_move();
    let variant = pos.variant();
    let kings = pos.royals(us);
    let mut check_info = CheckInfo::NONE;
    for king in kings {
        let one = CheckInfo::of::<GENERAL>(pos, king);
        check_info.in_check |= one.in_check;
        check_info.leave |= one.leave;
        check_info.enter |= one.enter;
        check_info.touch |= view(pos, king, !us) | king.into();
    }
    if variant.rules.kings_turn {
        // An enemy king that changes sides must be safe where it stands.
        check_info.touch |= pos.royals(!us);
    }
    if GENERAL {
        check_info.touch |= possible_kings(pos);
    }
    // A piece that promotes to a royal one must be safe where it arrives.
    let promoters = pos.by_color(us) & pos.by_types(variant.rules.royal_promoters);
    check_info.leave |= promoters;
    check_info.touch |= promoters;
    if !variant.rules.judges_whole_board {
        return check_info;
    }
    if variant.rules.capabilities.two_boards {
        check_info.touch = Bitboard::ALL;
    }
    if variant.rules.capabilities.relay {
        // Any change of the opponent's pieces can change the movement that they receive.
        check_info.in_check = in_check(pos, us);
        check_info.touch = Bitboard::ALL;
        if !relay::is_steady(pos, !us) {
            check_info.leave = Bitboard::ALL;
            check_info.enter = Bitboard::ALL;
        }
    }
    if variant.rules.capabilities.chains || variant.rules.conditions.define_check() {
        check_info.in_check = in_check(pos, us);
        check_info.touch = Bitboard::ALL;
        check_info.leave = Bitboard::ALL;
        check_info.enter = Bitboard::ALL;
    }
    if variant.rules.spare_kings {
        check_info.in_check = in_check(pos, us);
    }
    if variant.rules.conditions.qualify_attacks() && !variant.rules.conditions.define_check() {
        // Conditions remove attacks and add none, so every check is also an attack by movement.
        // A change of a square that a condition watches can end a check or expose a king.
        check_info.in_check = check_info.in_check && in_check(pos, us);
        for king in kings {
            let watched = conditions::watched(pos, king, !us);
            check_info.leave |= watched;
            check_info.enter |= watched;
            check_info.touch |= watched;
        }
    }
    check_info
}

/// The squares on which a king from the hand, if the game has one, would have to be safe.
#[inline(always)]
pub fn possible_kings(pos: &Position) -> Bitboard {
    let rules = &pos.variant().rules;
    if rules.hand.intersects(rules.royals) {
        pos.vacant()
    } else {
        Bitboard::EMPTY
    }
}

/// The squares whose change can affect whether the side `by` attacks `square`.
#[inline(always)]
fn view(pos: &Position, square: Square, by: Color) -> Bitboard {
    let attacks = &pos.variant().tables.attacks[by.index()];
    let view = &pos.variant().tables.view;
    let seen =
        view.targets(square, pos.occupied(), Lines::QUEEN) | attacks.leap_origins[square.index()];
    if attacks.fixed_hops.is_empty() && attacks.path_tree.is_empty() {
        return seen;
    }
    seen | attacks.examined(square, pos.occupied(), |_| true)
}

/// Whether a royal piece of the side to move would be attacked after a move with these `edits`, after which conditions remember `memory`.
#[inline]
pub fn exposes<'e>(
    pos: &Position,
    edits: impl Iterator<Item = &'e Edit> + Clone,
    memory: &Memory,
) -> bool {
    let rules = &pos.variant().rules;
    if !rules.judges_whole_board {
        return exposes_by_movement(pos, edits);
    }
    let has = rules.capabilities;
    if has.relay || has.chains || has.two_boards || rules.conditions.define_check() {
        return exposes_qualified(pos, edits, memory);
    }
    // Conditions remove attacks and add none, so most moves are known to be safe without a look at the position after them.
    let exposes = exposes_by_movement(pos, edits.clone());
    debug_assert!(
        exposes || !exposes_qualified(pos, edits.clone(), memory),
        "an attack on a king without a movement"
    );
    exposes && exposes_qualified(pos, edits, memory)
}

/// [`exposes`] for games in which attacks depend on movement alone; in others it is also true of attacks that conditions remove.
fn exposes_by_movement<'e>(pos: &Position, edits: impl Iterator<Item = &'e Edit> + Clone) -> bool {
    let us = pos.side_to_move();
    let (mut occupied, mut present, mut kings) =
        (pos.occupied(), pos.by_color(!us), pos.royals(us));
    for edit in edits.clone() {
        let bit = Bitboard::from(edit.square);
        present &= !bit;
        kings &= !bit;
        match edit.after {
            None => occupied &= !bit,
            Some(piece) => {
                occupied |= bit;
                if piece.color() == us && pos.variant().rules.royals.contains(piece.piece_type()) {
                    kings |= bit;
                }
            }
        }
    }
    // Enemy pieces that the move has not changed are found from the king's square; for a piece that has just appeared, the
    // squares on which it captures are tested.
    kings
        .into_iter()
        .any(|king| pos.attackers(king, !us, occupied, present).any())
        || edits.into_iter().any(|edit| {
            let newcomer = |piece: &Piece| piece.color() != us;
            edit.after
                .filter(newcomer)
                .is_some_and(|piece| attacks_one_of(pos, piece, edit.square, occupied, kings))
        })
}

/// Whether a piece that has just appeared on the square `at` attacks one of `kings`.
#[inline(always)]
fn attacks_one_of(
    pos: &Position,
    piece: Piece,
    at: Square,
    occupied: Bitboard,
    kings: Bitboard,
) -> bool {
    let tables = &pos.variant().tables;
    let attacks = &tables.attacks[piece.color().index()];
    if !attacks.path_tree.is_empty()
        && let Some(back) = attacks.way_back(piece.piece_type())
    {
        let hits = |king| back.ends(king, occupied, at.into()).any();
        return kings.into_iter().any(hits);
    }
    tables
        .of(piece)
        .capture
        .targets(at, occupied)
        .intersects(kings)
}

/// [`exposes`] for games in which attacks depend on more than movement: tests the whole board after the move.
fn exposes_qualified<'e>(
    pos: &Position,
    edits: impl Iterator<Item = &'e Edit>,
    memory: &Memory,
) -> bool {
    let mut delta = Delta::new(*pos.state());
    delta.state.memory = *memory;
    delta.edits.extend(edits.copied());
    let (after, us) = (pos.after(&delta), pos.side_to_move());
    // A move by which the other side loses its kings wins, even if it leaves its own king attacked.
    let wins = pos.variant().rules.king_loss_ends && endings::has_lost_kings(&after, !us);
    !wins && in_check(&after, us)
}
