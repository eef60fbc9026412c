//! Moves of several steps: a piece that has captured goes on in the same move, and again after a further capture.
//!
//! Each step is a move by itself, made on the board after the steps before it. The squares of a move of several steps are those where its
//! first step begins and to which its last step goes; its detail numbers the paths between them. The detail 0 is left to moves of one
//! step. The number is made of the choices along the path as [`Choices`](crate::rules::draft::Choices) are: each step is one of the captures
//! of the piece, sorted by square and promotion, or, behind the first, the last step without a capture, which its square names.

use super::{Composed, consequence, danger, is_capture};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Square};
use crate::position::{Delta, Position, State};
use crate::rules::draft::Choice;

/// The most captures of one move. Without a limit a series would not end where captured pieces come back again and again.
const MOST_CAPTURES: usize = 12;

/// One step of a move, and the position in which it is made.
#[derive(Clone)]
pub struct Step {
    /// The position after the steps before this one; the side that moves is still to move.
    pub pos: Position,
    /// The step, a move of one step.
    pub mv: Move,
}

/// A step on the path to a move: which of how many it is.
#[derive(Clone, Copy)]
struct Link {
    step: Move,
    captures: bool,
    index: u32,
    offered: u32,
}

/// Whether a move has several steps.
#[inline(always)]
pub fn has_steps(pos: &Position, mv: Move) -> bool {
    pos.variant().rules.capabilities.capture_series
        && mv.detail() > 0
        && matches!(mv.kind(), MoveKind::Normal | MoveKind::Promotion)
}

/// The steps of a move: several, or the move itself. Empty for a move that is not pseudo-legal.
#[cold]
pub fn steps(pos: &Position, mv: Move) -> Vec<Step> {
    let mut found = Vec::new();
    let mut at = pos.clone();
    let mut from = mv.from();
    if !has_steps(pos, mv) {
        return vec![Step { pos: at, mv }];
    }
    let mut number = u32::from(mv.detail() - 1);
    let mut choose = |count: u32| {
        let index = number % count;
        number /= count;
        index
    };
    while found.len() <= MOST_CAPTURES {
        let (captures, others) = next_steps(&at, from);
        let ends = usize::from(!found.is_empty());
        let offered = captures.len() + ends;
        if offered == 0 {
            break;
        }
        let index = choose(offered as u32) as usize;
        if index == captures.len() {
            let last = others.into_iter().find(|last| ends_alike(*last, mv));
            found.extend(last.map(|mv| Step { pos: at, mv }));
            return if last.is_some() { found } else { Vec::new() };
        }
        let capture = captures[index];
        let is_over = !found.is_empty() && ends_alike(capture, mv) && choose(2) == 0;
        let next = after_capture(&at, capture);
        found.push(Step {
            pos: at,
            mv: capture,
        });
        match next {
            _ if is_over => return found,
            Some(next) => (at, from) = next,
            None => break,
        }
    }
    Vec::new()
}

/// What names the path of a move in its text: the squares of its captures but the last step, each with what a pawn becomes there.
pub fn names(pos: &Position, mv: Move) -> Vec<Choice> {
    let mut steps = steps(pos, mv);
    steps.pop();
    let name = |step: Step| Choice {
        square: step.mv.to(),
        into: step.mv.piece_type(),
    };
    steps.into_iter().map(name).collect()
}

/// Adds the moves of several steps to the captures of one step in a list, which begin at index `before`. Those that do not fit in the list or
/// whose number is too large are left out.
#[cold]
pub fn add_moves(pos: &Position, before: usize, list: &mut MoveList) {
    let captures = list[before..].iter().filter(|mv| is_capture(pos, **mv));
    let mut captors: Vec<Square> = captures.map(|mv| mv.from()).collect();
    captors.sort_unstable();
    captors.dedup();
    for from in captors {
        extend(pos, from, &mut Vec::new(), list);
    }
}

