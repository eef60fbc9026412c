//! When a turn is over, and what passes to the opponent with it.

use super::{Leg, Serial};
use crate::base::{Bitboard, Move, MoveKind, Square};
use crate::board::between;
use crate::position::{Delta, Position, State};
use crate::rules::{Rules, common};
use crate::variant::{TurnCheck, TurnEnPassant};

/// What a check does to a turn of this game.
pub fn check_rule(pos: &Position) -> TurnCheck {
    let series = pos.variant().rules.series.as_ref();
    series.map_or(TurnCheck::Ends, |series| series.check)
}

/// Whether a legal move attacks the enemy king.
pub fn gives_check(pos: &Position, mv: Move) -> bool {
    attacks_king(&pos.after(&Leg::delta(pos, mv)), pos)
}

/// Whether the side to move of `before` attacks an enemy king in the position after its move.
fn attacks_king(after: &Position, before: &Position) -> bool {
    let us = before.side_to_move();
    after
        .royals(!us)
        .into_iter()
        .any(|king| after.is_attacked(king, us))
}

/// What a legal leg changes: what it changes in the game of single moves, and the state of the turn.
pub fn delta(pos: &Position, mv: Move) -> Delta {
    let before = pos.state();
    let mut delta = Leg::delta(pos, mv);
    let progress = before.progress || delta.state.halfmove_clock == 0;
    let rights = delta.state.rights;
    delta.state = State {
        rights,
        en_passant: Bitboard::EMPTY,
        legs_left: before.legs_left.saturating_sub(1),
        progress,
        passed: passed_after(pos, mv),
        ..*before
    };
    let next = pos.after(&delta);
    if is_over(pos, &next) {
        delta.state = turned(&next);
    }
    delta
}

/// Whether a turn is over after a leg: all moves made, a check given, or nothing left to move.
fn is_over(before: &Position, next: &Position) -> bool {
    if next.state().legs_left == 0 {
        return true;
    }
    if check_rule(next) == TurnCheck::Ends && attacks_king(next, before) {
        return true;
    }
    !Serial::can_move(next)
}

/// The squares passed by pawns that have made their double step in this turn and not moved since.
fn passed_after(pos: &Position, mv: Move) -> Bitboard {
    let us = pos.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let moved_on = |square: &Square| common::passer(pos, *square, us) == Some(from);
    let rule = pos
        .variant()
        .rules
        .series
        .as_ref()
        .map(|series| series.en_passant);
    let mut passed: Bitboard = match rule {
        Some(TurnEnPassant::Turn) => pos.state().passed,
        _ => Bitboard::EMPTY,
    };
    passed = passed.into_iter().filter(|s| !moved_on(s)).collect();
    if mv.kind() == MoveKind::MultiStep && rule != Some(TurnEnPassant::Never) {
        passed |= between(from, to);
    }
    passed
}

/// The state at the start of the opponent's turn.
fn turned(pos: &Position) -> State {
    let state = pos.state();
    let us = state.side_to_move;
    let length = pos.variant().rules.series.as_ref().map_or(1, |series| {
        series
            .schedule
            .next(state.turn_length, state.fullmove_number, us)
    });
    State {
        en_passant: takeable(pos),
        legs_left: length,
        turn_length: length,
        progress: false,
        passed: Bitboard::EMPTY,
        ..state.next_turn(state.progress)
    }
}

/// The passed squares that are empty and on which an enemy pawn could capture by its movement.
fn takeable(pos: &Position) -> Bitboard {
    let them = !pos.side_to_move();
    let Some(pawn) = pos.variant().rules.pawn else {
        return Bitboard::EMPTY;
    };
    let pawns = pos.pieces(them, pawn);
    let can_take = |square: &Square| {
        pos.at(*square).is_none() && common::can_take_en_passant(pos, pawns, them, *square)
    };
    pos.state().passed.into_iter().filter(can_take).collect()
}
