//! CECP, the Chess Engine Communication Protocol, version 2: XBoard's and WinBoard's.
//!
//! CECP is stateful: the front-end says who plays which side, and both keep the game. The session keeps
//! the game, clocks and thinking; what is kept here is what only XBoard asks about, and whether it wants to
//! see thinking.
//!
//! - `setup`: telling XBoard about games it does not know
//! - `art`: the places of its piece table
//! - [`gallery`]: its pictures of the pieces
//! - `screen`: what XBoard's board shows after a ply
//! - `completion`: the plies that make it show what a move really did
//! - `plies`: the row of plies as XBoard counts them
//! - `follow`: keeping XBoard's plies and the session's turns together
//! - `highlight`: the piece the player holds
//! - `holdings`: the pieces in hand
//! - `leap`: the pieces that the player wants to leap over
//! - `menu`: the games that XBoard's menu shows
//! - [`saved`]: games that XBoard has saved
//! - `words`: reading and writing numbers
//!
//! ```
//! use katydid::protocol::{Cecp, Protocol};
//! // `protover 2` is answered by the features, `ping 7` by `pong 7`: see tests/transcripts.
//! let _: Box<dyn Protocol> = Box::new(Cecp::default());
//! ```

mod art;
mod completion;
mod displacement;
mod follow;
pub mod gallery;
mod highlight;
mod holdings;
mod leap;
mod menu;
mod plies;
pub mod saved;
mod screen;
mod setup;
mod words;

use super::command::{Command, Event, Refusal};
use super::interface::{Protocol, Reply, View};
use super::options::Key;
use crate::base::Color;
use crate::rules::{self, Game, MoveError, Outcome, Reason, Turn, line_text, quotable, turn_text};
use highlight::{Held, LiftedPiece};
pub use menu::is_judged;
use plies::Plies;
use screen::NULL;

/// The features announced, apart from names, variants and options.
const FEATURES: &str = "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
reuse=1 analyze=1 colors=0 name=1 san=0 nps=1 debug=1 memory=1 smp=1 exclude=1 pause=1 highlight=1";

/// Who tells XBoard what a turn changes beyond what XBoard sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Notifier {
    /// We do: for our own turns and for those of a person.
    #[default]
    Us,
    /// Another engine, or the game that XBoard loads.
    Others,
}

/// What a person has to know before the first move of a game that XBoard cannot judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Warning {
    /// It has not been told.
    #[default]
    Due,
    /// It has been told in this session.
    Given,
}

/// The CECP protocol.
#[derive(Clone, Debug, Default)]
pub struct Cecp {
    /// Whether thinking is shown.
    post: bool,
    /// Whether the opponent is an engine: then it sends the null moves inside its own turns.
    computer: bool,
    plies: Plies,
    held: Held,
    /// Where the player has just put the piece held, before XBoard says whether it goes on from there.
    put: Option<crate::base::Square>,
    /// Who tells XBoard the plies that complete the last turn.
    teller: Notifier,
    /// The side the engine plays, while it waits for the player to make up a turn taken back in part.
    waiting: Option<Color>,
    /// The engine's own turn, of which a part was taken back.
    again: Option<Turn>,
    /// Turns that analysis leaves out.
    excluded: Vec<Turn>,
    /// The lines of an `edit` session that has begun.
    editing: Option<Vec<String>>,
    /// Whether the person has been warned of XBoard's judgement.
    warning: Warning,
    /// Whether the front-end has been introduced to the game it has chosen itself.
    asked_variant: bool,
}

/// An error in CECP's words.
fn error_line(reason: &str, line: &str) -> String {
    format!("Error ({reason}): {}", quotable(line))
}

fn error(reason: &str, line: &str) -> Vec<Reply> {
    vec![Reply::Line(error_line(reason, line))]
}

fn go(command: Command) -> Vec<Reply> {
    vec![Reply::Do(command)]
}

