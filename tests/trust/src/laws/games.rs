//! Short games from a position: taken back, written and read again.

use super::ensure;
use super::texts::turns_are_many;
use crate::annotated::{outline, tree};
use crate::games;
use katydid::pgn::{self, Notation, Pgn, Roster, Tree};
use katydid::position::Position;
use katydid::rules::{self, Game};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::Arc;

/// Turns of a game.
const TURNS: usize = 6;
/// The most nested variations.
const DEEPEST: u32 = 3;
/// Positions with more turns than this end it.
const MOST_TURNS: usize = 2_000;

/// A random game that follows from the position alone.
fn played(pos: &Position) -> Result<(Game, Vec<String>), String> {
    let mut rng = ChaCha8Rng::seed_from_u64(pos.key());
    let mut game = Game::at(pos.clone());
    let mut fens = vec![pos.fen()];
    for _ in 0..TURNS {
        let at = game.position();
        if turns_are_many(at) {
            break;
        }
        let turns = rules::legal_turns(at);
        if turns.is_empty() || turns.len() > MOST_TURNS {
            break;
        }
        let turn = turns[rng.random_range(0..turns.len())].clone();
        let text = rules::turn_text(at, &turn);
        let expected = turn.after(at).fen();
        let played = game
            .play(&text)
            .map_err(|error| format!("{text}: {error}"))?;
        ensure!(played.turn == turn, "{text} is played as {:?}", played.turn);
        let after = played.after.fen();
        ensure!(after == expected, "{text} leads to {after}, not {expected}");
        fens.push(after);
    }
    Ok((game, fens))
}

/// Every turn that is taken back leaves the position before it, and the record of positions as at the beginning.
pub(super) fn taken_back(pos: &Position) -> Result<(), String> {
    if pos.state().mid_turn() {
        return Ok(());
    }
    let (mut game, mut fens) = played(pos)?;
    while game.undo().is_some() {
        fens.pop();
        let now = game.position().fen();
        ensure!(
            Some(&now) == fens.last(),
            "taken back to {now}, not {:?}",
            fens.last()
        );
    }
    ensure!(
        game.record().occurrences() == 1,
        "the record knows positions that were taken back"
    );
    Ok(())
}

/// The only game of a text, of which everything is understood.
fn only_game(text: &str) -> Result<Tree, String> {
    let mut read = pgn::read(games(), text);
    if let Some(remark) = read.remarks.first() {
        return Err(format!("{remark} in {text}"));
    }
    ensure!(
        read.games.len() == 1,
        "{} games are read of {text}",
        read.games.len()
    );
    Ok(read.games.remove(0))
}

/// A game written as PGN, in notation and in coordinates, is read as the same game.
pub(super) fn written(pos: &Position) -> Result<(), String> {
    let variant = pos.variant();
    // A set-up with pieces of its own cannot be named in a PGN text.
    if pos.state().mid_turn() || !Arc::ptr_eq(variant.base(), variant) {
        return Ok(());
    }
    let (game, _) = played(pos)?;
    for notation in [Notation::Algebraic, Notation::Coordinates] {
        let text = Pgn::new(&game, Roster::default(), notation).text();
        let tree = only_game(&text)?;
        ensure!(
            tree.first.fen() == pos.fen(),
            "it begins with {}: {text}",
            tree.first.fen()
        );
        ensure!(
            tree.nodes.len() == game.turns().len(),
            "{} turns are read of {text}",
            tree.nodes.len()
        );
        for (node, played) in tree.nodes.iter().zip(game.turns()) {
            ensure!(
                node.turn == played.turn,
                "{:?} is read as {:?} of {text}",
                played.turn,
                node.turn
            );
        }
    }
    Ok(())
}

/// A game with variations, comments, annotations and tags is read as it was written, with and without effects.
pub(super) fn annotated(pos: &Position) -> Result<(), String> {
    let variant = pos.variant();
    // A set-up with pieces of its own cannot be named in a PGN text.
    if pos.state().mid_turn() || !Arc::ptr_eq(variant.base(), variant) || turns_are_many(pos) {
        return Ok(());
    }
    let tree = tree(pos, TURNS as u32, DEEPEST, pos.key());
    for effects in [false, true] {
        let text = tree.text(effects)?;
        let read = only_game(&text)?;
        ensure!(
            read.result == tree.result,
            "the result is {}: {text}",
            read.result
        );
        ensure!(
            read.comment == tree.comment,
            "it begins with {:?}: {text}",
            read.comment
        );
        for (name, value) in &tree.tags {
            let found = read.tag(name);
            ensure!(found == Some(value), "{name} is {found:?}: {text}");
        }
        let (found, expected) = (outline(&read), outline(&tree));
        let differs = found
            .iter()
            .zip(&expected)
            .find(|(one, other)| one != other);
        ensure!(differs.is_none(), "(read, written) are {differs:?}: {text}");
        ensure!(
            found.len() == expected.len(),
            "{} nodes are read: {text}",
            found.len()
        );
    }
    Ok(())
}
