//! CECP, the Chess Engine Communication Protocol, version 2: XBoard's and WinBoard's.
//!
//! CECP is stateful: the front-end says who plays which side, and front-end and engine both keep the game. The session has the
//! game, clocks and thinking. This module keeps what XBoard shows (`Plies`) and the state of the conversation (`State`).
//!
//! - `commands`: the table of XBoard's commands
//! - `output`: the lines for XBoard
//! - `setup`: the description of games that XBoard does not know
//! - [`gallery`]: picture files of the pieces for XBoard
//! - `screen`: what XBoard's board shows after a ply
//! - `showing`: the plies made from what a leg does
//! - `displacement`: the plies made from a leg of Dynamo
//! - `completion`: the plies that correct XBoard's board
//! - `ply`: plies as XBoard writes them
//! - `plies`: the row of plies as XBoard counts them
//! - `follow`: keeping XBoard's plies and the session's turns together
//! - `mouse`: the piece the player holds
//! - `walls`: walls as pieces of XBoard's
//! - `menu`: the games that XBoard's menu shows
//! - [`saved`]: games that XBoard has saved
//!
//! ```
//! use katydid::protocol::{Cecp, Protocol};
//! // `protover 2` is answered by the features, `ping 7` by `pong 7`: see tests/transcripts.
//! let _: Box<dyn Protocol> = Box::new(Cecp::default());
//! ```

mod commands;
mod completion;
mod displacement;
mod follow;
pub mod gallery;
mod menu;
mod mouse;
mod output;
mod plies;
mod ply;
pub mod saved;
mod screen;
mod setup;
mod showing;
mod standing;
#[cfg(test)]
mod tests;
mod walls;

use super::command::{Command, Event};
use super::interface::{Protocol, Reply, View};
use super::options::Key;
use crate::base::{Color, Square};
use crate::position::Position;
use crate::rules::{Game, Outcome, Reason, Turn, turn_text};
pub use menu::is_judged;
use output::{error, illegal_position, line, note};
use plies::Plies;

/// The state of the conversation about the game. The plies that XBoard does not show yet are not part of it: they follow from the
/// plies shown and the game.
#[derive(Clone, Debug, Default)]
enum State {
    /// XBoard and the session play. Changes of a turn that XBoard does not make by itself are sent to XBoard.
    #[default]
    Playing,
    /// Plies come from a game that XBoard loads or steps through, which contains the completion plies.
    Loading,
    /// The front-end has chosen a game. As soon as the session has changed to it, its description is sent.
    Choosing,
    /// The player holds a piece and has clicked the squares `clicked` (none for a piece in hand). If `put` is set, the piece was put
    /// down there, but its move may continue.
    Lifted {
        clicked: Vec<Square>,
        put: Option<Square>,
    },
    /// The player has taken back a part of a turn. The engine, which plays `side`, waits until the rest of the turn is
    /// taken back too, or until the player goes on. `again` is the turn, if it was the engine's own.
    Waiting { side: Color, again: Option<Turn> },
    /// The lines of an `edit` session that has begun.
    Editing(Vec<String>),
}

/// The kind of front-end, recognised by its answer to `feature highlight`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FrontEnd {
    /// The front-end has not answered yet.
    #[default]
    Unnamed,
    /// XBoard, or a program that shows moves as XBoard does.
    XBoard,
    /// A program that reads turns as UCI writes them.
    Plain,
    /// A front-end like `Plain` that has answered other features but not `highlight`: it does not know XBoard's own lines.
    Terse,
}

/// The CECP protocol.
#[derive(Clone, Debug, Default)]
pub struct Cecp {
    front_end: FrontEnd,
    state: State,
    plies: Plies,
    /// Whether thinking is shown.
    post: bool,
    /// Whether the opponent is an engine, which sends the null moves inside its own turns itself.
    computer: bool,
    /// Whether the person has been warned that XBoard's legality testing is wrong for this game.
    warned: bool,
    /// The numbers of pings that came while the engine was to move: they are answered after its move.
    pings: Vec<String>,
}

