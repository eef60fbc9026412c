//! Hops of which the player says over whom they go: by touching pieces between departure and arrival.
//!
//! XBoard writes the pieces touched as captures on the way: `c2b3,b3c4`, with two of them `a1b2,b2c3,c3d4`. Where the piece
//! touched last is the mover's own it believes in castling and writes the way of a king, then that of a rook:
//! `c2c4,b3d4` (4.9.1, function `SendMoveToProgram`). XBoard takes the pieces touched off its board; that the move is
//! shown in another way then puts right.

use super::screen::{Act, Lettering};
use crate::base::{Bitboard, Move, Piece, Square};
use crate::position::Position;
use crate::rules::{self, MoveError};

/// More pieces than these XBoard does not remember.
pub const MOST_TOUCHED: u32 = 2;

/// A move as the player made it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Touching {
    from: Square,
    /// The pieces touched, in that order.
    over: Vec<Square>,
    to: Square,
    letter: Option<char>,
}

impl Touching {
    fn read(text: &str) -> Option<Self> {
        let square = |leg: &str, at: usize| -> Option<Square> { leg.get(at..at + 2)?.parse().ok() };
        let mut legs = text.split(',');
        let first = legs.next()?;
        let (from, mut to) = (square(first, 0)?, square(first, 2)?);
        let (mut over, mut letter) = (Vec::new(), None);
        for (index, leg) in legs.enumerate() {
            let start = square(leg, 0)?;
            if start != to {
                let castles = index == 0 && leg.get(2..)?.len() == 2 && first.len() == 4;
                over.push(start);
                return (castles && text.matches(',').count() == 1).then_some(Self {
                    from,
                    over,
                    to,
                    letter,
                });
            }
            over.push(to);
            to = square(leg, 2)?;
            letter = leg.get(4..)?.chars().next();
        }
        (!over.is_empty()).then_some(Self {
            from,
            over,
            to,
            letter,
        })
    }
}

/// The ply of a text in which one piece was touched, in any of XBoard's forms.
pub fn touching(text: &str) -> Option<Act> {
    let touching = Touching::read(text)?;
    let [via] = touching.over[..] else {
        return None;
    };
    Some(Act {
        from: touching.from,
        via: Some(via),
        to: touching.to,
        letter: touching.letter,
    })
}

/// Whether a legal leg leaps over these pieces in this order, and perhaps over others too.
fn leaps(pos: &Position, mv: Move, over: &[Square]) -> bool {
    rules::ways(pos, mv).iter().any(|way| {
        let mut leapt = way.iter();
        over.iter().all(|named| leapt.any(|square| square == named))
    })
}

/// Whether a legal leg can be made without leaping.
fn leaps_nobody(pos: &Position, mv: Move) -> bool {
    let ways = rules::ways(pos, mv);
    ways.iter().any(|way| over(way).is_empty())
}

/// The same as [`leaps`] without an order.
pub fn leaps_all(pos: &Position, mv: Move, touched: Bitboard) -> bool {
    rules::ways(pos, mv)
        .iter()
        .any(|way| (touched & !over(way)).is_empty())
}

fn over(way: &[Square]) -> Bitboard {
    way.iter().copied().collect()
}

/// The pieces that decide which of several moves with the same squares is meant, when some have been touched.
pub fn choices(pos: &Position, from: Square, touched: Bitboard) -> Bitboard {
    let moves = rules::legal_moves_from(pos, from);
    let crowded = |mv: &&Move| {
        let rival = |other: &Move| other != *mv && other.with_detail(0) == mv.with_detail(0);
        moves.iter().any(rival)
    };
    let open: Vec<Move> = moves.iter().filter(crowded).copied().collect();
    let mut found = Bitboard::EMPTY;
    for mv in &open {
        let fitting: Vec<Vec<Bitboard>> = open
            .iter()
            .filter(|other| other.with_detail(0) == mv.with_detail(0))
            .map(|other| {
                rules::ways(pos, *other)
                    .iter()
                    .map(|way| over(way))
                    .collect()
            })
            .map(|ways: Vec<Bitboard>| {
                let fits = |way: &Bitboard| (touched & !*way).is_empty();
                ways.into_iter().filter(fits).collect()
            })
            .collect();
        if fitting.iter().filter(|ways| !ways.is_empty()).count() > 1 {
            let ways = || fitting.iter().flatten().copied();
            let any = ways().fold(Bitboard::EMPTY, |all, way| all | way);
            let each = ways().fold(Bitboard::ALL, |all, way| all & way);
            found |= any & !each;
        }
    }
    found & !touched
}

/// The legal leg of a text with pieces touched on the way; `None` if the text is no such thing, or if nobody leaps so.
pub fn leg_of(pos: &Position, table: &Lettering, text: &str) -> Option<Result<Move, MoveError>> {
    let touching = Touching::read(text)?;
    let us = pos.side_to_move();
    let promotes = |mv: &Move| match (mv.piece_type(), touching.letter) {
        (None, _) => true,
        (Some(into), letter) => {
            letter.is_some() && letter == table.suffix(us, Piece::new(us, into))
        }
    };
    let squares = |mv: &Move| (mv.from(), mv.to()) == (touching.from, touching.to);
    let legs: Vec<Move> = rules::legal_moves_from(pos, touching.from)
        .iter()
        .copied()
        .filter(|mv| squares(mv) && promotes(mv) && leaps(pos, *mv, &touching.over))
        .collect();
    (!legs.is_empty()).then(|| only(pos, &legs, text))
}

/// The one of several legs that is meant: where nobody was touched, the one that leaps nobody.
///
/// # Errors
/// [`MoveError::Ambiguous`] where it cannot be told.
pub fn only(pos: &Position, legs: &[Move], text: &str) -> Result<Move, MoveError> {
    let idle = |mv: &&Move| leaps_nobody(pos, **mv);
    let mut idle = legs.iter().filter(idle);
    match (legs, idle.next(), idle.next()) {
        ([mv], ..) | (_, Some(mv), None) => Ok(*mv),
        _ => {
            let texts = legs.iter().map(|mv| rules::leg_text(pos, *mv));
            Err(MoveError::Ambiguous {
                text: rules::quotable(text),
                choices: texts.collect::<Vec<_>>().join(" "),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String, String, Option<char>)> {
        let touching = Touching::read(text)?;
        let over = touching.over.iter().map(ToString::to_string).collect();
        let (from, to) = (touching.from.to_string(), touching.to.to_string());
        Some((from, over, to, touching.letter))
    }

    #[test]
    fn pieces_touched_are_read_in_all_of_xboards_forms() {
        let expect = |text, over: &str, to: &str, letter| {
            let (_, over_read, to_read, letter_read) = read(text).expect(text);
            assert_eq!(
                (over_read.as_str(), to_read.as_str(), letter_read),
                (over, to, letter)
            );
        };
        expect("c2b3,b3c4", "b3", "c4", None);
        expect("c2b3,b3c4y", "b3", "c4", Some('y'));
        expect("a1b2,b2c3,c3d4", "b2c3", "d4", None);
        expect("c2c4,b3d4", "b3", "c4", None);
        expect("c2a4,b3`4", "b3", "a4", None);
        for text in [
            "c2c4",
            "",
            "c2",
            "c2b3,",
            "c2b3,b4",
            "a1b2,c3d4,d4e5",
            "é2b3,b3c4",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
