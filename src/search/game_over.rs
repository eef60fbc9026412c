//! Detects inside the search that the game is over.

use super::thread::ThreadData;
use crate::base::{Color, MATE, MATE_IN_MAX, Value, mate_in, mated_in};
use crate::position::Position;
use crate::rules::{Outcome, Reason, Rules, by_repetition, dead_position, drawn};

/// The value of a finished game for side `us`; `ply` is the distance from the root, in legs.
pub fn outcome_value(outcome: Outcome, us: Color, ply: usize) -> Value {
    match outcome.winner {
        Some(winner) if winner == us => mate_in(ply),
        Some(_) => mated_in(ply),
        None => 0,
    }
}

/// Whether the side that has just completed its turn has won the game.
pub fn has_won<R: Rules>(after: &Position) -> bool {
    let us = !after.side_to_move();
    let outcome = match R::immediate_end(after) {
        Some(outcome) => Some(outcome),
        None if R::can_move(after) => None,
        None => Some(R::no_move_outcome(after)),
    };
    outcome.is_some_and(|outcome| outcome.winner == Some(us))
}

/// The value of a win by repetition or the move limit, in games that have such a rule: below every mate score, above every evaluation.
const DECIDED_BY_COURSE: Value = 20_000;

/// The percentage of the move limit from which transposition table cutoffs are off: a stored value may come from a line with a lower
/// half-move clock.
const NEAR_LIMIT: i32 = 90;

/// Whether a value of the transposition table can be trusted at the position's half-move clock: the draw by the move limit is not near,
/// and a mate comes before it.
#[inline(always)]
pub fn holds_at_clock(pos: &Position, value: Value, ply: usize) -> bool {
    let limit = i32::from(pos.variant().rules.move_limit);
    let clock = i32::from(pos.state().halfmove_clock);
    clock * 100 < limit * NEAR_LIMIT
        && (value.abs() < MATE_IN_MAX || MATE - value.abs() - ply as Value <= limit - clock)
}

/// The value of an outcome that depends on earlier moves. A win is no mate score, because the hash key leaves those moves out.
fn value_by_course(outcome: Outcome, us: Color) -> Value {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == us => DECIDED_BY_COURSE,
        Some(_) => -DECIDED_BY_COURSE,
    }
}

/// The value of a position whose half-move clock has reached the move limit: a draw, unless the last move mates.
#[cold]
fn value_at_limit<R: Rules>(pos: &Position, ply: usize) -> Value {
    if R::in_check(pos) && R::count(pos) == 0 {
        outcome_value(R::no_move_outcome(pos), pos.side_to_move(), ply)
    } else {
        value_by_course(drawn(pos, Reason::MoveCount), pos.side_to_move())
    }
}

impl<R: Rules> ThreadData<'_, R> {
    /// The value of a position if the game is over by a rule of the variant, a dead position, repetition or the half-move clock. Mate and
    /// stalemate are not tested.
    pub fn game_over(&mut self, pos: &Position, ply: usize) -> Option<Value> {
        if let Some(outcome) = R::immediate_end(pos) {
            return Some(outcome_value(outcome, pos.side_to_move(), ply));
        }
        if pos.state().mid_turn() {
            return None;
        }
        if let Some(outcome) = dead_position(pos) {
            return Some(outcome_value(outcome, pos.side_to_move(), ply));
        }
        if let Some(since) = self.repeated_since(pos) {
            return Some(self.value_of_repetition(pos, since));
        }
        if pos.state().halfmove_clock >= pos.variant().rules.move_limit
            || R::COURSE && pos.state().is_counted_out()
        {
            return Some(value_at_limit::<R>(pos, ply));
        }
        None
    }

    /// The index of the earlier occurrence that makes a position a repetition: any occurrence within the search, or the one in the game
    /// that completes the number of occurrences in the rules.
    fn repeated_since(&self, pos: &Position) -> Option<usize> {
        // A position cannot recur before each side has made a move.
        if self.keys.recent_len() < 3 {
            return None;
        }
        let mut found = 1;
        self.keys.earlier().find(|index| {
            found += 1;
            *index >= self.game_keys || found == pos.variant().rules.repetition.occurrences
        })
    }

    /// The value of a repetition.
    #[cold]
    fn value_of_repetition(&self, pos: &Position, since: usize) -> Value {
        value_by_course(by_repetition(pos, &self.keys, since), pos.side_to_move())
    }
}

#[cfg(test)]
mod tests {
    use super::holds_at_clock;
    use crate::base::{Value, mate_in};
    use crate::catalogue::games;
    use crate::rules;

    #[test]
    fn a_tenth_of_the_move_limit_is_near_it() {
        let near = |game: &str, fen: &str| {
            let variant = games().variant(game).expect("a game");
            !holds_at_clock(&rules::position(&variant, fen).expect("a position"), 35, 4)
        };
        assert!(!near("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 89 80"));
        assert!(near("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 90 80"));
        // In progressive chess the limit is ten turns without progress.
        assert!(!near("progressive", "4k3/8/8/8/8/8/3R4/4K3 w - - 8 5 9/9"));
        assert!(near("progressive", "4k3/8/8/8/8/8/3R4/4K3 w - - 9 5 9/9"));
    }

    #[test]
    fn a_mate_has_to_come_before_the_draw() {
        let variant = games().variant("chess").expect("chess");
        let fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 80 80";
        let pos = rules::position(&variant, fen).expect("a position");
        let holds = |value: Value| holds_at_clock(&pos, value, 4);
        assert!(holds(mate_in(24)) && holds(-mate_in(24)));
        assert!(!holds(mate_in(25)) && !holds(-mate_in(25)));
    }
}
