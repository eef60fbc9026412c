//! The plies that XBoard counts, and what they are to us.
//!
//! To XBoard a game is a row of plies that alternate between the sides. A turn of ours is one or more of
//! them: legs, a shot being one ply in two parts, to the victim and back; before, between and behind them
//! the plies of `completion`, which show what XBoard does not foresee, and null moves (`@@@@`). The stack
//! remembers for each ply which turn it belongs to, which leg it plays, and what XBoard shows after it,
//! so that `undo` (one ply) and `remove` (two) can land anywhere.

use super::screen::{Act, Placement, Ply, Shown, placement_of};
use crate::base::{Color, Move, MoveKind, Square};
use crate::position::Position;
use crate::rules::{Game, MoveError, Turn, leg_of_text, leg_text, turn_of_text};

/// One ply as XBoard counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The index of the turn it belongs to.
    turn: usize,
    /// The leg it plays; `None` for null moves and for plies that only put the board right.
    leg: Option<Move>,
    /// What XBoard shows after it.
    shown: Shown,
}

/// The plies of a game since it was set up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plies {
    stack: Vec<Entry>,
}

impl Plies {
    /// Adds a ply that plays a leg, or (`None`) does not.
    pub fn push(&mut self, turn: usize, leg: Option<Move>, shown: Shown) {
        self.stack.push(Entry { turn, leg, shown });
    }

    /// What XBoard shows.
    pub fn shown(&self, game: &Game) -> Shown {
        match self.stack.last() {
            Some(entry) => entry.shown.clone(),
            None => Shown::new(placement_of(game.first())),
        }
    }

    /// Whose ply XBoard expects.
    pub fn mover(&self, game: &Game) -> Color {
        let first = game.first().side_to_move();
        if self.stack.len().is_multiple_of(2) {
            first
        } else {
            !first
        }
    }

    /// Takes the last ply back.
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// How many of the game's turns have all their legs on XBoard's board.
    pub fn complete(&self, game: &Game) -> usize {
        let Some(last) = self.stack.last() else {
            return 0;
        };
        let played = game.turns().get(last.turn);
        let legs = played.map(|played| played.turn.legs().len());
        let all = legs.is_some_and(|legs| self.legs_of(last.turn).count() == legs);
        (last.turn + usize::from(all)).min(game.turns().len())
    }

    /// The legs of a turn that XBoard shows.
    pub fn legs_of(&self, turn: usize) -> impl Iterator<Item = Move> + '_ {
        let entries = self.stack.iter().filter(move |entry| entry.turn == turn);
        entries.filter_map(|entry| entry.leg)
    }

    /// Whether plies of a turn are there.
    pub fn has_begun(&self, turn: usize) -> bool {
        self.stack.last().is_some_and(|entry| entry.turn == turn)
    }

    /// Whether a turn begins with two plies that leave XBoard's board as it was.
    pub fn announces(&self, turn: usize, before: &Placement) -> bool {
        let mut entries = self.stack.iter().filter(move |entry| entry.turn == turn);
        let second = entries.nth(1);
        second.is_some_and(|entry| entry.leg.is_none() && entry.shown.wrong(before).is_empty())
    }

    /// Forgets the plies of a turn and those after it.
    pub fn drop_from(&mut self, turn: usize) {
        self.stack.retain(|entry| entry.turn < turn);
    }
}

/// A leg as XBoard has to be told it, one line a part.
pub fn leg_lines(pos: &Position, leg: Move) -> Vec<String> {
    match leg.kind() {
        MoveKind::Shot => vec![
            format!("move {}{},", leg.from(), leg.to()),
            format!("move {}{}", leg.to(), leg.from()),
        ],
        _ => vec![format!("move {}", leg_text(pos, leg))],
    }
}

/// The legal leg that XBoard names by a text: a shot comes with its way back, a castling move perhaps as
/// `O-O`.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn leg_of_xboard(pos: &Position, text: &str) -> Result<Move, MoveError> {
    match text {
        "O-O" | "0-0" | "o-o" => return leg_of_text(pos, &castling(pos, 'g')),
        "O-O-O" | "0-0-0" | "o-o-o" => return leg_of_text(pos, &castling(pos, 'c')),
        _ => {}
    }
    match Ply::read(text) {
        Some(Ply::Act(Act {
            from,
            via: Some(victim),
            to,
            letter: None,
        })) if from == to && shoots(pos, from) => leg_of_text(pos, &format!("{from}{victim}")),
        _ => leg_of_text(pos, text),
    }
}

/// The legal turn of a text of XBoard's: a leg as XBoard writes it, or a whole turn as we do.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_of_xboard(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let leg = leg_of_xboard(pos, text).ok();
    let turn = leg.and_then(|leg| Turn::of_legs(pos, &[leg]));
    turn.map_or_else(|| turn_of_text(pos, text), Ok)
}

fn shoots(pos: &Position, square: Square) -> bool {
    pos.at(square)
        .is_some_and(|man| pos.variant().rules.shooters.contains(man.piece_type()))
}

/// The king's two-step as a text.
fn castling(pos: &Position, file: char) -> String {
    let rank = match pos.side_to_move() {
        Color::White => 1,
        Color::Black => pos.variant().rules.ranks,
    };
    format!("e{rank}{file}{rank}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::rules;

    #[test]
    fn undo_lands_inside_turns() {
        let variant = Catalogue::embedded()
            .variant("hopgi")
            .expect("an embedded game");
        let mut game = Game::new(variant);
        let linked = rules::legal_turns(game.position())
            .into_iter()
            .find(|turn| turn.legs().len() == 2)
            .expect("kings can move at the start");
        let shown = Shown::new(placement_of(&linked.after(game.position())));
        let mut plies = Plies::default();
        let legs = linked.legs();
        for leg in [Some(legs[0]), None, Some(legs[1])] {
            plies.push(0, leg, shown.clone());
        }
        game.push(linked.clone());
        assert_eq!(
            (plies.complete(&game), plies.mover(&game)),
            (1, Color::Black)
        );
        plies.pop();
        // Three plies for the linked turn: the first leg and the null move are left.
        assert_eq!(plies.complete(&game), 0);
        assert!(plies.legs_of(0).eq([legs[0]]) && plies.has_begun(0));
        plies.pop();
        plies.pop();
        assert!(plies.legs_of(0).next().is_none() && !plies.has_begun(0));
        assert_eq!(plies.complete(&game), 0);
    }

    #[test]
    fn shots_go_there_and_back() {
        let variant = Catalogue::embedded()
            .variant("demirifle")
            .expect("an embedded game");
        let fen = "4k3/8/8/2cS1p2/3p4/8/8/4K3 w - - 0 1";
        let pos = rules::position(variant, fen).expect("a position");
        let shot = leg_of_xboard(&pos, "d5d4,d4d5").expect("a shot");
        assert_eq!(leg_lines(&pos, shot), ["move d5d4,", "move d4d5"]);
        assert!(leg_of_xboard(&pos, "d5d4,d4e5").is_err());
    }

    #[test]
    fn castling_may_be_written_with_letters() {
        let variant = Catalogue::embedded().variant("chess").expect("chess");
        let fen = "r3k3/8/8/8/8/8/8/4K2R b q - 0 1";
        let pos = rules::position(variant, fen).expect("a position");
        let castles = leg_of_xboard(&pos, "O-O-O").expect("castling");
        assert_eq!(leg_text(&pos, castles), "e8c8");
        assert!(leg_of_xboard(&pos, "O-O").is_err());
    }
}
