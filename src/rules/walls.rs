//! Walls: squares that are blocked in the course of a game.
//!
//! A wall is a piece without moves that nobody captures. In some games each turn has a second leg, in which a wall is placed: the
//! only one moves (Duck Chess), or another one comes to the board. In others a piece leaves a wall where it stood, or turns into one
//! by a capture.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("duck").unwrap());
//! let next = rules::play_text(&start, "e2e4,*@e5").unwrap();
//! assert!(next.fen().starts_with("rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR b"));
//! // A wall may be named like a piece that goes from the arrival square of the first leg.
//! assert_eq!(rules::play_text(&start, "e2e4,e4e5").unwrap().key(), next.key());
//! ```

use super::consequence_log::Event;
use super::draft::{Draft, Moved, Veto};
use super::en_passant;
use super::interface::Rules;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::board::between;
use crate::position::{Delta, Position, State};
use crate::variant::Placing;

/// The wall that the side to move has to place now.
#[inline(always)]
pub fn owed(pos: &Position) -> Option<PieceType> {
    let has = &pos.variant().rules.capabilities;
    pos.state().owed.filter(|_| has.placing)
}

/// The squares on which the side to move can place a wall.
#[inline(always)]
pub fn free(pos: &Position) -> Bitboard {
    pos.vacant() & pos.variant().rules.wall_squares
}

/// Adds the placings of a wall: moves of the only one if it stands on `origins`, or drops if these are all squares.
#[cold]
pub fn add_placings(pos: &Position, wall: PieceType, origins: Bitboard, list: &mut MoveList) {
    let duck = pos.variant().rules.placing == Placing::Duck;
    match pos.by_type(wall).first().filter(|_| duck) {
        Some(from) if origins.contains(from) => {
            for to in free(pos) {
                list.push(Move::new(from, to, MoveKind::Normal));
            }
        }
        None if origins == Bitboard::ALL => {
            for to in free(pos) {
                list.push(Move::drop(wall, to));
            }
        }
        _ => {}
    }
}

/// Makes the changes of a leg that places a wall on a draft. Returns the wall and what happens to it.
#[cold]
pub fn place(draft: &mut Draft<'_>, mv: Move, wall: PieceType) -> (Piece, Event) {
    let standing = draft
        .pos
        .at(mv.from())
        .filter(|_| mv.kind() != MoveKind::Drop);
    let stone = standing.unwrap_or(Piece::new(Color::White, wall));
    if standing.is_some() {
        draft.set(mv.from(), None);
    }
    draft.set(mv.to(), Some(stone));
    let event = standing.map_or(Event::Drops, |_| Event::Moves(mv.to()));
    (stone, event)
}

/// What a leg does to walls after all its other consequences: nothing has changed those that stand, the mover may leave one, and a captor
/// may turn into one.
///
/// # Errors
/// `Veto` if a king would turn into a wall in a game of mate.
#[cold]
pub fn leave(draft: &mut Draft<'_>, moved: &Moved, wall: PieceType) -> Result<(), Veto> {
    let pos = draft.pos;
    let rules = &pos.variant().rules;
    for square in pos.by_type(wall) {
        draft.restore(square);
    }
    let stone = Some(Piece::new(Color::White, wall));
    let mv = moved.mv;
    let leaves = rules.placing == Placing::Left && mv.from() != mv.to();
    if leaves && mv.kind() != MoveKind::Shot && draft.at(mv.from()).is_none() {
        draft.set(mv.from(), stone);
    }
    let mover = pos.at(mv.from()).map(Piece::piece_type);
    let Some(mover) = mover.filter(|mover| rules.petrifying.contains(*mover)) else {
        return Ok(());
    };
    if moved.captures && !moved.is_gone && draft.at(moved.at).is_some() {
        if rules.royals.contains(mover) && !rules.capabilities.royal_capture {
            return Err(Veto);
        }
        draft.set(moved.at, stone);
    }
    Ok(())
}

/// Sets the state after a leg in its delta: a wall has to be placed, or the turn is over.
pub fn pass_turn<R: Rules>(pos: &Position, mv: Move, progress: bool, delta: &mut Delta) {
    let before = pos.state();
    let us = pos.side_to_move();
    if before.owed.is_none() {
        let next = pos.after(delta);
        let over = pos.variant().rules.capabilities.royal_capture && next.royals(!us).is_empty();
        if over || free(&next).is_empty() {
            return;
        }
        let passed = if mv.kind() == MoveKind::MultiStep {
            between(mv.from(), mv.to())
        } else {
            Bitboard::EMPTY
        };
        delta.state = State {
            side_to_move: us,
            owed: pos.variant().rules.wall,
            halfmove_clock: before.halfmove_clock,
            fullmove_number: before.fullmove_number,
            en_passant: Bitboard::EMPTY,
            legal_en_passant: Bitboard::EMPTY,
            progress,
            passed: passed & pos.variant().rules.passed[us.index()],
            ..delta.state
        };
        return;
    }
    delta.state.owed = None;
    delta.state.progress = false;
    delta.state.passed = Bitboard::EMPTY;
    if before.progress {
        delta.state.halfmove_clock = 0;
    }
    if before.passed.any() {
        let next = pos.after(delta);
        let stands = |square: &Square| en_passant::was_passed(&next, *square, us);
        let passed = before.passed.into_iter().filter(stands).collect();
        en_passant::open::<R>(pos, delta, passed);
    }
}
