//! The plies that XBoard counts, and what they are to us.
//!
//! To XBoard a game is a row of plies that alternate between the sides. A turn of ours is one or more of
//! them: legs of one turn are kept apart by null moves of the other side (`@@@@`), and a shot is one ply
//! in two parts, to the victim and back. The stack remembers for each ply which turn it belongs to, so
//! that `undo` (one ply) and `remove` (two) can be told in turns.

use crate::base::{Move, MoveKind};
use crate::position::{Position, move_text};
use crate::rules;

/// XBoard's null move.
pub const NULL: &str = "@@@@";

/// One ply as XBoard counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ply {
    /// The index of the turn it belongs to.
    turn: usize,
    /// The leg it plays; `None` for the null moves between legs.
    leg: Option<String>,
}

/// The plies of a game since it was set up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plies {
    stack: Vec<Ply>,
}

impl Plies {
    /// Adds the plies of a whole turn of so many legs.
    pub fn push_turn(&mut self, turn: usize, legs: &[&str]) {
        for (index, leg) in legs.iter().enumerate() {
            if index > 0 {
                self.push_null(turn);
            }
            self.push_leg(turn, leg);
        }
    }

    /// Adds a leg.
    pub fn push_leg(&mut self, turn: usize, leg: &str) {
        self.stack.push(Ply {
            turn,
            leg: Some(leg.to_owned()),
        });
    }

    /// Adds a null move between two legs of a turn.
    pub fn push_null(&mut self, turn: usize) {
        self.stack.push(Ply { turn, leg: None });
    }

    /// Whether the last ply is a leg of a turn that is not complete.
    pub fn waits_for_null(&self, turns_played: usize) -> bool {
        self.stack
            .last()
            .is_some_and(|ply| ply.turn >= turns_played && ply.leg.is_some())
    }

    /// Takes the last ply back and tells how many turns remain complete.
    pub fn pop(&mut self, turns_played: usize) -> usize {
        self.stack.pop().map_or(0, |ply| ply.turn.min(turns_played))
    }

    /// The legs of the turn that has begun but is not complete.
    pub fn pending(&self, turns_played: usize) -> Vec<&str> {
        let begun = |ply: &&Ply| ply.turn >= turns_played;
        self.stack
            .iter()
            .filter(begun)
            .filter_map(|ply| ply.leg.as_deref())
            .collect()
    }

    /// Forgets the plies of a turn that has begun but is not complete.
    pub fn drop_pending(&mut self, turns_played: usize) {
        self.stack.retain(|ply| ply.turn < turns_played);
    }
}

/// A leg as XBoard has to be told it, one line a part.
pub fn leg_lines(pos: &Position, leg: Move) -> Vec<String> {
    match leg.sort() {
        MoveKind::Shot => vec![
            format!("move {}{},", leg.from(), leg.to()),
            format!("move {}{}", leg.to(), leg.from()),
        ],
        _ => vec![format!("move {}", move_text(pos.atlas(), leg))],
    }
}

/// The lines that tell XBoard a turn, with the null moves of the other side between its legs.
pub fn turn_lines(before: &Position, legs: &[Move]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut pos = before.clone();
    for (index, leg) in legs.iter().enumerate() {
        if index > 0 {
            lines.push(format!("move {NULL}"));
        }
        lines.extend(leg_lines(&pos, *leg));
        pos = rules::play(&pos, *leg);
    }
    lines
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
        man.is_some_and(|man| pos.atlas().shooters.contains(man.kind()))
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
    let rank = match pos.turn() {
        crate::base::Color::White => 1,
        crate::base::Color::Black => pos.atlas().ranks,
    };
    format!("e{rank}{file}{rank}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Catalogue;

    #[test]
    fn undo_lands_inside_turns() {
        let mut plies = Plies::default();
        plies.push_turn(0, &["f1f2", "d1e2"]);
        plies.push_leg(1, "a5a4");
        assert!(plies.waits_for_null(1) && plies.pending(1) == ["a5a4"]);
        assert_eq!(plies.pop(1), 1);
        // Three plies for the linked turn: taking one back leaves the first leg and the null move.
        assert_eq!(plies.pop(1), 0);
        assert_eq!(plies.pending(0), ["f1f2"]);
        assert!(!plies.waits_for_null(0));
        assert_eq!(plies.pop(0), 0);
        assert!(plies.waits_for_null(0));
        plies.pop(0);
        assert!(plies.pending(0).is_empty());
        assert_eq!(plies.pop(0), 0);
    }

    #[test]
    fn shots_go_there_and_back() {
        let atlas = Catalogue::embedded()
            .atlas("demirifle")
            .expect("an embedded game");
        let fen = "4k3/8/8/2cS1p2/3p4/8/8/4K3 w - - 0 1";
        let pos = rules::position(atlas, fen).expect("a position");
        let shot = rules::turn_of_text(&pos, &our_leg(&pos, "d5d4,d4d5")).expect("a shot");
        assert_eq!(turn_lines(&pos, &shot.legs), ["move d5d4,", "move d4d5"]);
        assert_eq!(our_leg(&pos, "d5d4,d4e5"), "d5d4,d4e5");
        assert_eq!(our_leg(&pos, "O-O"), "e1g1");
    }

    #[test]
    fn legs_are_kept_apart_by_null_moves() {
        let atlas = Catalogue::embedded()
            .atlas("hopgi")
            .expect("an embedded game");
        let pos = rules::start(atlas);
        let linked = rules::legal_turns(&pos)
            .into_iter()
            .find(|turn| turn.legs.len() == 2);
        let linked = linked.expect("kings can move at the start");
        let lines = turn_lines(&pos, &linked.legs);
        assert_eq!((lines.len(), lines[1].as_str()), (3, "move @@@@"));
    }
}