fn set(name: &str, value: impl Into<String>) -> Vec<Reply> {
    go(Command::SetOption {
        name: name.to_owned(),
        value: Some(value.into()),
    })
}

/// Whether a line is a move without a command word, as older front-ends send it.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    word == NULL || (square(0) && square(2)) || (bytes.get(1) == Some(&b'@') && square(2))
}

impl Protocol for Cecp {
    fn read(&mut self, line: &str, view: &View<'_>) -> Vec<Reply> {
        if let Some(lines) = &mut self.editing {
            if line != "." {
                lines.push(line.chars().take(8).collect());
                lines.truncate(400);
                return Vec::new();
            }
            let lines = self.editing.take().unwrap_or_default();
            let fen = words::edited(view.game.position(), view.variant, &lines);
            return self.set_up(&fen, view);
        }
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "usermove" => self.user_move(rest, view),
            "ping" => vec![Reply::Line(format!("pong {rest}"))],
            "protover" => Self::introduce(view),
            "new" | "variant" | "setboard" | "edit" | "undo" | "remove" | "result" => {
                self.game_command(word, rest, view)
            }
            "go" | "playother" => self.engage(word == "playother", view),
            "force" | "white" | "black" | "analyze" | "exit" | "pause" | "resume" | "?"
            | "quit" | "hint" | "draw" | "exclude" | "include" => {
                self.play_command(word, rest, view)
            }
            "level" | "st" | "sd" | "nps" | "time" | "otim" => time_command(word, rest),
            "post" | "nopost" => {
                self.post = word == "post";
                Vec::new()
            }
            "lift" | "put" | "hover" => self.touch(word, rest, view),
            "." => stat(view).into_iter().map(Reply::Line).collect(),
            "computer" => {
                self.computer = true;
                Vec::new()
            }
            "hard" | "easy" => set("Ponder", if word == "hard" { "true" } else { "false" }),
            "memory" => set("Hash", rest),
            "cores" => set("Threads", rest),
            "option" => option_command(rest),
            "bk" => vec![Reply::line(" no book"), Reply::line("")],
            // Not of the protocol: the board, for those who look for faults.
            "d" => go(Command::Show),
            // Nothing to do, and no reason to complain.
            "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics"
            | "egtpath" | "setscore" | "partner" | "ptell" => Vec::new(),
            _ if looks_like_a_move(word) => self.user_move(word, view),
            _ => error("unknown command", line),
        }
    }

    fn write(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply> {
        let line = match event {
            Event::Thinking(report) => {
                if !self.post && !view.analysing {
                    return Vec::new();
                }
                words::thinking(report)
            }
            Event::Played { by_engine, .. } => return self.played(*by_engine, view),
            Event::Over(outcome) => return self.over(*outcome, view),
            Event::Resigned => "resign".to_owned(),
            Event::DrawOffered => "offer draw".to_owned(),
            Event::Hint(Some(turn)) => {
                format!("Hint: {}", turn_text(view.game.position(), turn))
            }
            Event::VariantChanged => {
                self.begin_anew();
                if !std::mem::take(&mut self.asked_variant) {
                    return vec![Reply::Line(Self::offer(view))];
                }
                let lines = setup::lines(view.game.first().variant());
                let lines = lines.into_iter().chain([Self::offer(view)]);
                return lines.map(Reply::Line).collect();
            }
            Event::PiecesDeclared => return Self::show_pieces(view),
            Event::VariantsAdded(_) | Event::MenuChanged => Self::offer(view),
            Event::Note(text) => note(text),
            Event::Text(text) => {
                return text
                    .lines()
                    .map(|line| Reply::Line(format!("# {line}")))
                    .collect();
            }
            Event::Debug(text) => format!("# {}", text.replace('\n', " ")),
            Event::Refused(refusal) => refusal_line(refusal),
            // A hint that is not there, and what only UCI's commands ask for.
            Event::Chosen { .. }
            | Event::Counted(..)
            | Event::CountedAll(_)
            | Event::Hint(None) => return Vec::new(),
        };
        vec![Reply::Line(line)]
    }
}

