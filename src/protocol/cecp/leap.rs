//! Hops of which the player says over which pieces they go: by touching pieces between departure and arrival.
//!
//! XBoard takes the pieces touched off its board; that the move is shown in another way then puts this right.

use super::ply::Way;
use super::screen::Lettering;
use crate::base::{Bitboard, Move, Piece, Square};
use crate::position::Position;
use crate::rules::{self, MoveError};

/// XBoard remembers so many pieces touched.
pub const MOST_TOUCHED: u32 = 2;

/// The pieces that a legal leg leaps over, in each of its ways that leads over all the pieces touched.
fn leapt(pos: &Position, mv: Move, touched: Bitboard) -> Vec<Bitboard> {
    let ways = rules::ways(pos, mv);
    let pieces = ways.iter().map(|way| way.iter().copied().collect());
    let fits = |way: &Bitboard| (touched & !*way).is_empty();
    pieces.filter(fits).collect()
}

/// Whether a legal leg can leap over all the pieces touched, in any order.
pub fn leaps_all(pos: &Position, mv: Move, touched: Bitboard) -> bool {
    !leapt(pos, mv, touched).is_empty()
}

/// Whether a legal leg leaps over these pieces in this order, and perhaps over others too.
fn leaps_in_order(pos: &Position, mv: Move, over: &[Square]) -> bool {
    rules::ways(pos, mv).iter().any(|way| {
        let mut way = way.iter();
        over.iter().all(|named| way.any(|square| square == named))
    })
}

/// The pieces that decide which of several moves with the same squares is meant, when some have been touched.
pub fn choices(pos: &Position, from: Square, touched: Bitboard) -> Bitboard {
    let moves = rules::legal_moves_from(pos, from);
    let mut found = Bitboard::EMPTY;
    for mv in &moves {
        let rivals = moves.iter().filter(|rival| same_squares(*mv, **rival));
        let mut fitting: Vec<_> = rivals.map(|rival| leapt(pos, *rival, touched)).collect();
        fitting.retain(|ways| !ways.is_empty());
        if fitting.len() > 1 {
            let ways = || fitting.iter().flatten();
            let any = ways().fold(Bitboard::EMPTY, |all, way| all | *way);
            let each = ways().fold(Bitboard::ALL, |all, way| all & *way);
            found |= any & !each;
        }
    }
    found & !touched
}

/// Whether two moves differ in nothing but the pieces that they leap over.
pub fn same_squares(one: Move, other: Move) -> bool {
    one.with_detail(0) == other.with_detail(0)
}

/// The legal leg of a text with pieces touched on the way; `None` if the text is no such thing, or if no leg leaps so.
pub fn leg_of(pos: &Position, table: &Lettering, text: &str) -> Option<Result<Move, MoveError>> {
    let way = Way::read(text).filter(|way| !way.over.is_empty())?;
    let us = pos.side_to_move();
    let fits = |mv: &&Move| {
        let letter = mv
            .piece_type()
            .map(|into| table.suffix(us, Piece::new(us, into)));
        (mv.from(), mv.to()) == (way.from, way.to)
            && letter.is_none_or(|letter| letter.is_some() && letter == way.letter)
            && leaps_in_order(pos, **mv, &way.over)
    };
    let legs = rules::legal_moves_from(pos, way.from);
    let legs: Vec<Move> = legs.iter().filter(fits).copied().collect();
    (!legs.is_empty()).then(|| only(pos, &legs, text))
}

/// The one of several legs that is meant: where no piece was touched, the one that leaps over none.
///
/// # Errors
/// [`MoveError::Ambiguous`] where several could be meant.
pub fn only(pos: &Position, legs: &[Move], text: &str) -> Result<Move, MoveError> {
    let steps = |mv: &&Move| leapt(pos, **mv, Bitboard::EMPTY).contains(&Bitboard::EMPTY);
    let mut stepping = legs.iter().filter(steps);
    match (legs, stepping.next(), stepping.next()) {
        ([mv], ..) | (_, Some(mv), None) => Ok(*mv),
        _ => Err(MoveError::ambiguous(pos, text, legs)),
    }
}
