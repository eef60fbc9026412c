//! The plies of a game as XBoard counts them, and the turns and legs that they belong to.
//!
//! To XBoard a game is a row of plies that alternate between the sides. One of our turns is one or more plies:
//! its legs (a shot is one ply in two parts, to the victim and back), and before, between and after them
//! the plies of `completion`, which show changes that XBoard does not make by itself, and null moves (`@@@@`). The row
//! stores for each ply its turn, the leg that it plays, and XBoard's board after it,
//! so that `undo` (one ply) and `remove` (two) can lead to any of them.

use super::ply::is_sent_as;
use super::screen::Screen;
use crate::base::Move;
use crate::rules::{Game, Turn, turns_of_line};

/// One ply as XBoard counts plies.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The index of the turn that the ply belongs to.
    pub turn: usize,
    /// The leg that the ply plays; `None` for null moves and for plies that only correct the board.
    pub leg: Option<Move>,
    /// Whether the ply is a null move that is a whole turn.
    pub passes: bool,
    /// XBoard's board after the ply.
    pub screen: Screen,
    /// The text in which XBoard sends the ply to an engine.
    pub text: String,
}

/// The plies of a game since it was set up.
///
/// When a person steps back through a game, XBoard keeps the later plies and sends them again when the person steps forward. So
/// these plies are kept here, too, until another ply is played.
#[derive(Clone, Debug, Default)]
pub struct Plies {
    entries: Vec<Entry>,
    /// The number of plies that are on the board; later ones were stepped back over.
    made: usize,
}

impl Plies {
    fn made(&self) -> &[Entry] {
        &self.entries[..self.made]
    }

    /// Adds a ply; it replaces those that were stepped back over.
    pub fn push(&mut self, entry: Entry) {
        self.forget_undone();
        self.entries.push(entry);
        self.made += 1;
    }

    /// Whether XBoard holds plies after the present one. Then neither a ply nor a refusal may be sent: XBoard
    /// would append the ply to the last one, or take the last one back.
    pub fn holds_more(&self) -> bool {
        self.made < self.entries.len()
    }

    /// Forgets the plies that were stepped back over.
    pub fn forget_undone(&mut self) {
        self.entries.truncate(self.made);
    }

    /// Takes the last `count` plies back for good.
    pub fn take_back(&mut self, count: usize) {
        self.made = self.made.saturating_sub(count);
        self.forget_undone();
    }

    /// Steps back over the last ply, which XBoard keeps.
    pub fn step_back(&mut self) {
        self.made = self.made.saturating_sub(1);
    }

    /// Steps forward over the next ply, if `text` is XBoard's text of it.
    pub fn step_forward(&mut self, text: &str) -> bool {
        let next = self.entries.get(self.made);
        let same = next.is_some_and(|entry| is_sent_as(&entry.text, text));
        self.made += usize::from(same);
        same
    }

    /// Goes back or forth to the moment that XBoard describes by a FEN; `false` if the game has no such moment.
    pub fn go_to(&mut self, fen: &str, game: &Game) -> bool {
        let moment = self.moment(fen, game);
        self.made = moment.unwrap_or(self.made);
        moment.is_some()
    }

    /// The number of plies before the moment that a FEN describes, found by the FEN's move number.
    fn moment(&self, fen: &str, game: &Game) -> Option<usize> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let number: usize = fields.last()?.parse().ok()?;
        let black = match *fields.get(1)? {
            "w" => 0,
            "b" => 1,
            _ => return None,
        };
        let first = game.first().side_to_move().index();
        let made = number
            .checked_mul(2)?
            .checked_add(black)?
            .checked_sub(2 + first)?;
        let told = fields.first()?.split('[').next()?.replace('~', "");
        let same = screen_after(self.entries.get(..made)?, game).placement() == told;
        (same && !self.entries.is_empty()).then_some(made)
    }

    /// XBoard's board after the plies made.
    pub fn screen(&self, game: &Game) -> Screen {
        screen_after(self.made(), game)
    }

    /// The turns of which XBoard shows all legs.
    pub fn turns(&self, game: &Game) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut at = game.first().clone();
        for part in self.made().split_inclusive(|entry| entry.passes) {
            let legs: Vec<Move> = part.iter().filter_map(|entry| entry.leg).collect();
            let found = turns_of_line(&at, &legs).into_iter();
            let mut found: Vec<Turn> = found.filter_map(|turn| turn.turn()).collect();
            for turn in &found {
                at = turn.after(&at);
            }
            if part.last().is_some_and(|entry| entry.passes)
                && let Ok(null) = Turn::null(&at)
            {
                at = null.after(&at);
                found.push(null);
            }
            turns.extend(found);
        }
        turns
    }

    /// The plies of a turn.
    fn of_turn(&self, turn: usize) -> impl Iterator<Item = &Entry> {
        self.made().iter().filter(move |entry| entry.turn == turn)
    }

    /// The legs of a turn that XBoard shows.
    pub fn legs_of(&self, turn: usize) -> impl Iterator<Item = Move> + '_ {
        self.of_turn(turn).filter_map(|entry| entry.leg)
    }

    /// Whether XBoard shows any ply of a turn.
    pub fn has_begun(&self, turn: usize) -> bool {
        self.made().last().is_some_and(|entry| entry.turn == turn)
    }

    /// Whether a turn begins with two plies that leave XBoard's board as it was.
    pub fn announces(&self, turn: usize, before: &Screen) -> bool {
        let second = self.of_turn(turn).nth(1);
        second.is_some_and(|entry| entry.leg.is_none() && entry.screen.shows(before))
    }

    /// Forgets the plies of a turn and those after it.
    pub fn drop_from(&mut self, turn: usize) {
        self.forget_undone();
        self.entries.retain(|entry| entry.turn < turn);
        self.made = self.entries.len();
    }
}

/// XBoard's board after some plies.
fn screen_after(plies: &[Entry], game: &Game) -> Screen {
    let last = plies.last().map(|entry| entry.screen.clone());
    last.unwrap_or_else(|| Screen::of(game.first()))
}
