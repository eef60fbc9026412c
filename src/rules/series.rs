//! Turns of several moves by a schedule: when a turn ends, and the state that passes to the opponent.
//!
//! Each leg is an ordinary legal move of the game without turns. The variant file sets how long turns are, what a check
//! does to a turn and which pawns can be taken en passant.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("progressive").unwrap());
//! let next = rules::play_text(&start, "e2e4").unwrap();
//! assert!(next.fen().ends_with(" b KQkq - 0 1 2/2"));
//! let next = rules::play_text(&next, "d7d5,d5e4").unwrap();
//! assert!(next.fen().ends_with(" w KQkq - 0 2 3/3"));
//! ```

use super::en_passant;
use super::interface::Rules;
use crate::base::{Bitboard, Move, MoveKind, Square};
use crate::board::between;
use crate::position::{Delta, Position, State};
use crate::variant::{TurnCheck, TurnEnPassant};

/// The game's rule for a check within a turn.
fn check_rule(pos: &Position) -> TurnCheck {
    let series = pos.variant().rules.series.as_ref();
    series.map_or(TurnCheck::Ends, |series| series.check)
}

/// Whether each legal move is allowed at this point of a turn: in some games only the last move of a turn may give check.
pub fn allows_all(pos: &Position) -> bool {
    pos.state().legs_left <= 1 || check_rule(pos) == TurnCheck::Ends
}

/// Whether a legal move is allowed at this point of a turn.
pub fn allows(pos: &Position, gives_check: impl FnOnce() -> bool) -> bool {
    allows_all(pos) || !gives_check()
}

/// Sets the state after a leg in the leg's delta: the turn goes on, or passes to the opponent. `can_move` tells whether the side to
/// move has a legal leg.
pub fn pass_turn<R: Rules>(
    pos: &Position,
    mv: Move,
    progress: bool,
    delta: &mut Delta,
    can_move: impl Fn(&Position) -> bool,
) {
    let before = pos.state();
    let passed = passed_after(pos, mv, delta);
    delta.state = State {
        rights: delta.state.rights,
        en_passant: Bitboard::EMPTY,
        legal_en_passant: Bitboard::EMPTY,
        legs_left: before.legs_left.saturating_sub(1),
        progress: before.progress || progress,
        passed,
        ..*before
    };
    if delta.state.legs_left == 0 && passed.is_empty() {
        // The usual last move of a turn: no en passant is possible, so the board after it need not be computed.
        delta.state = opponents_turn(pos, &delta.state);
        return;
    }
    let next = pos.after(delta);
    if is_over::<R>(&next) || !can_move(&next) {
        let us = pos.side_to_move();
        let stands = |square: &Square| en_passant::was_passed(&next, *square, us);
        let passed = next.state().passed.into_iter().filter(stands).collect();
        delta.state = opponents_turn(pos, &delta.state);
        en_passant::open::<R>(pos, delta, passed);
    }
}

/// Whether a turn is over after a leg in any case: all moves are made, or a check ends the turn.
fn is_over<R: Rules>(next: &Position) -> bool {
    next.state().legs_left == 0
        || check_rule(next) == TurnCheck::Ends && R::is_checked(next, !next.side_to_move())
}

/// The squares passed by pawns that have made their double step in this turn and have not moved since.
fn passed_after(pos: &Position, mv: Move, delta: &Delta) -> Bitboard {
    let us = pos.side_to_move();
    let rule = pos
        .variant()
        .rules
        .series
        .as_ref()
        .map(|series| series.en_passant);
    let before = match rule {
        Some(TurnEnPassant::Turn) => pos.state().passed,
        _ => Bitboard::EMPTY,
    };
    let stays = |square: &Square| {
        en_passant::passer(pos, *square, us).is_some_and(|at| {
            let taken = mv.to() == at && mv.kind() != MoveKind::Drop;
            !taken && delta.after(at, pos.at(at)).is_some()
        })
    };
    let mut passed: Bitboard = before.into_iter().filter(stays).collect();
    let can_be_taken = pos.variant().rules.en_passant && rule != Some(TurnEnPassant::Never);
    if mv.kind() == MoveKind::MultiStep && can_be_taken {
        passed |= between(mv.from(), mv.to()) & pos.variant().rules.passed[us.index()];
    }
    passed
}

/// The state at the start of the opponent's turn, after the last leg of a turn.
fn opponents_turn(pos: &Position, after: &State) -> State {
    let series = pos.variant().rules.series.as_ref();
    let length = series.map_or(1, |series| {
        let (us, number) = (after.side_to_move, after.fullmove_number);
        series.schedule.next(after.turn_length, number, us)
    });
    State {
        legs_left: length,
        turn_length: length,
        progress: false,
        passed: Bitboard::EMPTY,
        ..after.next_turn(after.progress)
    }
}
