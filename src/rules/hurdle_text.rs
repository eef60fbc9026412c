//! Squares in move texts that distinguish moves with the same departure and arrival: the squares of the leapt pieces
//! (`h2f2/g3`, `a1d4/b2c3`), and what is chosen for a condition: squares, and squares with the letter of what a pawn there
//! becomes (`f1f2/f1n`); and the squares on which a piece captures on the way of a move of several steps (`b1d1/c2`).
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

use super::composed::{Way, chosen_ways, has_steps, hops, names_of_steps, ways};
use super::dispatch::{has_legal, legal_moves_from};
use super::en_passant;
use crate::base::{Move, MoveKind, MoveList, Square};
use crate::position::Position;
use crate::rules::draft::Choice;
use std::fmt::{self, Write as _};

/// A square behind `/`, and the letter of what a pawn there becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    square: Square,
    /// In lower case.
    letter: Option<String>,
}

impl Named {
    fn of(pos: &Position, choice: Choice) -> Self {
        let letter = choice.into.map(|into| pos.variant().letter_of(into));
        Self {
            square: choice.square,
            letter: letter.map(str::to_ascii_lowercase),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.letter.as_deref().unwrap_or_default();
        write!(f, "{}{letter}", self.square)
    }
}

/// The text behind `/` when no piece is leapt.
const NOBODY: &str = "-";

/// The text behind the squares of a legal leg: empty unless another legal leg has the same squares and the
/// same promotion.
pub fn suffix(pos: &Position, mv: Move) -> String {
    let passer = passer_of_rivals(pos, mv);
    let has_twins = has_steps(pos, mv) || has_twins(pos, mv);
    if passer.is_none() && !has_twins {
        return String::new();
    }
    let taken = passer.filter(|_| mv.kind() == MoveKind::EnPassant);
    let taken = taken.map(|square| Named::of(pos, square.into()));
    let mut named: Vec<Named> = taken.into_iter().collect();
    if has_twins {
        named.extend(way_of(pos, mv));
    }
    if named.is_empty() {
        return format!("/{NOBODY}");
    }
    named.iter().fold("/".to_owned(), |mut text, named| {
        let _ = write!(text, "{named}");
        text
    })
}

/// Whether another legal leg differs from `mv` in its way alone.
fn has_twins(pos: &Position, mv: Move) -> bool {
    let plain = mv.with_detail(0);
    let is_twin = |other: Move| other.with_detail(0) == plain && other != mv;
    hops::is_crowded(pos, mv) && has_legal(pos, mv.from(), is_twin)
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
        |rival: Move| rival.kind() == other && (rival.from(), rival.to()) == (mv.from(), mv.to());
    let rivals = has_legal(pos, mv.from(), is_rival);
    let passer = || en_passant::passer(pos, mv.to(), !pos.side_to_move());
    rivals.then(passer).flatten()
}

/// What names the way of a leg.
fn way_of(pos: &Position, mv: Move) -> Vec<Named> {
    if pos.variant().rules.capabilities.capture_series {
        return names(pos, names_of_steps(pos, mv).into_iter());
    }
    if pos.variant().rules.conditions.offer_choices() {
        return names(pos, Way::of(pos, mv).names());
    }
    let way = ways::all(pos, mv).into_iter().nth(mv.detail().into());
    names(pos, way.into_iter().flatten().map(Choice::from))
}

/// All ways of a leg, each as its detail and the list of what names it.
fn all(pos: &Position, mv: Move) -> Vec<(u16, Vec<Named>)> {
    if pos.variant().rules.capabilities.capture_series {
        let twins = legal_twins(pos, mv).into_iter();
        return twins
            .map(|twin| {
                (
                    twin.detail(),
                    names(pos, names_of_steps(pos, twin).into_iter()),
                )
            })
            .collect();
    }
    if pos.variant().rules.conditions.offer_choices() {
        let ways = chosen_ways(pos, mv).into_iter();
        return ways
            .map(|way| (way.mv.detail(), names(pos, way.names())))
            .collect();
    }
    let ways = (0..Move::DETAILS).zip(ways::all(pos, mv));
    ways.map(|(number, way)| (number, names(pos, way.into_iter().map(Choice::from))))
        .collect()
}

/// The legal legs that differ from a leg at most in their ways.
fn legal_twins(pos: &Position, mv: Move) -> MoveList {
    let mut list = legal_moves_from(pos, mv.from());
    list.retain(|other| other.with_detail(0) == mv.with_detail(0));
    list
}

/// The names of choices. A square is named once if it is chosen for a pawn that then promotes there.
fn names(pos: &Position, choices: impl Iterator<Item = Choice>) -> Vec<Named> {
    let mut names: Vec<Named> = Vec::new();
    for choice in choices {
        let promotes = choice.into.is_some();
        names.pop_if(|last| promotes && last.letter.is_none() && last.square == choice.square);
        names.push(Named::of(pos, choice));
    }
    names
}

/// The ways of a legal leg, each as the squares of the pieces leapt over and of the choices. There are several if
/// different hops lead to the same position. What pawns become on these squares is not told.
pub fn ways(pos: &Position, mv: Move) -> Vec<Vec<Square>> {
    let ways = all(pos, mv).into_iter();
    ways.filter(|(number, _)| hops::is_same_move(pos, mv, *number))
        .map(|(_, way)| way.into_iter().map(|named| named.square).collect())
        .collect()
}

/// Splits a text into the leg and what is named behind `/` in lower case, if anything.
///
/// # Errors
/// What was expected behind `/`.
pub fn split(text: &str) -> Result<(&str, Option<Vec<Named>>), String> {
    let Some((leg, named)) = text.split_once('/') else {
        return Ok((text, None));
    };
    if named == NOBODY {
        return Ok((leg, Some(Vec::new())));
    }
    squares(named)
        .map(|squares| (leg, Some(squares)))
        .ok_or_else(|| {
            format!(
                "expected squares behind '/', those of the pieces leapt over (h2f2/g3) or of what is chosen, with the letter of \
                 what a pawn becomes there (f1f2/f1n), not '{named}'"
            )
        })
}

/// The squares that a text lists, each perhaps with a letter behind it; `None` unless there is at least one.
fn squares(text: &str) -> Option<Vec<Named>> {
    let mut named: Vec<Named> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let square = rest.get(..2).and_then(|square| square.parse().ok());
        if let Some(square) = square {
            named.push(Named {
                square,
                letter: None,
            });
            rest = &rest[2..];
            continue;
        }
        let last = named.last_mut().filter(|last| last.letter.is_none())?;
        let letter = rest
            .get(..1)
            .filter(|it| it.chars().all(|c| c.is_ascii_lowercase()))?;
        last.letter = Some(letter.to_owned());
        rest = &rest[1..];
    }
    Some(named).filter(|named| !named.is_empty())
}