/// Adds the moves that begin with the captures `path`, which have led the piece to `from` in the position `at`. Returns whether the list has
/// room left.
fn extend(at: &Position, from: Square, path: &mut Vec<Link>, list: &mut MoveList) -> bool {
    let (captures, others) = next_steps(at, from);
    let offered = captures.len() as u32 + u32::from(!path.is_empty());
    if !path.is_empty() {
        for step in others {
            path.push(Link {
                step,
                captures: false,
                index: captures.len() as u32,
                offered,
            });
            let has_room = add(path, list);
            path.pop();
            if !has_room {
                return false;
            }
        }
    }
    for (index, step) in (0..).zip(captures) {
        path.push(Link {
            step,
            captures: true,
            index,
            offered,
        });
        let has_room = add(path, list)
            && (path.len() == MOST_CAPTURES
                || after_capture(at, step)
                    .is_none_or(|(next, from)| extend(&next, from, path, list)));
        path.pop();
        if !has_room {
            return false;
        }
    }
    true
}

/// Adds the move with the steps `path`, if these are several. Returns whether the list has room left.
fn add(path: &[Link], list: &mut MoveList) -> bool {
    let [first, .., last] = path else {
        return true;
    };
    let (from, to) = (first.step.from(), last.step.to());
    let whole = last.step.piece_type().map_or_else(
        || Move::new(from, to, MoveKind::Normal),
        |into| Move::promotion(from, to, into),
    );
    number(path, last.step)
        .and_then(|number| u16::try_from(number + 1).ok())
        .filter(|detail| *detail < Move::DETAILS)
        .is_none_or(|detail| list.try_push(whole.with_detail(detail)).is_ok())
}

/// The number of a path to the step `last`; `None` if it is too large. A capture behind the first that is like the last step also says
/// whether the move goes on after it.
fn number(path: &[Link], last: Move) -> Option<u32> {
    let (mut number, mut weight) = (0_u32, 1_u32);
    let mut choose = |index: u32, offered: u32| {
        number = number.checked_add(index.checked_mul(weight)?)?;
        weight = weight.checked_mul(offered)?;
        Some(())
    };
    for (level, link) in path.iter().enumerate() {
        choose(link.index, link.offered)?;
        if level > 0 && link.captures && ends_alike(link.step, last) {
            choose(u32::from(level + 1 < path.len()), 2)?;
        }
    }
    Some(number)
}

/// Whether two steps go to the same square and promote alike.
fn ends_alike(one: Move, other: Move) -> bool {
    (one.to(), one.piece_type()) == (other.to(), other.piece_type())
}

/// The captures of the piece on a square, sorted, and its other moves, castling aside.
fn next_steps(at: &Position, from: Square) -> (Vec<Move>, Vec<Move>) {
    let mut list = MoveList::new();
    Composed::<true>::allowed_of_one_step(at, from.into(), &mut list);
    list.retain(|mv| !matches!(mv.kind(), MoveKind::Castle | MoveKind::Drop));
    let (mut captures, others): (Vec<Move>, Vec<Move>) =
        list.into_iter().partition(|mv| is_capture(at, *mv));
    captures.sort_by_key(|mv| (mv.to().file(), mv.to().rank(), mv.piece_type()));
    (captures, others)
}

/// The position after a capture from which the piece can go on, and its square there; `None` if the capture is illegal or gives check, or
/// the piece has left the game or changed sides. En passant is possible in first steps alone.
fn after_capture(at: &Position, capture: Move) -> Option<(Position, Square)> {
    let (draft, square) = consequence::followed(at, capture)?;
    let mut next = draft.position();
    if next.state().en_passant.any() {
        let state = State {
            en_passant: Bitboard::EMPTY,
            legal_en_passant: Bitboard::EMPTY,
            ..*next.state()
        };
        next.apply(&Delta::new(state));
    }
    let us = at.side_to_move();
    let goes_on = next.by_color(us).contains(square)
        && !Color::ALL
            .into_iter()
            .any(|color| danger::in_check(&next, color));
    goes_on.then_some((next, square))
}
