//! Whole turns: one leg in most games, several in some. How a row of legs is cut into turns is decided
//! here and nowhere else; [`super::coordinate`] writes and reads their texts.

use super::dispatch::{legal_moves, play};
use super::interface::Rules;
use crate::base::{Color, Move, MoveList};
use crate::position::Position;
use crate::with_rules;

/// A turn: the legs of one side that are complete together and legal one after the other.
///
/// A turn belongs to the position it was made for; [`Turn::is_legal_in`] asks about another one.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Turn {
    /// One at least. Progressive games have turns of up to 255.
    legs: Vec<Move>,
}

impl Turn {
    /// The turn of legs; `None` unless they are legal one after the other and complete together.
    pub fn of_legs(pos: &Position, legs: &[Move]) -> Option<Self> {
        match turns_of_line(pos, legs)[..] {
            [turn] if turn.len() == legs.len() => Self::complete(pos, turn),
            _ => None,
        }
    }

    /// The turn that a line of legs begins with, if the line goes as far as its end.
    pub fn first_of(pos: &Position, line: &[Move]) -> Option<Self> {
        let turns = turns_of_line(pos, line);
        turns.first().and_then(|legs| Self::complete(pos, legs))
    }

    /// The turn of legs that are legal one after the other, if they are complete.
    pub(super) fn complete(pos: &Position, legs: &[Move]) -> Option<Self> {
        let after = legs.iter().fold(pos.clone(), |at, leg| play(&at, *leg));
        let complete = !legs.is_empty() && !turn_goes_on(pos.side_to_move(), &after);
        complete.then(|| Self {
            legs: legs.to_vec(),
        })
    }

    /// The legs, one at least.
    pub fn legs(&self) -> &[Move] {
        &self.legs
    }

    /// The first leg.
    pub fn first(&self) -> Move {
        self.legs[0]
    }

    /// The position after the turn.
    #[must_use]
    pub fn after(&self, pos: &Position) -> Position {
        self.legs
            .iter()
            .fold(pos.clone(), |at, leg| play(&at, *leg))
    }

    /// Whether the turn can be played in a position.
    pub fn is_legal_in(&self, pos: &Position) -> bool {
        Self::of_legs(pos, &self.legs).is_some()
    }
}

/// Whether the turn of a side goes on in a position that one of its legs has led to: the side is still to
/// move, and no rule of the variant has ended the game.
pub fn turn_goes_on(side: Color, after: &Position) -> bool {
    after.side_to_move() == side
        && with_rules!(after.variant(), R => R::immediate_end(after).is_none())
}

/// Cuts a line of legs into its turns. The last one may be incomplete; the line ends before the first leg
/// that is not legal.
pub fn turns_of_line<'a>(pos: &Position, line: &'a [Move]) -> Vec<&'a [Move]> {
    let mut turns = Vec::new();
    let (mut begin, mut end) = (0, 0);
    let mut at = pos.clone();
    for leg in line {
        if !legal_moves(&at).contains(leg) {
            break;
        }
        let side = at.side_to_move();
        at = play(&at, *leg);
        end += 1;
        if !turn_goes_on(side, &at) {
            turns.push(&line[begin..end]);
            begin = end;
        }
    }
    if begin < end {
        turns.push(&line[begin..end]);
    }
    turns
}

/// All legal turns, in the order of generation; none if a rule of the variant has ended the game.
pub fn legal_turns(pos: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    with_rules!(pos.variant(), R => {
        if R::immediate_end(pos).is_none() {
            extend::<R>(pos, &mut Vec::new(), &mut turns);
        }
    });
    turns
}

/// Adds the turns that begin with some legs, which have led to a position.
fn extend<R: Rules>(pos: &Position, begun: &mut Vec<Move>, turns: &mut Vec<Turn>) {
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    for mv in list {
        begun.push(mv);
        let after = R::LEGS.then(|| R::play(pos, mv));
        match after.filter(|after| turn_goes_on(pos.side_to_move(), after)) {
            Some(after) => extend::<R>(&after, begun, turns),
            None => turns.push(Turn {
                legs: begun.clone(),
            }),
        }
        begun.pop();
    }
}