fn go(command: Command) -> Vec<Reply> {
    vec![Reply::Do(command)]
}

impl Protocol for Cecp {
    fn read(&mut self, line: &str, view: &View<'_>) -> Vec<Reply> {
        let State::Editing(lines) = &mut self.state else {
            let mut replies = commands::run(self, line, view);
            if !self.pings.is_empty() {
                // If the line ends the engine's thinking, the pings are answered once that is done.
                replies.push(Reply::Do(Command::Settle));
            }
            return replies;
        };
        if line != "." {
            let is_known = setup::is_edit_line(line);
            lines.push(line.chars().take(8).collect());
            lines.truncate(400);
            return if is_known {
                Vec::new()
            } else {
                error(
                    "expected a piece and its square, as in Ke1, or #, c, .",
                    line,
                )
            };
        }
        let fen = setup::edited_fen(view.game.position(), view.variant, lines);
        self.state = State::Playing;
        self.set_up(&fen, view)
    }

    fn write(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply> {
        let mut replies = self.written(event, view);
        if !is_to_move(view) {
            let pongs = self.pings.drain(..);
            replies.extend(pongs.map(|number| Reply::Line(format!("pong {number}"))));
        }
        replies
    }
}

/// Whether the engine thinks about its own move.
fn is_to_move(view: &View<'_>) -> bool {
    let side = view.game.position().side_to_move();
    view.searching && !view.analysing && view.engine == Some(side)
}

impl Cecp {
    fn written(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply> {
        match event {
            Event::Thinking(report) if self.post || view.analysing => output::thinking(report),
            Event::Played { by_engine, .. } => {
                let mut replies = self.played(*by_engine, view);
                replies.extend(self.boards(view.game.position()));
                replies
            }
            Event::Over(outcome) => self.over(*outcome, view),
            Event::Resigned => line("resign"),
            Event::DrawOffered => line("offer draw"),
            Event::Hint(Some(turn)) => {
                line(format!("Hint: {}", turn_text(view.game.position(), turn)))
            }
            Event::VariantChanged => self.variant_changed(view),
            // XBoard accepts a new piece table only before the first move; later the table comes with a new game.
            Event::PiecesDeclared
                if view.variant.takes_pieces() && self.front_end != FrontEnd::Terse =>
            {
                output::lines(setup::lines(view.variant))
            }
            Event::VariantsAdded(_) | Event::MenuChanged => self.offer(view),
            Event::Introduction => output::introduction(view),
            Event::Note(text) => note(text),
            Event::Text(text) => output::comments(text),
            Event::Debug(text) => line(format!("# {}", text.replace('\n', " "))),
            Event::Refused(refusal) => output::refusal(refusal),
            // Events that XBoard has not asked for, and answers to commands that only UCI has.
            Event::Thinking(_)
            | Event::Hint(None)
            | Event::PiecesDeclared
            | Event::Chosen { .. }
            | Event::Settled
            | Event::Counted(..)
            | Event::CountedAll(_) => Vec::new(),
        }
    }

    /// Answers `ping`; while the engine thinks about its move, the pong follows the move.
    fn ping(&mut self, number: &str, view: &View<'_>) -> Vec<Reply> {
        if is_to_move(view) {
            self.pings.push(number.to_owned());
            return Vec::new();
        }
        line(format!("pong {number}"))
    }

    fn show_thinking(&mut self, post: bool) -> Vec<Reply> {
        self.post = post;
        Vec::new()
    }

    fn meet_engine(&mut self) -> Vec<Reply> {
        self.computer = true;
        Vec::new()
    }

    /// Handles `new`: a game of chess in which the engine plays Black.
    fn new_game(&mut self) -> Vec<Reply> {
        self.begin_anew();
        self.computer = false;
        let commands = [
            Command::NewGame,
            Command::Variant("chess".to_owned()),
            Command::Engage(Some(Color::Black)),
        ];
        commands.map(Reply::Do).into()
    }

    /// Handles `variant`: chooses the game that XBoard calls `name`.
    fn choose(&mut self, view: &View<'_>, name: &str) -> Vec<Reply> {
        let Some(name) = setup::our_name(view.catalogue, name) else {
            return error("unknown variant", name);
        };
        self.state = State::Choosing;
        go(Command::Variant(name))
    }

    /// Handles a change of the game: a front-end that has chosen the game is sent its description.
    fn variant_changed(&mut self, view: &View<'_>) -> Vec<Reply> {
        let mut lines = Vec::new();
        if matches!(self.state, State::Choosing) && self.front_end != FrontEnd::Terse {
            lines = output::lines(setup::lines(view.game.first().variant()));
        }
        self.begin_anew();
        lines
    }

    /// The games for the front-end's menu.
    fn offer(&self, view: &View<'_>) -> Vec<Reply> {
        line(match self.front_end {
            FrontEnd::XBoard => menu::page(view.catalogue, view.options.text(Key::Menu)),
            FrontEnd::Unnamed | FrontEnd::Plain | FrontEnd::Terse => menu::all(view.catalogue),
        })
    }

    /// Handles `accepted`. A front-end that knows the feature `highlight` answers it as the last one.
    fn accepted(&mut self, feature: &str, view: &View<'_>) -> Vec<Reply> {
        if feature == "highlight" {
            return self.meet_xboard(view);
        }
        if self.front_end == FrontEnd::Unnamed {
            self.front_end = FrontEnd::Terse;
        }
        Vec::new()
    }

    /// Handles `accepted highlight`, the answer of XBoard. XBoard is told not to end the program by a signal, which could come before
    /// the last game is saved, and gets a short menu.
    fn meet_xboard(&mut self, view: &View<'_>) -> Vec<Reply> {
        self.front_end = FrontEnd::XBoard;
        let mut replies = line("feature sigterm=0");
        replies.extend(self.offer(view));
        replies
    }

    /// Handles `rejected highlight`: the front-end is not XBoard.
    fn meet_another(&mut self) -> Vec<Reply> {
        self.front_end = FrontEnd::Plain;
        Vec::new()
    }

    fn is_plain(&self) -> bool {
        matches!(self.front_end, FrontEnd::Plain | FrontEnd::Terse)
    }

    /// Handles `edit`: the lines that follow are pieces.
    fn edit(&mut self) -> Vec<Reply> {
        self.state = State::Editing(Vec::new());
        Vec::new()
    }

    /// Handles `setboard`. XBoard also uses it to step back in games with null moves.
    fn set_board(&mut self, fen: &str, view: &View<'_>) -> Vec<Reply> {
        let variant = view.game.first().variant();
        if setup::has_null_moves(variant)
            && let Some(replies) = self.go_to(fen, view)
        {
            return replies;
        }
        let mut replies = self.set_up(&setup::fen_of_xboard(variant, fen), view);
        let is_person = self.front_end == FrontEnd::XBoard && !self.computer;
        let is_set_up = matches!(replies.first(), Some(Reply::Do(_)));
        if let Some(text) = walls::lacking(variant, fen).filter(|_| is_person && is_set_up) {
            replies.extend(note(&text));
        }
        replies
    }

    /// Sets a position up. An illegal position is refused, and the old one stays.
    fn set_up(&mut self, fen: &str, view: &View<'_>) -> Vec<Reply> {
        match Game::set_up(view.variant, Some(fen), []) {
            Ok(game) => {
                self.begin_anew();
                let boards = self.boards(game.position());
                let mut replies = go(Command::SetUp(Box::new(game)));
                replies.extend(boards);
                replies
            }
            Err(error) => illegal_position(&error.to_string()),
        }
    }

    /// For a person: the line that marks the pieces of board B, because XBoard shows both boards as one.
    fn boards(&self, pos: &Position) -> Option<Reply> {
        let line = mouse::boards(pos).filter(|_| !self.computer && !self.is_plain());
        line.map(Reply::Line)
    }

    /// Forgets the plies and the state of the former game.
    fn begin_anew(&mut self) {
        self.plies = Plies::default();
        self.state = State::Playing;
    }

    /// Stops waiting for the rest of a turn and carries out a command.
    fn give_up_waiting(&mut self, command: Command) -> Vec<Reply> {
        self.stop_waiting();
        go(command)
    }

    /// Ends the wait for the rest of a turn. Returns the engine's side and its own turn, if it waited.
    fn stop_waiting(&mut self) -> Option<(Color, Option<Turn>)> {
        let State::Waiting { side, again } = &mut self.state else {
            return None;
        };
        let ended = (*side, again.take());
        self.state = State::Playing;
        Some(ended)
    }

    /// Reports the end of the game. Between engines XBoard accepts a win only from the loser, and a draw that it cannot check only if
    /// both engines offer it.
    fn over(&mut self, outcome: Outcome, view: &View<'_>) -> Vec<Reply> {
        let is_checked = !setup::has_null_moves(view.game.first().variant())
            && matches!(
                outcome.reason,
                Reason::Repetition | Reason::MoveCount | Reason::Stalemate
            );
        match outcome.winner {
            _ if self.is_plain() => line(outcome.to_string()),
            Some(winner) if self.computer && Some(winner) == view.engine => Vec::new(),
            None if self.computer && !is_checked => line("offer draw"),
            _ => line(outcome.to_string()),
        }
    }

    /// Handles `lift`: the player has picked up a piece from the board or the holdings; the squares where it can go are coloured.
    fn lift(&mut self, square: &str, view: &View<'_>) -> Vec<Reply> {
        let standing = self.standing(view);
        let (screen, pos) = (&standing.screen, standing.pos());
        let (highlight, clicked) = match square.parse() {
            Ok(square) => {
                // A piece lifted from the square where it was just put down continues its move.
                let clicked = match &mut self.state {
                    State::Lifted { clicked, put } if *put == Some(square) => {
                        std::mem::take(clicked)
                    }
                    _ => Vec::new(),
                };
                mouse::lifted(screen, pos, square, &clicked)
            }
            Err(_) => match setup::held_piece(view.variant, square) {
                Some(piece) => (mouse::taken_up(pos, piece), Vec::new()),
                None => return Vec::new(),
            },
        };
        // The player plays on, so the take-back is complete.
        let mut replies = Vec::new();
        if self.is_behind(view) {
            replies = self.complete(view);
        }
        self.state = State::Lifted { clicked, put: None };
        replies.push(Reply::Line(highlight));
        replies.extend(self.warning(view));
        replies
    }

    /// Handles `put`: the player has put the piece down. XBoard says later whether the move continues from there.
    fn put(&mut self, square: &str, view: &View<'_>) -> Vec<Reply> {
        let (State::Lifted { clicked, put }, Ok(square)) = (&mut self.state, square.parse()) else {
            return Vec::new();
        };
        *put = Some(square);
        let Some(from) = clicked.first().copied() else {
            return Vec::new();
        };
        let standing = self.standing(view);
        let choice = mouse::choice(&standing.screen, standing.pos(), from, square);
        choice.map(Reply::Line).into_iter().collect()
    }

    /// The warning, given once, that XBoard's legality testing has to be off for this game.
    fn warning(&mut self, view: &View<'_>) -> Vec<Reply> {
        let menu_chosen = view.options.text(Key::Menu) != menu::FIRST;
        if is_judged(view.variant) || menu_chosen || std::mem::replace(&mut self.warned, true) {
            return Vec::new();
        }
        let name = &view.variant.name;
        note(&format!(
            "XBoard cannot judge the moves of {name}.\nSwitch Options > General > Test Legality off,\n\
             or start the game with: katydid xboard {name}"
        ))
    }
}
