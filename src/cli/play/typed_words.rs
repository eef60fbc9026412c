//! What a player can type, for completion.

use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{leg_text, legs_san};

/// The commands, but for their other names.
const COMMANDS: [&str; 30] = [
    "help", "board", "moves", "hint", "score", "undo", "flip", "symbols", "letters", "games",
    "new", "rules", "pieces", "fen", "level", "time", "depth", "thinking", "effects", "go", "side",
    "solve", "tables", "resign", "pgn", "save", "quit", "variants", "setup", "exit",
];

/// What can be typed in a position: commands and legs in both notations.
pub fn typed_words(pos: &Position) -> Vec<String> {
    let commands = COMMANDS.iter().map(|word| (*word).to_owned());
    let legs = legs_san(pos).into_iter();
    let legs = legs.flat_map(|(leg, name)| [name, leg_text(pos, leg)]);
    let mut words: Vec<String> = commands.chain(legs).collect();
    words.dedup();
    words
}

/// What can be typed behind a command: the names of games, or one of a few words.
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
