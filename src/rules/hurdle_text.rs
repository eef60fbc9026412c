//! Squares in move texts that distinguish moves with the same departure and arrival: the squares of the leapt pieces
//! (`h2f2/g3`, `a1d4/b2c3`), and the squares chosen for a condition.
//!
//! So is the square of a pawn taken en passant, where the same piece can go to that square without a capture, too.
//! They are written when legal moves with otherwise equal text lead to different positions. If one of the moves leaps no
//! piece, it is written with `/-`.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! use katydid::variant::DeclaredPieces;
//! let board = Catalogue::new().variant("hurdlers").unwrap();
//! let game = board.with_pieces(&DeclaredPieces::parse("X=eagle:A").unwrap()).unwrap();
//! let pos = rules::position(&game, "8/8/8/8/8/1k1p4/2X5/7K w - - 0 1").unwrap();
//! assert!(rules::play_text(&pos, "c2c4").is_err());
//! let after = rules::play_text(&pos, "c2c4/d3").unwrap();
//! assert_eq!(after.placement(), "8/8/8/8/2X5/1k1P4/8/7K");
//! ```

use super::composed::{chosen_ways, hops, ways};
use super::dispatch::legal_moves;
use super::en_passant;
use crate::base::{Move, MoveKind, Square};
use crate::position::Position;
use crate::variant::MoveKinds;
use std::fmt::Write as _;

/// The text behind `/` when no piece is leapt.
const NOBODY: &str = "-";

/// The text behind the squares of a legal leg: empty unless another legal leg has the same squares and the
/// same promotion.
pub fn suffix(pos: &Position, mv: Move) -> String {
    let passer = passer_of_rivals(pos, mv);
    let has_twins = has_twins(pos, mv);
    if passer.is_none() && !has_twins {
        return String::new();
    }
    let taken = passer.filter(|_| mv.kind() == MoveKind::EnPassant);
    let mut named: Vec<Square> = taken.into_iter().collect();
    if has_twins {
        let way = all(pos, mv).into_iter().nth(usize::from(mv.detail()));
        named.extend(way.unwrap_or_default());
    }
    if named.is_empty() {
        return format!("/{NOBODY}");
    }
    named.iter().fold("/".to_owned(), |mut text, square| {
        let _ = write!(text, "{square}");
        text
    })
}

/// Whether another legal leg differs from `mv` in its way alone.
fn has_twins(pos: &Position, mv: Move) -> bool {
    let plain = mv.with_detail(0);
    let is_twin = |other: &Move| other.with_detail(0) == plain && *other != mv;
    hops::is_crowded(pos, mv) && legal_moves(pos).iter().any(is_twin)
}

/// The square of the pawn that one of two legal legs with the squares of `mv` takes en passant while the other takes nothing: a piece that
/// is given the movement of pawns beside another one can go to a square in both ways.
fn passer_of_rivals(pos: &Position, mv: Move) -> Option<Square> {
    if !pos.state().en_passant.contains(mv.to()) || pos.at(mv.to()).is_some() {
        return None;
    }
    let other = match mv.kind() {
        MoveKind::EnPassant => MoveKind::Normal,
        MoveKind::Normal => MoveKind::EnPassant,
        _ => return None,
    };
    let is_rival =
        |rival: &Move| rival.kind() == other && (rival.from(), rival.to()) == (mv.from(), mv.to());
    let rivals = legal_moves(pos).iter().any(is_rival);
    let passer = || en_passant::passer(pos, mv.to(), !pos.side_to_move());
    rivals.then(passer).flatten()
}

/// All ways of a leg, each as the list of the squares that name it.
fn all(pos: &Position, mv: Move) -> Vec<Vec<Square>> {
    if pos.variant().rules.conditions.may_choose(MoveKinds::ALL) {
        let ways = chosen_ways(pos, mv).into_iter();
        return ways.map(|way| way.squares().collect()).collect();
    }
    let ways = ways::all(pos, mv).into_iter();
    ways.map(|way| way.to_vec()).collect()
}

/// The ways of a legal leg, each as the squares of the pieces leapt over and of the choices. There are several if
/// different hops lead to the same position.
pub fn ways(pos: &Position, mv: Move) -> Vec<Vec<Square>> {
    let ways = all(pos, mv).into_iter().enumerate();
    ways.filter(|(number, _)| hops::is_same_move(pos, mv, *number))
        .map(|(_, way)| way)
        .collect()
}

/// Splits a text in lower case into the leg and the squares named behind `/`, if any.
///
/// # Errors
/// What was expected behind `/`.
pub fn split(text: &str) -> Result<(&str, Option<Vec<Square>>), String> {
    let Some((leg, named)) = text.split_once('/') else {
        return Ok((text, None));
    };
    if named == NOBODY {
        return Ok((leg, Some(Vec::new())));
    }
    squares(named)
        .map(|squares| (leg, Some(squares)))
        .ok_or_else(|| {
            format!("expected the squares of the pieces leapt over behind '/', as in h2f2/g3, not '{named}'")
        })
}

/// The squares that a text lists; `None` unless there is at least one.
fn squares(text: &str) -> Option<Vec<Square>> {
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len() / 2)
        .map(|index| text[2 * index..2 * index + 2].parse().ok())
        .collect()
}

/// Whether the way over the `named` squares exists and leads to the same position as the legal leg
/// `mv`.
pub fn is_meant(pos: &Position, mv: Move, named: &[Square]) -> bool {
    let passer = passer_of_rivals(pos, mv);
    let is_en_passant = mv.kind() == MoveKind::EnPassant;
    let named = match passer.filter(|_| is_en_passant) {
        Some(passer) => match named.split_first() {
            Some((first, rest)) if *first == passer => rest,
            _ => return false,
        },
        None => named,
    };
    if passer.is_some() && named.is_empty() && !has_twins(pos, mv) {
        return true;
    }
    if is_en_passant && passer.is_none() && !hops::is_crowded(pos, mv) {
        let passer = en_passant::passer(pos, mv.to(), !pos.side_to_move());
        if passer.as_slice() == named {
            // Named without need.
            return true;
        }
    }
    let ways = all(pos, mv);
    let way = ways.iter().position(|way| way.as_slice() == named);
    way.is_some_and(|way| hops::is_same_move(pos, mv, way))
}
