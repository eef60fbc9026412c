//! Turns and the legs that they are made of.

use super::ensure;
use super::texts::turns_are_many;
use katydid::position::Position;
use katydid::rules;

/// So many turns may be walked through one by one.
const MOST_TURNS: usize = 400;

/// Perft, which goes by legs, counts the turns that are listed, and each turn is one of its position.
pub(super) fn of_legs(pos: &Position) -> Result<(), String> {
    if pos.state().mid_turn() || turns_are_many(pos) {
        return Ok(());
    }
    let turns = rules::legal_turns(pos);
    if turns.len() > MOST_TURNS {
        return Ok(());
    }
    let counted = rules::perft(pos, 1);
    ensure!(
        counted == turns.len() as u64,
        "perft counts {counted} turns of {}",
        turns.len()
    );
    let mut behind = 0;
    let several = pos.variant().rules.capabilities.several_legs();
    for turn in &turns {
        ensure!(turn.is_legal_in(pos), "{turn:?} is listed and not legal");
        let after = turn.after(pos);
        if several && turns_are_many(&after) {
            return Ok(());
        }
        behind += rules::legal_turns(&after).len() as u64;
    }
    let counted = rules::perft(pos, 2);
    ensure!(
        counted == behind,
        "perft counts {counted} turns to depth 2, walking finds {behind}"
    );
    Ok(())
}
