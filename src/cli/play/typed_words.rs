//! The words that a player can type, for completion and for hints after errors.

use anyhow::{Error, anyhow};
use katydid::base::{Square, alike};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{MoveError, leg_text, legal_moves_from, legs_san};

/// The commands, without their aliases.
const COMMANDS: [&str; 30] = [
    "help", "board", "moves", "hint", "score", "undo", "flip", "symbols", "letters", "games",
    "new", "rules", "pieces", "fen", "level", "time", "depth", "thinking", "effects", "go", "side",
    "solve", "tables", "resign", "pgn", "save", "quit", "variants", "setup", "exit",
];

/// The words that can be typed in a position: commands and legs in both notations.
pub fn typed_words(pos: &Position) -> Vec<String> {
    let commands = COMMANDS.iter().map(|word| (*word).to_owned());
    let legs = legs_san(pos).into_iter();
    let legs = legs.flat_map(|(leg, name)| [name, leg_text(pos, leg)]);
    let mut words: Vec<String> = commands.chain(legs).collect();
    words.dedup();
    words
}

/// The words that can follow a command: the names of games, or a few fixed words.
pub fn words_behind(command: &str, catalogue: &Catalogue) -> Vec<String> {
    let words: &[&str] = match command {
        "new" | "game" | "variant" | "rules" => return catalogue.all_names(),
        "side" => &["white", "black", "both", "none"],
        "thinking" | "think" | "effects" => &["on", "off"],
        "depth" => &["off"],
        _ => &[],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The error for a move that was refused in a position, with a hint.
pub fn advice(pos: &Position, error: &MoveError) -> Error {
    let text = error.text();
    let words = typed_words(pos);
    let meant = alike(text, words.iter().map(String::as_str));
    let meant = meant.map(|words| format!("\nDid you mean {words}?"));
    let meant = meant.unwrap_or_default();
    let moves = if text.get(..2).is_some_and(|from| {
        from.parse::<Square>()
            .is_ok_and(|from| !legal_moves_from(pos, from).is_empty())
    }) {
        format!("'moves {}' lists what is legal", &text[..2])
    } else {
        "'moves' lists what is legal, 'help' what can be typed".to_owned()
    };
    anyhow!("{error}{meant}\n{moves}")
}
