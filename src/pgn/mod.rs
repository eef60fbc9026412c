//! Reading and writing PGN.
//!
//! [`Pgn`] writes a game as it was played. A [`Tree`] also holds variations and comments, and can be both written and read.
//!
//! Reading never fails: [`read`] returns the games of a text as far as they are understood, with a [`Remark`] for each part that is not.
//!
//! - `lines`: encodings and line ends
//! - `lexer`: tokens; `signs`: spellings of annotations and results
//! - `games`: one game after the other, not yet interpreted, for large files and other notations
//! - `game_name`: the game (variant) that the tags name
//! - `comment`: words and commands (`%clk`)
//! - `tree`: games with variations
//! - `reader`: from text to tree; `tree_text`: from tree to text
//!
//! ```
//! use katydid::pgn::{Notation, Pgn, Roster};
//! use katydid::{catalogue::Catalogue, rules::Game};
//! let chess = Catalogue::new().variant("chess").unwrap();
//! let game = Game::set_up(&chess, None, ["e2e4", "e7e5"]).unwrap();
//! let pgn = Pgn::new(&game, Roster::default(), Notation::Algebraic);
//! assert!(pgn.text().ends_with("\n\n1. e4 e5 *\n\n"));
//! ```

mod comment;
mod game_name;
mod games;
mod lexer;
mod lines;
mod reader;
mod signs;
mod tree;
mod tree_text;

use crate::base::Color;
use crate::position::Position;
use crate::rules::{Game, Turn, turn_san_legs, turn_text};
pub use comment::Comment;
pub use games::{Games, RawGame};
pub use lines::decoded;
pub use reader::{Loss, Reading, Remark, read};
pub use signs::SIGNS;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
pub use tree::{Node, Tree};

/// The Seven Tag Roster, with which every PGN begins, without the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The day, `YYYY.MM.DD`.
    pub date: String,
    /// The round.
    pub round: String,
    /// The players, White first.
    pub players: [String; 2],
}

impl Default for Roster {
    fn default() -> Self {
        let unknown = || "?".to_owned();
        Self {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".to_owned(),
            round: "-".to_owned(),
            players: [unknown(), unknown()],
        }
    }
}

/// How turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// In standard algebraic notation, for people.
    Algebraic,
    /// In coordinates, the notation of the engines' protocols.
    Coordinates,
}

/// A game with the tags and comments to be written.
#[derive(Clone, Debug)]
pub struct Pgn<'a> {
    /// The game.
    pub game: &'a Game,
    /// The tags that every game has (the Seven Tag Roster).
    pub roster: Roster,
    /// Additional tags, written after all others.
    pub further: Vec<(&'static str, String)>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// How turns are written.
    pub notation: Notation,
    /// The comment after each turn; empty for none.
    pub comments: Vec<String>,
    /// The comment at the end of the game; empty for none.
    pub closing: String,
}

/// The maximum line length.
const WIDTH: usize = 80;

impl<'a> Pgn<'a> {
    /// An unfinished game, without comments.
    pub const fn new(game: &'a Game, roster: Roster, notation: Notation) -> Self {
        Self {
            game,
            roster,
            further: Vec::new(),
            result: "*",
            notation,
            comments: Vec::new(),
            closing: String::new(),
        }
    }

    /// The text, with an empty line at its end.
    ///
    /// The tag `Variant` has the name by which the engine's protocols call the game. Unless the game is chess from its
    /// start position, `SetUp` and `FEN` give the first position.
    pub fn text(&self) -> String {
        let mut text = self.tags();
        text.push('\n');
        let mut words = self.turns();
        if !self.closing.is_empty() {
            words.push(format!("{{{}}}", self.closing));
        }
        words.push(self.result.to_owned());
        text.push_str(&wrapped(&words));
        text.push('\n');
        text
    }

    fn tags(&self) -> String {
        let mut text = String::new();
        let roster = &self.roster;
        text.push_str(&tag("Event", &roster.event));
        text.push_str(&tag("Site", &roster.site));
        text.push_str(&tag("Date", &roster.date));
        text.push_str(&tag("Round", &roster.round));
        text.push_str(&tag("White", &roster.players[0]));
        text.push_str(&tag("Black", &roster.players[1]));
        text.push_str(&tag("Result", self.result));
        text.push_str(&set_up_tags(self.game.first()));
        for (name, value) in &self.further {
            text.push_str(&tag(name, value));
        }
        text
    }

    /// The turns with their numbers and comments. In games with several moves per turn, each turn of either side has its own
    /// number, as is usual in progressive chess: `1. e4 2. d5 dxe4 3. Nc3 Nxe4 Nf6+`.
    fn turns(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (index, played) in self.game.turns().iter().enumerate() {
            let before = self.game.position_after(index);
            words.extend(number(before, index == 0));
            words.extend(written(before, &played.turn, self.notation));
            let comment = self.comments.get(index);
            let comment = comment.filter(|comment| !comment.is_empty());
            words.extend(comment.map(|comment| format!("{{{comment}}}")));
        }
        words
    }
}

/// The line of a tag.
fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// The tags for game and start: `Variant`; `SetUp` and `FEN` unless it is chess from its start; `Pieces` if pieces are declared.
fn set_up_tags(first: &Position) -> String {
    let declared = first.variant().declared_text();
    let variant = first.variant();
    let variant = variant.base();
    let mut text = tag("Variant", &variant.name);
    if !declared.is_empty() {
        text.push_str(&tag("Pieces", declared));
    }
    let fen = first.fen();
    if variant.name != "chess" || fen != variant.start {
        text.push_str(&tag("SetUp", "1"));
        text.push_str(&tag("FEN", &fen));
    }
    text
}

/// The words of a turn: one, or in the algebraic notation of series games one per leg.
fn written(before: &Position, turn: &Turn, notation: Notation) -> Vec<String> {
    match notation {
        Notation::Coordinates => vec![turn_text(before, turn)],
        Notation::Algebraic if before.variant().rules.series.is_some() => {
            turn_san_legs(before, turn)
        }
        Notation::Algebraic => vec![turn_san_legs(before, turn).join(",")],
    }
}

/// The number before a turn; `None` if the turn has none.
fn number(before: &Position, is_first: bool) -> Option<String> {
    let number = before.state().fullmove_number;
    let side = before.side_to_move();
    if before.variant().rules.series.is_some() {
        let earlier = 2 * (usize::from(number.max(1)) - 1);
        return Some(format!("{}.", earlier + 1 + side.index()));
    }
    match side {
        Color::White => Some(format!("{number}.")),
        Color::Black if is_first => Some(format!("{number}...")),
        Color::Black => None,
    }
}

/// Today's date in the form of PGN.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Adds a game to a file, which is created if it does not exist.
///
/// # Errors
/// An error of the file system.
pub fn append(path: &Path, pgn: &str) -> std::io::Result<()> {
    let begun = path.metadata().is_ok_and(|data| data.len() > 0);
    let gap = if begun { "\n" } else { "" };
    let mut out = OpenOptions::new().create(true).append(true).open(path)?;
    out.write_all(format!("{gap}{}\n", pgn.trim_end()).as_bytes())
}

/// The words, wrapped to lines of at most `WIDTH` columns.
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
