//! Positions, moves and turns as texts, there and back.

use super::ensure;
use katydid::base::Square;
use katydid::position::Position;
use katydid::rules;
use std::collections::{HashMap, HashSet};

/// More turns than this are not looked at one by one.
const MOST_TURNS: usize = 300;

/// A FEN read back returns the same position with the same keys and sums.
pub(super) fn fens(pos: &Position) -> Result<(), String> {
    // The second half of a turn with linked kings has no FEN; nor has a position in which a rule has ended the game
    // by taking what every side must have.
    if pos.state().mid_turn() {
        return Ok(());
    }
    let fen = pos.fen();
    let read =
        rules::position(pos.variant(), &fen).map_err(|error| format!("our own FEN: {error}"))?;
    ensure!(read.fen() == fen, "it comes back as {}", read.fen());
    ensure!(read.key() == pos.key(), "the key is another");
    ensure!(
        read.pawn_key() == pos.pawn_key(),
        "the pawns' key is another"
    );
    ensure!(read.values() == pos.values(), "the values are others");
    ensure!(read.phase() == pos.phase(), "the phase is another");
    Ok(())
}

/// Every legal leg has a text of its own, which is read as that leg.
pub(super) fn legs(pos: &Position) -> Result<(), String> {
    let mut seen = HashSet::new();
    for mv in &rules::legal_moves(pos) {
        let text = rules::leg_text(pos, *mv);
        let read = rules::leg_of_text(pos, &text);
        ensure!(
            read.as_ref() == Ok(mv),
            "{text} ({mv:?}) is read as {read:?}"
        );
        ensure!(seen.insert(text.clone()), "two moves are {text}");
    }
    Ok(())
}

/// Every legal turn has a name of its own, in notation and in coordinates, which is read as that turn.
pub(super) fn names(pos: &Position) -> Result<(), String> {
    if pos.state().mid_turn() || turns_are_many(pos) {
        return Ok(());
    }
    let mut seen = HashSet::new();
    for turn in rules::legal_turns(pos).into_iter().take(MOST_TURNS) {
        let name = rules::turn_san(pos, &turn);
        let read = rules::turn_of_san(pos, &name);
        ensure!(
            read.as_ref() == Ok(&turn),
            "{name} ({turn:?}) is read as {read:?}"
        );
        let text = rules::turn_text(pos, &turn);
        let read = rules::turn_of_text(pos, &text);
        ensure!(
            read.as_ref() == Ok(&turn),
            "{text} ({turn:?}) is read as {read:?}"
        );
        ensure!(seen.insert(name.clone()), "two turns are {name}");
    }
    Ok(())
}

/// Whether a turn is too long for all its orders to be listed.
pub(super) fn turns_are_many(pos: &Position) -> bool {
    let has = pos.variant().rules.capabilities;
    has.schedule && pos.state().legs_left > 2
        || has.several_legs() && rules::legal_moves(pos).len() > 60
}

/// Of all texts of two squares, perhaps with a letter, and of all drops, those are read that are the text of a
/// legal leg, as that leg; the rest is refused.
pub(super) fn conceivable(pos: &Position) -> Result<(), String> {
    let variant = pos.variant();
    let list = rules::legal_moves(pos);
    if variant.rules.capabilities.dynamo || list.is_empty() {
        return Ok(());
    }
    let texts: HashMap<String, _> = list
        .iter()
        .map(|mv| (rules::leg_text(pos, *mv), *mv))
        .collect();
    let letters = variant
        .rules
        .all_types()
        .map(|piece| variant.letter_of(piece).to_owned());
    let letters: Vec<String> = letters.collect();
    let mut endings = vec![String::new(), "+".to_owned()];
    endings.extend(letters.iter().map(|letter| letter.to_lowercase()));
    let squares: Vec<Square> = variant.rules.board.squares().into_iter().collect();
    let mut read = 0;
    let mut judge = |text: &str| match (rules::leg_of_text(pos, text), texts.get(text)) {
        (Ok(mv), Some(meant)) if mv == *meant => {
            read += 1;
            Ok(())
        }
        // Texts may leave out what is clear without it: hurdles, the sign of a forced promotion.
        (Ok(mv), None) if rules::leg_text(pos, mv).starts_with(text.trim_end_matches('+')) => {
            Ok(())
        }
        // A pass is read from several texts, a square given twice among them.
        (Ok(mv), None) if mv.is_pass() => Ok(()),
        (Err(_), None) => Ok(()),
        // A wall is also named by two squares, of which the second counts.
        (Ok(mv), None)
            if pos.variant().rules.wall.is_some()
                && pos.state().owed == pos.variant().rules.wall
                && text.get(2..) == Some(mv.to().to_string().as_str()) =>
        {
            Ok(())
        }
        (found, meant) => Err(format!("{text} is read as {found:?}, and is {meant:?}")),
    };
    judge("0000")?;
    for to in &squares {
        for letter in &letters {
            judge(&format!("{letter}@{to}"))?;
        }
        for from in &squares {
            let any = list.iter().any(|mv| mv.from() == *from);
            for ending in endings.iter().take(if any { endings.len() } else { 1 }) {
                judge(&format!("{from}{to}{ending}"))?;
            }
        }
    }
    let simple = |text: &&String| !text.contains(['/', ',', '-']);
    let expected = texts.keys().filter(simple).count();
    ensure!(
        read >= expected,
        "of {expected} legal moves only {read} are found by trying all texts"
    );
    Ok(())
}