impl Cecp {
    /// The answer to `protover`.
    fn introduce(view: &View<'_>) -> Vec<Reply> {
        let name = concat!("feature myname=\"Katydid ", env!("CARGO_PKG_VERSION"), "\"");
        let variants = menu::all();
        [
            "feature done=0".to_owned(),
            FEATURES.to_owned(),
            name.to_owned(),
            variants,
        ]
        .into_iter()
        .chain(words::option_features(view.options))
        .chain(["feature done=1".to_owned()])
        .map(Reply::Line)
        .collect()
    }

    /// The games for XBoard's menu, and the one on the board.
    fn offer(view: &View<'_>) -> String {
        menu::page(view.options.text(Key::Menu), view.variant)
    }

    /// Tells a person once that XBoard has to leave judging to us, unless it is known that it does.
    fn warn(&mut self, view: &View<'_>) -> Option<Reply> {
        let judged = is_judged(view.variant);
        let told = view.options.text(Key::Menu) != menu::FIRST;
        if judged || told || std::mem::replace(&mut self.warning, Warning::Given) == Warning::Given
        {
            return None;
        }
        let text = format!(
            "XBoard cannot judge the moves of {}.\nSwitch Options > General > Test Legality off,\n\
             or start the game with: katydid xboard {}",
            view.variant.name, view.variant.name
        );
        Some(Reply::Line(note(&text)))
    }

    /// Pieces have been declared: before the first move XBoard takes a new piece table, later with a new game.
    fn show_pieces(view: &View<'_>) -> Vec<Reply> {
        if !view.variant.takes_pieces() {
            return Vec::new();
        }
        let lines = setup::lines(view.variant);
        lines.into_iter().map(Reply::Line).collect()
    }

    /// Another game is on XBoard's board.
    fn begin_anew(&mut self) {
        self.plies = Plies::default();
        self.again = None;
        self.excluded.clear();
    }

    /// Sets a position up; XBoard is told if it is none of the game, and the old one stands.
    fn set_up(&mut self, fen: &str, view: &View<'_>) -> Vec<Reply> {
        match Game::set_up(view.variant, Some(fen), []) {
            Ok(game) => {
                self.begin_anew();
                go(Command::SetUp(Box::new(game)))
            }
            Err(error) => vec![Reply::Line(illegal_position(&error.to_string()))],
        }
    }

    /// Commands that change the game.
    fn game_command(&mut self, word: &str, rest: &str, view: &View<'_>) -> Vec<Reply> {
        self.held = Held::Nothing;
        match word {
            "new" => {
                *self = Self {
                    post: self.post,
                    warning: self.warning,
                    ..Self::default()
                };
                vec![
                    Reply::Do(Command::NewGame),
                    Reply::Do(Command::Variant("chess".to_owned())),
                    Reply::Do(Command::Engage(Some(Color::Black))),
                ]
            }
            "variant" => match setup::our_name(rest) {
                Some(name) => {
                    self.asked_variant = true;
                    go(Command::Variant(name))
                }
                None => error("unknown variant", rest),
            },
            "setboard" => {
                // In other games it steps back ply by ply.
                if setup::has_null_moves(view.game.first().variant())
                    && let Some(replies) = self.go_to(rest, view)
                {
                    return replies;
                }
                let fen = setup::fen_of_xboard(view.game.first().variant(), rest);
                self.set_up(&fen, view)
            }
            "edit" => {
                self.editing = Some(Vec::new());
                Vec::new()
            }
            "undo" => self.step_back(view),
            "remove" => self.take_back(view),
            _ => go(Command::Over(words::result(rest))),
        }
    }

