//! Ends of games that several implementations share.

use super::outcome::{Outcome, Reason};
use crate::base::{Color, Piece};
use crate::position::Position;
use crate::variant::{BareKing, Stalemate};

/// Whether a side has nothing but one royal piece.
#[inline(always)]
pub fn is_bare(pos: &Position, color: Color) -> bool {
    let side = pos.by_color(color);
    !side.many() && side.any() && side == pos.royals(color)
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

/// The same where one of the kings is bare, or both are.
#[cold]
fn dead_with_bare_king(pos: &Position, [white, black]: [bool; 2]) -> Option<Outcome> {
    let hands = Color::ALL.map(|color| pos.hand(color));
    if hands.iter().any(|hand| !hand.is_empty()) {
        return None;
    }
    let draw = Some(Outcome::draw(Reason::DeadPosition));
    match (white, black) {
        (true, true) => draw,
        (true, false) | (false, true) => {
            let rest = pos.occupied() & !pos.by_types(pos.variant().rules.royals);
            let piece_type = rest
                .first()
                .and_then(|square| pos.at(square))
                .map(Piece::piece_type);
            let kings = pos.occupied() & !rest;
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

/// The result for a side that cannot move where kings are mated.
pub fn mate_or_stalemate(pos: &Position, in_check: bool) -> Outcome {
    let them = !pos.side_to_move();
    match (in_check, pos.variant().rules.stalemate) {
        (true, _) => Outcome::win(them, Reason::Checkmate),
        (false, Stalemate::Loses) => Outcome::win(them, Reason::Stalemate),
        (false, Stalemate::Draw) => Outcome::draw(Reason::Stalemate),
    }
}

/// The result for a side that cannot move where kings are captured.
pub fn no_move_without_check(pos: &Position) -> Outcome {
    match pos.variant().rules.stalemate {
        Stalemate::Loses => Outcome::win(!pos.side_to_move(), Reason::NoMove),
        Stalemate::Draw => Outcome::draw(Reason::NoMove),
    }
}

/// The win of a side that has taken all royal pieces of the other.
pub fn kings_captured(pos: &Position) -> Option<Outcome> {
    let lost = |color: &Color| pos.royals(*color).is_empty();
    let loser = Color::ALL.into_iter().find(lost)?;
    Some(Outcome::win(!loser, Reason::KingsCaptured))
}

/// The win of the side to move over a bare king, where that wins. Tested at the start of a turn.
pub fn bare_king(pos: &Position) -> Option<Outcome> {
    let us = pos.side_to_move();
    let bared = pos.variant().rules.bare_king == BareKing::Loses
        && !pos.state().mid_turn()
        && is_bare(pos, !us)
        && pos.by_color(us).many();
    bared.then_some(Outcome::win(us, Reason::BareKing))
}
