//! Results that depend on the course of the game: repetition, perpetual check, and counted moves in the endgame.

use super::endings::is_bare;
use super::interface::Rules;
use super::outcome::{Outcome, Reason};
use crate::base::Color;
use crate::position::{Delta, KeyHistory, Position};
use crate::variant::{CountingRule, Repetition};

/// Adds the position after a leg to the key history and, for the perpetual check rule, whether the side to move is in check.
#[inline(always)]
pub fn record<R: Rules>(keys: &mut KeyHistory, pos: &Position) {
    keys.push(pos);
    if R::COURSE && pos.variant().rules.repetition.perpetual_check_loses && !pos.state().mid_turn()
    {
        keys.note_turn(pos.side_to_move(), R::in_check(pos));
    }
}

/// The outcome of a repetition; `since` is the index of the earlier occurrence.
#[cold]
pub fn by_repetition(pos: &Position, keys: &KeyHistory, since: usize) -> Outcome {
    let rule = pos.variant().rules.repetition;
    let us = pos.side_to_move();
    if rule.perpetual_check_loses {
        match Color::ALL.map(|side| keys.always_in_check(since, side)) {
            [true, false] => return Outcome::win(Color::White, Reason::PerpetualCheck),
            [false, true] => return Outcome::win(Color::Black, Reason::PerpetualCheck),
            _ => {}
        }
    }
    let winner = match rule.result {
        Repetition::Draw if rule.occurrences == 3 => return Outcome::draw(Reason::Repetition),
        Repetition::Draw => return Outcome::draw(Reason::Repeated),
        Repetition::Loses => us,
        Repetition::Wins => !us,
        Repetition::White => Color::White,
        Repetition::Black => Color::Black,
    };
    Outcome::win(winner, Reason::Repeated)
}

/// Updates the move count of the endgame counting rule in the delta of a move.
#[cold]
pub fn count_move(pos: &Position, rule: &CountingRule, delta: &mut Delta) {
    let after = pos.after(delta);
    let state = &mut delta.state;
    if state.count_limit > 0 {
        state.counted = state.counted.saturating_add(1);
    }
    let (us, them) = (pos.side_to_move(), !pos.side_to_move());
    let number = after.occupied().count();
    let pawns = |pos: &Position| pos.by_types(pos.variant().rules.pawns).count();
    let captured = number < pos.occupied().count();
    let changed = captured || pawns(&after) < pawns(pos);
    let took_last_pawn = captured && pawns(&after) == 0 && pawns(pos) > 0;
    let (side, counted) = if rule.from_pieces && took_last_pawn && is_bare(&after, us) {
        // If the bare side captures the last pawn, that capture is the first move of its count.
        (us, 2 * number - 1)
    } else if is_bare(&after, them) && (changed || state.count_limit == 0) {
        (them, if rule.from_pieces { 2 * number } else { 0 })
    } else if state.count_limit == 0 {
        (them, 0)
    } else {
        return;
    };
    let limit = 2 * moves_to_count(&after, rule, side);
    if limit > 0 {
        (state.counted, state.count_limit) = (counted as u8, limit);
    }
}

/// The number of moves after which the count of `side` draws the game; 0 if `side` may not count.
fn moves_to_count(pos: &Position, rule: &CountingRule, side: Color) -> u8 {
    let (ours, theirs) = (pos.by_color(side), pos.by_color(!side));
    let has_pawns = pos.by_types(pos.variant().rules.pawns).any();
    if !theirs.many() {
        return 0;
    }
    if ours.many() {
        let begins = rule
            .board_pieces
            .map_or(!has_pawns, |most| ours.count() <= most.into());
        return if begins { rule.board } else { 0 };
    }
    if has_pawns {
        return 0;
    }
    let has = |kind, least| (pos.by_type(kind) & theirs).count() >= least;
    let mut bare = rule.bare.iter();
    let found = bare.find(|(kind, least, _)| has(*kind, *least));
    found.map_or(rule.otherwise, |(_, _, moves)| *moves)
}
