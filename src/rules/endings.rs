//! Results that several implementations of the rules share.

use super::interface::Rules;
use super::outcome::{Outcome, Reason};
use super::{chains, starts};
use crate::base::{Color, Move, MoveList, Piece, PieceTypeSet, Square};
use crate::position::Position;
use crate::variant::{BareKing, Checkmate, GoalEvent, GoalResult, GoalRule, Stalemate};
use std::cmp::Ordering;
use std::hint::cold_path;

/// Whether a side has nothing but one royal piece.
#[inline(always)]
pub fn is_bare(pos: &Position, color: Color) -> bool {
    let mut side = pos.by_color(color);
    if pos.variant().rules.wall.is_some() {
        cold_path();
        side &= !pos.walls();
    }
    !side.many() && side.any() && side == pos.royals(color)
}

/// A draw, or the win of the side that wins by draws.
pub fn drawn(pos: &Position, reason: Reason) -> Outcome {
    let winner = pos.variant().rules.draws;
    winner.map_or(Outcome::draw(reason), |winner| Outcome::win(winner, reason))
}

/// The draw by a dead position: bare kings, or one further piece of a type that the variant lists as too weak.
#[inline(always)]
pub fn dead_position(pos: &Position) -> Option<Outcome> {
    let bare = Color::ALL.map(|color| is_bare(pos, color));
    if pos.variant().rules.has_dead_positions && bare.contains(&true) {
        dead_with_bare_king(pos, bare)
    } else {
        None
    }
}

/// [`dead_position`] if White or Black has a bare king, as `white` and `black` say.
#[cold]
fn dead_with_bare_king(pos: &Position, [white, black]: [bool; 2]) -> Option<Outcome> {
    let hands = Color::ALL.map(|color| pos.hand(color));
    if hands.iter().any(|hand| !hand.is_empty()) || !pos.state().memory.is_empty() {
        return None;
    }
    let draw = Some(drawn(pos, Reason::DeadPosition));
    match (white, black) {
        (true, true) => draw,
        (true, false) | (false, true) => {
            let standing = pos.occupied() & !pos.walls();
            let rest = standing & !pos.by_types(pos.variant().rules.royals);
            let piece_type = rest
                .first()
                .and_then(|square| pos.at(square))
                .map(Piece::piece_type);
            let kings = standing & !rest;
            let lonely = !rest.many() && kings.count() == 2;
            draw.filter(|_| {
                lonely
                    && piece_type
                        .is_some_and(|piece_type| pos.variant().rules.dead.contains(piece_type))
            })
        }
        (false, false) => None,
    }
}

/// The result if the side to move has no legal move, in games of mate.
pub fn mate_or_stalemate(pos: &Position, in_check: bool) -> Outcome {
    let us = pos.side_to_move();
    match (in_check, pos.variant().rules.checkmate) {
        (true, Checkmate::Loses) => Outcome::win(!us, Reason::Checkmate),
        (true, Checkmate::Wins) => Outcome::win(us, Reason::Checkmate),
        (false, _) => stalemate(pos, Reason::Stalemate),
    }
}

/// The result if the side to move has no legal move and is not in check.
fn stalemate(pos: &Position, reason: Reason) -> Outcome {
    let us = pos.side_to_move();
    match pos.variant().rules.stalemate {
        Stalemate::Loses => Outcome::win(!us, reason),
        Stalemate::Wins => Outcome::win(us, reason),
        Stalemate::Draw => drawn(pos, reason),
        Stalemate::Fewer => {
            let walls = pos.walls();
            let [ours, theirs] = [us, !us].map(|color| (pos.by_color(color) & !walls).count());
            match ours.cmp(&theirs) {
                Ordering::Less => Outcome::win(us, reason),
                Ordering::Equal => drawn(pos, reason),
                Ordering::Greater => Outcome::win(!us, reason),
            }
        }
    }
}

/// The result if the side to move has no legal move, in games in which kings are captured.
pub fn no_move_without_check(pos: &Position) -> Outcome {
    stalemate(pos, Reason::NoMove)
}

/// The result by the first goal, in the game's order, that a side has reached. Each goal is tested first for the side that has moved.
pub fn by_goal<R: Rules>(pos: &Position) -> Option<Outcome> {
    let us = pos.side_to_move();
    let goals = pos.variant().rules.goals.iter();
    let mut reached = goals.flat_map(|goal| [(goal, !us), (goal, us)]);
    reached.find_map(|(goal, side)| {
        has_reached::<R>(pos, goal.event, side)
            .then(|| end_by_goal::<R>(pos, goal, side))
            .flatten()
    })
}

