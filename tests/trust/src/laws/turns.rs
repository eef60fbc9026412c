//! Turns and the legs that they are made of.

use super::ensure;
use super::texts::turns_are_many;
use katydid::position::Position;
use katydid::rules::{self, MoveError, Progress, Turn, TurnBuilder, leg_of_text, leg_text};

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
        rebuilt(pos, turn)?;
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

/// A turn comes from its legs one by one, from the text of all and from the texts of its legs; what is not the whole turn
/// is begun, and what cannot follow is refused with its text.
fn rebuilt(pos: &Position, turn: &Turn) -> Result<(), String> {
    let mut builder = TurnBuilder::new(pos);
    let whole = rules::turn_text(pos, turn);
    let last = turn.legs().len() - 1;
    for (index, leg) in turn.legs().iter().enumerate() {
        ensure!(
            builder.legal().contains(leg),
            "{leg:?} of {whole} is not among the legal next legs"
        );
        let text = leg_text(builder.now(), *leg);
        let mut by_text = builder.clone();
        let read = by_text.push_text(&text, leg_of_text);
        let expected = if index == last {
            Progress::Complete(turn.clone())
        } else {
            Progress::Begun
        };
        let pushed = builder.push(*leg);
        ensure!(
            pushed.as_ref() == Ok(&expected) && read == pushed && by_text.legs() == builder.legs(),
            "leg {text} of {whole} gives {pushed:?}, its text {read:?}"
        );
        let mut shorter = builder.clone();
        ensure!(
            shorter.pop() == Some(*leg) && shorter.now().key() == before(pos, &builder).key(),
            "taking {text} back leads to {}",
            shorter.now().fen()
        );
    }
    let read = TurnBuilder::new(pos).completed_by(&whole, leg_of_text);
    ensure!(read.as_ref() == Ok(turn), "{whole} is read as {read:?}");
    ensure!(builder.legal().is_empty(), "a leg can follow {whole}");
    // The first leg again: the turn is complete.
    match builder.push(turn.first()) {
        Err(MoveError::Illegal { text, reason })
            if !text.is_empty() && reason.contains("the turn is complete") => {}
        other => return Err(format!("a leg behind {whole} gives {other:?}")),
    }
    Ok(())
}

/// The position before the last leg.
fn before(pos: &Position, builder: &TurnBuilder) -> Position {
    let steps = rules::steps(pos, builder.legs());
    steps.last().map_or_else(|| pos.clone(), |(at, _)| at)
}
