//! Chooses the implementation of the rules for a game at run time, and offers the rules as plain functions for code whose speed does
//! not matter.

use super::chains;
use super::composed;
use super::dynamo::displaced;
use super::interface::Rules;
use super::{Outcome, drops, endings};
use crate::base::{Move, MoveKind, MoveList, Square};
use crate::position::{Delta, Position};
use crate::variant::Variant;

/// An implementation of the rules. [`Instance::General`] plays every game in which pieces capture; the others are faster and support
/// fewer rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instance {
    /// No side effects: captures by displacement, castling, en passant; one king per side.
    Orthodox,
    /// As [`Self::Orthodox`], with pieces that capture without moving.
    Rifle,
    /// Moves with side effects or any number of kings; one move per turn, kings are mated.
    Effects,
    /// Kings are captured: drops, zones, linked kings; no side effects.
    RoyalCapture,
    /// Pieces push and pull and do not capture.
    Dynamo,
    /// All rules but Dynamo's, tested at run time.
    General,
}

impl Instance {
    /// The implementation for a game.
    pub fn of(variant: &Variant) -> Self {
        let rules = &variant.rules;
        let has = rules.capabilities;
        let shooting_kings = rules.shooters.iter().any(|t| rules.royals.contains(t));
        let castling = rules.castling.exists();
        let further = has.iron
            || has.wraps
            || has.goes_round
            || has.relay
            || has.two_boards
            || has.neutrals
            || rules.conditions.remember()
            || has.free_moves
            || has.passes
            || has.chains
            || has.capture_series
            || !drops::are_plain(rules);
        if has.dynamo {
            return Self::Dynamo;
        }
        if has.royal_capture {
            let plain = !further
                && !has.goals
                && !has.side_effects
                && !has.schedule
                && !has.shots
                && !castling;
            return if plain {
                Self::RoyalCapture
            } else {
                Self::General
            };
        }
        if further || has.goals || has.schedule || has.linked || has.drops || has.zones {
            Self::General
        } else if has.side_effects || shooting_kings || rules.any_kings {
            Self::Effects
        } else if has.shots {
            Self::Rifle
        } else {
            Self::Orthodox
        }
    }
}

/// Runs an expression with `$rules` naming the implementation of the rules for a variant.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $crate::rules::Instance::of($variant) {
            $crate::rules::Instance::Rifle => {
                type $rules = $crate::rules::Orthodox<true>;
                $body
            }
            $crate::rules::Instance::RoyalCapture => {
                type $rules = $crate::rules::RoyalCapture;
                $body
            }
            instance => $crate::with_rules!(@shared instance, $rules => $body),
        }
    };
    (@shared $instance:expr, $rules:ident => $body:expr) => {
        match $instance {
            $crate::rules::Instance::Orthodox => {
                type $rules = $crate::rules::Orthodox<false>;
                $body
            }
            $crate::rules::Instance::Effects => {
                type $rules = $crate::rules::Effects;
                $body
            }
            $crate::rules::Instance::Dynamo => {
                type $rules = $crate::rules::Dynamo;
                $body
            }
            $crate::rules::Instance::Rifle
            | $crate::rules::Instance::RoyalCapture
            | $crate::rules::Instance::General => {
                type $rules = $crate::rules::General;
                $body
            }
        }
    };
}

/// As [`with_rules!`], in fewer copies, for much code that the rarer games do not need at its fastest: rifles and captured kings are
/// played by [`General`](crate::rules::General).
#[macro_export]
macro_rules! with_fewer_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::with_rules!(@shared $crate::rules::Instance::of($variant), $rules => $body)
    };
}

/// The legal moves (legs) of a position; none if a rule of the variant has ended the game.
pub fn legal_moves(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => R::playable(pos, &mut list));
    list
}

/// The legal moves of the piece on `from`; in Dynamo the legs that displace this piece.
pub fn legal_moves_from(pos: &Position, from: Square) -> MoveList {
    let mut list = legal_moves(pos);
    list.retain(|mv| match mv.kind() {
        MoveKind::Drop => false,
        MoveKind::Displacement => displaced(*mv).iter().any(|piece| piece.from == from),
        _ => mv.from() == from,
    });
    list
}

/// Whether the piece on `from` has a legal move that is `wanted`.
pub(super) fn has_legal(pos: &Position, from: Square, wanted: impl Fn(Move) -> bool) -> bool {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => R::legal_by(pos, from.into(), None, &mut list));
    list.into_iter().any(wanted)
}

/// The changes that a legal move makes.
pub fn delta(pos: &Position, mv: Move) -> Delta {
    with_rules!(pos.variant(), R => R::delta(pos, mv))
}

/// The position after a legal move.
#[must_use]
pub fn play(pos: &Position, mv: Move) -> Position {
    pos.after(&delta(pos, mv))
}

/// Whether the side to move is in check.
pub fn in_check(pos: &Position) -> bool {
    with_rules!(pos.variant(), R => R::in_check(pos))
}

/// Whether a legal move removes a piece of either side from the board, in Dynamo by pushing it off.
pub fn is_capture(pos: &Position, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Drop | MoveKind::Castle => false,
        MoveKind::EnPassant | MoveKind::Shot => true,
        MoveKind::Displacement => displaced(mv).iter().any(|piece| piece.to.is_none()),
        _ if composed::has_steps(pos, mv) => true,
        _ => match chains::way_of(pos, mv) {
            Some(way) => way.removes(),
            None => pos.occupied().contains(mv.to()),
        },
    }
}

/// The result that follows from the position alone: no legal move, a rule of the variant, or a dead position.
pub fn outcome(pos: &Position) -> Option<Outcome> {
    with_rules!(pos.variant(), R => {
        let end = R::immediate_end(pos);
        if let Some(end) = end.filter(|end| end.reason.is_final()) {
            return Some(end);
        }
        // If the side to move has no legal move, that result takes precedence over the results below.
        if !R::can_move(pos) {
            return Some(R::no_move_outcome(pos));
        }
        end.or_else(|| endings::dead_position(pos))
    })
}