/// Whether a goal's event has happened for `side`.
fn has_reached<R: Rules>(pos: &Position, event: GoalEvent, side: Color) -> bool {
    match event {
        GoalEvent::Reach {
            by, squares, safe, ..
        } => {
            let there = pos.by_color(side) & squares[side.index()];
            there.any() && {
                let there = there & pos.by_types(by);
                let counts = |square: &Square| !safe || !is_attacked::<R>(pos, *square, !side);
                there.into_iter().any(|square| counts(&square))
            }
        }
        GoalEvent::Checks => pos.state().checks_left[side.index()] == 0,
        GoalEvent::Lost { kinds, left } => has_few(pos, side, kinds, left),
        GoalEvent::LostAll { kinds, left } => number_of(pos, side, kinds) <= left,
    }
}

/// Whether a side has lost by a goal that kings are lost: it has too few royal pieces of one of its kinds. Such an end comes before check.
pub fn has_lost_kings(pos: &Position, side: Color) -> bool {
    let rules = &pos.variant().rules;
    rules
        .goals
        .iter()
        .any(|goal| match (goal.event, goal.result) {
            (GoalEvent::Lost { kinds, left }, GoalResult::Loses) => {
                let kings = kinds.iter().filter(|kind| rules.royals.contains(*kind));
                has_few(pos, side, kings.collect(), left)
            }
            _ => false,
        })
}

/// Whether a side has at most `left` pieces of one of the types `kinds`, on the board and in hand.
fn has_few(pos: &Position, side: Color, kinds: PieceTypeSet, left: u32) -> bool {
    let number = |kind| number_of(pos, side, std::iter::once(kind).collect());
    kinds.iter().any(|kind| number(kind) <= left)
}

/// Whether a side could capture on a square, by the movement of its pieces and the conditions.
#[cold]
fn is_attacked<R: Rules>(pos: &Position, square: Square, by: Color) -> bool {
    let mut attackers = pos.attackers_now(square, by);
    if pos.variant().rules.capabilities.relay {
        attackers = starts::attackers(pos, square, by, attackers);
    }
    if pos.variant().rules.capabilities.chains {
        attackers = chains::attackers(pos, square, by, attackers);
    }
    let captures = |from| R::may_capture(pos, from, square);
    attackers.into_iter().any(captures)
}

/// The number of pieces of the types `kinds` that a side has on the board and in hand.
fn number_of(pos: &Position, side: Color, kinds: PieceTypeSet) -> u32 {
    let standing = (pos.by_types(kinds) & pos.by_color(side) & !pos.walls()).count();
    let hand = pos.hand(side);
    if hand.is_empty() {
        return standing;
    }
    let held = kinds.iter().map(|kind| u32::from(hand.count(kind)));
    standing + held.sum::<u32>()
}

/// The result of a goal that `side` has reached; `None` if Black still has a last move that can change it.
#[cold]
fn end_by_goal<R: Rules>(pos: &Position, goal: &GoalRule, side: Color) -> Option<Outcome> {
    let reason = match goal.event {
        GoalEvent::Reach { .. } => Reason::Reached,
        GoalEvent::Checks => Reason::Checks,
        GoalEvent::Lost { .. } => Reason::KindLost,
        GoalEvent::LostAll { .. } => Reason::AllLost,
    };
    let end = match goal.result {
        GoalResult::Wins => Outcome::win(side, reason),
        GoalResult::Loses => Outcome::win(!side, reason),
        GoalResult::Draw => drawn(pos, reason),
    };
    if let GoalEvent::Reach {
        last_move: true, ..
    } = goal.event
    {
        if has_reached::<R>(pos, goal.event, !side) {
            return Some(drawn(pos, reason));
        }
        let is_last_move = side == Color::White && pos.side_to_move() == Color::Black;
        if is_last_move && can_change::<R>(pos, end) {
            return None;
        }
    }
    Some(end)
}

/// Whether a legal move of the side to move leads to a position that goals do not end with this result. Where its turn goes on, they might
/// not.
fn can_change<R: Rules>(pos: &Position, end: Outcome) -> bool {
    let us = pos.side_to_move();
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    let ends_so = |mv: &Move| {
        let after = R::play(pos, *mv);
        after.side_to_move() != us && by_goal::<R>(&after) == Some(end)
    };
    !list.iter().all(ends_so)
}

/// The win of a side that has taken all royal pieces of the other.
pub fn kings_captured(pos: &Position) -> Option<Outcome> {
    let lost = |color: &Color| pos.royals(*color).is_empty();
    let loser = Color::ALL.into_iter().find(lost)?;
    Some(Outcome::win(!loser, Reason::KingsCaptured))
}

/// The win of the side to move over a bare king, in games in which a bare king loses. Tested at the start of a turn.
pub fn bare_king(pos: &Position) -> Option<Outcome> {
    let us = pos.side_to_move();
    let bared = pos.variant().rules.bare_king == BareKing::Loses
        && !pos.state().mid_turn()
        && is_bare(pos, !us)
        && (pos.by_color(us) & !pos.walls()).many();
    bared.then_some(Outcome::win(us, Reason::BareKing))
}