/// Those of some legal legs that are meant by the way over the `named` squares, which leads to the same position.
pub fn meant(pos: &Position, legs: &[Move], named: &[Named]) -> Vec<Move> {
    let mut legs = legs.to_vec();
    legs.sort_by_key(|leg| leg.with_detail(0).bits());
    legs.chunk_by(|one, next| one.with_detail(0) == next.with_detail(0))
        .flat_map(|twins| meant_of_twins(pos, twins, named))
        .collect()
}

/// [`meant`] of legal legs that differ in their ways alone.
fn meant_of_twins(pos: &Position, twins: &[Move], named: &[Named]) -> Vec<Move> {
    let Some(mv) = twins.first().copied() else {
        return Vec::new();
    };
    let passer = passer_of_rivals(pos, mv);
    let is_en_passant = mv.kind() == MoveKind::EnPassant;
    let named = match passer.filter(|_| is_en_passant) {
        Some(passer) => match named.split_first() {
            Some((first, rest)) if *first == Named::of(pos, passer.into()) => rest,
            _ => return Vec::new(),
        },
        None => named,
    };
    if passer.is_some() && named.is_empty() && !has_twins(pos, mv) {
        return twins.to_vec();
    }
    if is_en_passant && passer.is_none() && !hops::is_crowded(pos, mv) {
        let passer = en_passant::passer(pos, mv.to(), !pos.side_to_move());
        let passer = passer.map(|square| Named::of(pos, square.into()));
        if passer.as_slice() == named {
            // Named without need.
            return twins.to_vec();
        }
    }
    let mut ways = all(pos, mv).into_iter();
    let Some((way, _)) = ways.find(|(_, way)| way.as_slice() == named) else {
        return Vec::new();
    };
    let by_itself = twins.iter().find(|twin| twin.detail() == way);
    by_itself.map_or_else(
        || {
            let is_same = |twin: &&Move| hops::is_same_move(pos, **twin, way);
            twins.iter().filter(is_same).copied().collect()
        },
        |twin| vec![*twin],
    )
}