    /// Commands of playing and analysing.
    fn play_command(&mut self, word: &str, rest: &str, view: &View<'_>) -> Vec<Reply> {
        if matches!(word, "force" | "white" | "black" | "analyze") {
            self.waiting = None;
            self.again = None;
        }
        go(match word {
            "force" => Command::Engage(None),
            // In the old days the side to move was set first, then the engine played the other.
            "white" => Command::Engage(Some(Color::Black)),
            "black" => Command::Engage(Some(Color::White)),
            "analyze" => {
                self.excluded.clear();
                Command::Analyse(true)
            }
            "exit" => Command::Analyse(false),
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "?" => Command::Stop,
            "quit" => Command::Quit,
            "hint" => Command::Hint,
            "draw" => Command::OfferDraw,
            _ => return self.exclusion(word, rest, view),
        })
    }

    /// `exclude` and `include`, of one move or of all.
    fn exclusion(&mut self, word: &str, rest: &str, view: &View<'_>) -> Vec<Reply> {
        let pos = view.game.position();
        if rest == "all" {
            self.excluded.clear();
            if word == "exclude" {
                self.excluded = rules::legal_turns(pos);
            }
        } else {
            let turn = match plies::turn_of_xboard(pos, rest) {
                Ok(turn) => turn,
                Err(reason) => return error(&reason.to_string(), rest),
            };
            self.excluded.retain(|excluded| *excluded != turn);
            if word == "exclude" {
                self.excluded.push(turn);
            }
        }
        go(Command::Exclude(self.excluded.clone()))
    }

    /// The game is over. Between engines XBoard believes only a loser, and a draw it cannot check itself
    /// has to be agreed on.
    fn over(&mut self, outcome: Outcome, view: &View<'_>) -> Vec<Reply> {
        if self.computer {
            let checked_by_xboard = !setup::has_null_moves(view.game.first().variant())
                && matches!(
                    outcome.reason,
                    Reason::Repetition | Reason::MoveCount | Reason::Stalemate
                );
            match outcome.winner {
                Some(winner) if Some(winner) == view.engine => return Vec::new(),
                None if !checked_by_xboard => return vec![Reply::line("offer draw")],
                _ => {}
            }
        }
        vec![Reply::Line(outcome.to_string())]
    }

