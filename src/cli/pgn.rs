//! Games as PGN text.

use katydid::base::Color;
use katydid::rules::{Game, Outcome, side_effects, turn_san};
use std::fmt::Write as _;

/// What a PGN says about a game besides its turns.
pub struct Header<'a> {
    /// The players, White first.
    pub players: [&'a str; 2],
    /// The day it was played, `YYYY.MM.DD`.
    pub date: &'a str,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Whether what turns do beside moving and capturing follows them as a comment (`{e5=w}`):
    /// behind the turn itself PGN would read the brackets as a variation.
    pub effects: bool,
}

/// Lines of the turns are at most so long.
const WIDTH: usize = 80;

/// The PGN of a game, with an empty line at its end.
///
/// `Variant` holds the name that the engine's protocols use too. Unless it is chess from its start,
/// `SetUp` and `FEN` say where the game began.
pub fn write(game: &Game, header: &Header<'_>) -> String {
    let variant = game.first().variant();
    let variant = variant.base.unwrap_or(variant);
    let result = header.outcome.map_or("*", Outcome::result);
    let fen = game.first().fen();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "Casual game");
    tag("Site", "?");
    tag("Date", header.date);
    tag("Round", "-");
    tag("White", header.players[0]);
    tag("Black", header.players[1]);
    tag("Result", result);
    tag("Variant", &variant.name);
    if variant.name != "chess" || fen != variant.start {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    let reason = header.outcome.map(|end| end.reason.words());
    if let Some(reason) = reason {
        tag("Termination", reason);
    }
    text.push('\n');
    let mut words = movetext(game, header.effects);
    words.extend(reason.map(|reason| format!("{{{reason}}}")));
    words.push(result.to_owned());
    text.push_str(&wrapped(&words));
    text.push('\n');
    text
}

/// The turns with their numbers. Where turns have several moves each turn has a number of its own, as
/// the players of progressive chess write: `1. e4 2. d5 dxe4 3. Nc3 Nxe4 Nf6+`.
///
/// Their effects follow as comments if wanted; turns with effects have one leg.
pub fn movetext(game: &Game, effects: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut at = game.first();
    for (index, turn) in game.turns().iter().enumerate() {
        let number = at.state().fullmove_number;
        if at.variant().rules.series.is_some() {
            let before = 2 * (usize::from(number.max(1)) - 1);
            words.push(format!("{}.", before + 1 + at.side_to_move().index()));
            words.extend(turn_san(at, turn).split(',').map(str::to_owned));
            at = &turn.after;
            continue;
        }
        match at.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(turn_san(at, turn));
        let done = turn.legs.first().filter(|_| effects);
        if let Some(done) = done.map(|leg| side_effects(at, *leg))
            && !done.is_empty()
        {
            words.push(format!("{{{done}}}"));
        }
        at = &turn.after;
    }
    words
}

/// Words on lines of limited width.
pub fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    text
}
