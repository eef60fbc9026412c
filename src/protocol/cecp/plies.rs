//! The plies that XBoard counts, and what they are to us.
//!
//! To XBoard a game is a row of plies that alternate between the sides. A turn of ours is one or more of
//! them: legs, a shot being one ply in two parts, to the victim and back; before, between and behind them
//! the plies of `completion`, which show what XBoard does not foresee, and null moves (`@@@@`). The stack
//! remembers for each ply which turn it belongs to, which leg it plays, and what XBoard shows after it,
//! so that `undo` (one ply) and `remove` (two) can land anywhere.

use super::screen::{Shown, placement_of};
use crate::base::{Color, Move, MoveKind};
use crate::position::{Position, move_text};
use crate::rules::Game;

/// XBoard's null move.
pub const NULL: &str = "@@@@";

/// One ply as XBoard counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The index of the turn it belongs to.
    turn: usize,
    /// The leg it plays; `None` for null moves and for plies that only put the board right.
    leg: Option<String>,
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
    pub fn push(&mut self, turn: usize, leg: Option<&str>, shown: Shown) {
        let leg = leg.map(str::to_owned);
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
        let legs = game.turns().get(last.turn).map(|turn| turn.legs.len());
        let all = legs.is_some_and(|legs| self.legs_of(last.turn).count() == legs);
        (last.turn + usize::from(all)).min(game.turns().len())
    }

    /// The legs of a turn that XBoard shows.
    pub fn legs_of(&self, turn: usize) -> impl Iterator<Item = &str> {
        let entries = self.stack.iter().filter(move |entry| entry.turn == turn);
        entries.filter_map(|entry| entry.leg.as_deref())
    }

    /// Whether plies of a turn are there.
    pub fn has_begun(&self, turn: usize) -> bool {
        self.stack.last().is_some_and(|entry| entry.turn == turn)
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
        _ => vec![format!("move {}", move_text(pos.variant(), leg))],
    }
}

/// The text of a leg as we write it, from what XBoard sends: a shot comes with its way back, a castling
/// move perhaps as `O-O`.
pub fn our_leg(pos: &Position, text: &str) -> String {
    match text {
        "O-O" | "0-0" | "o-o" => return castling(pos, 'g'),
        "O-O-O" | "0-0-0" | "o-o-o" => return castling(pos, 'c'),
        _ => {}
    }
    let shoots = |square: &str| {
        let man = square.parse().ok().and_then(|square| pos.at(square));
        man.is_some_and(|man| pos.variant().rules.shooters.contains(man.piece_type()))
    };
    if let Some((there, back)) = text.split_once(',')
        && there.get(..2).is_some_and(shoots)
        && there.len() == 4
        && there.is_ascii()
        && back.get(..2) == there.get(2..4)
        && back.get(2..4) == there.get(..2)
    {
        return there.to_owned();
    }
    text.to_owned()
}

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
            .find(|turn| turn.legs.len() == 2)
            .expect("kings can move at the start");
        let shown = Shown::new(placement_of(&linked.after));
        let mut plies = Plies::default();
        let legs: Vec<&str> = linked.text.split(',').collect();
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
        let shot = rules::turn_of_text(&pos, &our_leg(&pos, "d5d4,d4d5")).expect("a shot");
        assert_eq!(leg_lines(&pos, shot.legs[0]), ["move d5d4,", "move d4d5"]);
        assert_eq!(our_leg(&pos, "d5d4,d4e5"), "d5d4,d4e5");
        assert_eq!(our_leg(&pos, "O-O"), "e1g1");
    }
}