    /// `lift`, `put` and `hover`: what the player does with the mouse.
    fn touch(&mut self, word: &str, rest: &str, view: &View<'_>) -> Vec<Reply> {
        let pos = self.position(view);
        let hand = LiftedPiece::new(&pos, self.shown(view));
        let square = rest.parse().ok();
        match (word, square) {
            ("lift", Some(square)) => {
                // Only who goes on from where the piece was put still holds it.
                let goes_on = self.put.take() == Some(square);
                let held = if goes_on { self.held } else { Held::Nothing };
                let lifted = hand.lifted(square, held);
                self.lift(lifted, view)
            }
            ("lift", None) => match holdings::piece_at(view.variant, rest) {
                Some(piece) => self.lift(hand.taken_up(piece), view),
                None => Vec::new(),
            },
            ("put", Some(square)) => {
                self.put = Some(square);
                let choice = hand.choice(self.held, square);
                choice.map(Reply::Line).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The player has taken a piece up, and the line with its squares is told.
    fn lift(&mut self, (line, held): (String, Held), view: &View<'_>) -> Vec<Reply> {
        // Who takes a piece up goes on, and wants no more to be taken back.
        let mut replies = Vec::new();
        if self.is_behind(view) {
            replies = self.complete(view);
        }
        self.held = held;
        replies.push(Reply::Line(line));
        replies.extend(self.warn(view));
        replies
    }
}

/// Words in a complaint that make XBoard overlook it, and leave the move on its board.
const OVERLOOKED: [&str; 15] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted", "protover", "draw", "analyze",
];

fn illegal(reason: &str, text: &str) -> Vec<Reply> {
    let text = quotable(text);
    let overlooked = OVERLOOKED
        .iter()
        .any(|word| reason.contains(word) || text.contains(word));
    let line = if overlooked {
        let text = text.replace('?', "").chars().take(8).collect::<String>();
        format!("Illegal move: {text}")
    } else {
        format!("Illegal move ({reason}): {text}")
    };
    vec![Reply::Line(line)]
}

/// A move that cannot be played. The names of hurdles are told in a line that XBoard overlooks because of its words,
/// so another one follows.
fn refused(error: &MoveError, text: &str) -> Vec<Reply> {
    let MoveError::Ambiguous { choices, .. } = error else {
        return illegal(&error.to_string(), text);
    };
    let quoted = quotable(text);
    let reason = format!("ambiguous, name the hurdle: {choices}");
    vec![
        Reply::Line(format!("Illegal move ({reason}): {quoted}")),
        Reply::Line(format!("Illegal move: {quoted}")),
    ]
}

fn illegal_position(reason: &str) -> String {
    format!("tellusererror Illegal position: {reason}")
}

fn refusal_line(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Position { reason } => illegal_position(reason),
        Refusal::Option { reason, name } => error_line(reason, &format!("option {name}")),
        Refusal::Other { what, reason } => error_line(reason, what),
    }
}

/// A message in a window. A blank of XBoard's own writing: behind two backslashes it reads `\n` as a new line.
fn note(text: &str) -> String {
    let text = text.trim_end().replace('\\', "/").replace('\n', "\\n");
    format!("telluser \\\\{text}")
}

/// Commands about time and depth.
fn time_command(word: &str, rest: &str) -> Vec<Reply> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let command = match word {
        "level" => words::level(&words).map(Command::TimeControl),
        "st" => words::per_turn(first).map(Command::TimeControl),
        "sd" => first
            .parse()
            .ok()
            .filter(|depth| *depth > 0)
            .map(|depth| Command::DepthLimit(Some(depth))),
        "nps" => first
            .parse()
            .ok()
            .map(|rate: i64| Command::NodeRate(u64::try_from(rate).ok().filter(|rate| *rate > 0))),
        "time" => words::clock(first).map(|left| Command::Clocks {
            engine: Some(left),
            opponent: None,
        }),
        _ => words::clock(first).map(|left| Command::Clocks {
            engine: None,
            opponent: Some(left),
        }),
    };
    match command {
        Some(command) => go(command),
        None => error("numbers out of range or missing", &format!("{word} {rest}")),
    }
}

/// `option NAME` or `option NAME=VALUE`.
fn option_command(rest: &str) -> Vec<Reply> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (rest, None),
    };
    go(Command::SetOption {
        name: name.trim().to_owned(),
        value,
    })
}

/// The answer to `.` during analysis: time, nodes, depth, moves left, moves in all, the move looked at.
fn stat(view: &View<'_>) -> Option<String> {
    let report = view.latest.filter(|_| view.searching)?;
    let info = &report.info;
    let moves = rules::legal_moves(view.game.position()).len();
    let line = line_text(&report.root, &info.pv);
    let looked_at = line.first().map_or("", String::as_str);
    let time = info.time.as_millis() / 10;
    Some(format!(
        "stat01: {time} {} {} 0 {moves} {looked_at}",
        info.nodes, info.depth
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_moves_are_told_from_words() {
        for text in ["e2e4", "a7a8g", "P@e4", "@@@@", "d5d4,d4d5"] {
            assert!(looks_like_a_move(text), "{text}");
        }
        for text in ["hello", "e2", "go", "", "é2e4", "@"] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }

    #[test]
    fn times_out_of_range_are_errors() {
        for (word, rest) in [
            ("level", "40 5"),
            ("st", "-1"),
            ("sd", "0"),
            ("time", "x"),
            ("nps", ""),
        ] {
            let replies = time_command(word, rest);
            assert!(
                matches!(&replies[..], [Reply::Line(line)] if line.starts_with("Error (")),
                "{word}"
            );
        }
        assert_eq!(
            time_command("st", "2"),
            go(Command::TimeControl(crate::protocol::TimeControl::PerTurn(
                std::time::Duration::from_secs(2)
            )))
        );
        assert_eq!(option_command("Skill Level=3"), set("Skill Level", "3"));
    }
}
