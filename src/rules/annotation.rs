//! The side effects of a move, written in brackets behind it: `Ad4-f6(e5=w)`.
//!
//! Ben Good's notation for moves of hurdlers with effects, extended to the conditions. The brackets
//! contain, joined by semicolons,
//!
//! - `e5=w`, `e5=R`, `e5=bR`: the piece on e5 changes colour, type or both;
//! - `c3-d8`, `c3-d8=b`: the piece on c3 is reborn on d8, perhaps in another colour or type;
//! - `-e5`: the piece on e5 leaves the game;
//! - `+bNg8`: a captured piece, here a black knight, is reborn.
//!
//! Side effects follow from the move, so notation does not need them; they are written for people.
//!
//! ```
//! use katydid::{rules, catalogue::Catalogue};
//! let variant = Catalogue::new().variant("ag").unwrap();
//! let pos = rules::position(&variant, "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1").unwrap();
//! let hop = rules::leg_of_san(&pos, "d4f6").unwrap();
//! assert_eq!(rules::leg_with_effects(&pos, hop), "Ad4-f6(e5=w)");
//! ```

use super::consequence_log::{Consequence, Event, Role, Standing};
use super::consequences::consequences;
use super::dispatch::play;
use super::turn::{Turn, written_legs};
use crate::base::{Move, Piece};
use crate::position::Position;

/// The side effects of a legal leg, without brackets; empty if it has none.
pub fn side_effects(pos: &Position, mv: Move) -> String {
    let mut changes: Vec<(Option<Standing>, Option<Standing>)> = Vec::new();
    for what in consequences(pos, mv)
        .into_iter()
        .filter(|what| !is_plain(*what))
    {
        let (before, after) = what.change();
        let earlier = changes.iter_mut().find(|change| change.1 == before);
        match earlier.filter(|_| before.is_some()) {
            Some(change) => change.1 = after,
            None => changes.push((before, after)),
        }
    }
    changes.retain(|(before, after)| before != after);
    // Order: pieces changed on their squares, pieces that went elsewhere, pieces that left, pieces that came; each by squares.
    let square = |standing: Option<Standing>| standing.map(|(square, _)| square);
    changes.sort_by_key(|(before, after)| {
        let places = (square(*before), square(*after));
        let group = match places {
            (Some(before), Some(after)) => u8::from(before != after),
            (Some(_), None) => 2,
            (None, _) => 3,
        };
        (group, places)
    });
    let texts = changes
        .into_iter()
        .map(|(before, after)| match (before, after) {
            (Some((from, before)), Some((to, after))) => {
                let place = if from == to {
                    String::new()
                } else {
                    format!("-{to}")
                };
                match difference(pos, before, after).as_str() {
                    "" => format!("{from}{place}"),
                    change => format!("{from}{place}={change}"),
                }
            }
            (Some((from, _)), None) => format!("-{from}"),
            (None, Some((to, piece))) => format!("+{}{to}", colored(pos, piece)),
            (None, None) => String::new(),
        });
    texts.collect::<Vec<_>>().join(";")
}

/// Whether a consequence is no side effect: the text of the leg implies it, or every move of the game has it (`Crosses`).
const fn is_plain(what: Consequence) -> bool {
    match what.event {
        Event::Promotes(_) => !matches!(what.role, Role::Victim | Role::Bystander),
        Event::Moves(_)
        | Event::Shoots(_)
        | Event::Drops
        | Event::Captured(_)
        | Event::PushedOff
        | Event::Crosses(_) => true,
        Event::ChangesType(_)
        | Event::ChangesColor(_)
        | Event::Reborn(_)
        | Event::Transferred(_)
        | Event::Returns(_)
        | Event::Appears
        | Event::Vanishes => false,
    }
}

/// The side effects of the legs of a legal turn, joined by commas; empty if they have none.
pub fn turn_effects(pos: &Position, turn: &Turn) -> String {
    let mut effects = written_legs(pos, turn.legs(), side_effects);
    effects.retain(|effect| !effect.is_empty());
    effects.join(", ")
}

/// The letters of a piece's colour and type: `bN`.
fn colored(pos: &Position, piece: Piece) -> String {
    let letter = pos.variant().letter_of(piece.piece_type());
    format!("{}{letter}", piece.color().letter())
}

/// The new colour and type of a piece, each only if it has changed.
fn difference(pos: &Position, before: Piece, after: Piece) -> String {
    let mut text = String::new();
    if before.color() != after.color() {
        text.push(after.color().letter());
    }
    if before.piece_type() != after.piece_type() {
        text.push_str(pos.variant().letter_of(after.piece_type()));
    }
    text
}

/// Whether the brackets behind a leg are correct: as [`side_effects`] writes them, or like Cute Chess's
/// `Nxd5(=bN)` with the piece that the mover becomes.
pub(super) fn is_told(pos: &Position, mv: Move, claimed: &str) -> bool {
    let claimed = claimed.trim();
    if claimed == side_effects(pos, mv) {
        return true;
    }
    let arrived = play(pos, mv).at(mv.to());
    claimed
        .strip_prefix('=')
        .zip(arrived)
        .is_some_and(|(told, piece)| told == colored(pos, piece))
}

/// Splits a text into the leg and side effects in brackets; other brackets, as in `a8(Q)`, stay with the leg.
pub(super) fn split_effects(text: &str) -> (String, Option<&str>) {
    let cut = text.find('(').and_then(|open| {
        let close = open + text[open..].find(')')?;
        let inside = &text[open + 1..close];
        let rest = format!("{}{}", &text[..open], &text[close + 1..]);
        let told = inside.contains(|c: char| c.is_ascii_digit()) || inside.starts_with('=');
        told.then_some((rest, Some(inside)))
    });
    cut.unwrap_or_else(|| (text.to_owned(), None))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::games;
    use crate::rules::{leg_of_san, leg_with_effects, position};

    fn written(game: &str, fen: &str, text: &str) -> String {
        let variant = games().variant(game).expect("an embedded game");
        let pos = position(&variant, fen).expect("a position of the game");
        let mv = leg_of_san(&pos, text).expect("a legal move");
        let name = leg_with_effects(&pos, mv);
        assert_eq!(leg_of_san(&pos, &name).expect("its own name"), mv, "{name}");
        name
    }

    #[test]
    fn hurdles_are_named_with_what_becomes_of_them() {
        let of = |game: &str, placement: &str, text: &str| {
            written(game, &format!("{placement} w - - 0 1"), text)
        };
        let ag = "4k3/8/8/4n3/3A4/8/8/4K3";
        assert_eq!(of("ag", ag, "d4f6"), "Ad4-f6(e5=w)");
        let eg = "4k3/8/8/n7/r7/8/8/E3K3";
        assert_eq!(of("eg", eg, "a1a5"), "Ea1xa5(a4=Q)");
        assert_eq!(of("cg", "4k3/8/8/8/8/1Cr5/8/4K3", "b3d3"), "Cb3-d3(c3-h8)");
        assert_eq!(of("cg", "4k2n/8/8/8/8/1Cr5/8/4K3", "b3d3"), "Cb3-d3(-c3)");
        assert_eq!(
            of("acg", "4k3/8/8/8/8/1HQ5/8/4K3", "b3d3"),
            "Hb3-d3(c3-d8=b)"
        );
        let aecg = "4k3/8/8/8/8/1HQ5/6K1/8";
        assert_eq!(of("aecg", aecg, "b3d3"), "Hb3-d3(c3-h8=bR)");
        assert_eq!(of("aeg", aecg, "b3d3"), "Hb3-d3(c3=bR)");
        assert_eq!(of("ag", "4k3/8/8/8/n7/8/8/A3K3", "a1f1"), "Aa1-f1");
    }

    #[test]
    fn conditions_are_named_too() {
        let occupied = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(written("andernach", occupied, "c3d5"), "Nc3xd5(d5=b)");
        assert_eq!(written("circe", occupied, "c3d5"), "Nc3xd5(+bNg8)");
        assert_eq!(written("anticirce", occupied, "c3d5"), "Nc3xd5(d5-b1)");
        assert_eq!(written("einstein", occupied, "c3d5"), "Nc3xd5(d5=B)");
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(written("einstein", castling, "e1g1"), "O-O(f1=B)");
        assert_eq!(written("andernach", castling, "e1g1"), "O-O");
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(written("andernach", passing, "e5d6"), "e5xd6(d6=b)");
        assert_eq!(written("circe", passing, "e5d6"), "e5xd6(+bPd7)");
        let promoting = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(written("andernach", promoting, "a7b8q"), "a7xb8=Q(b8=b)");
    }

    #[test]
    fn other_effects_than_those_of_the_move_are_an_error() {
        let variant = games().variant("ag").expect("ag");
        let pos = position(&variant, "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1").expect("a position");
        let error = leg_of_san(&pos, "Ad4-f6(e5=b)").expect_err("the knight turns white");
        assert!(error.to_string().contains("(e5=w)"), "{error}");
        assert!(leg_of_san(&pos, "Af6(e5=w)+").is_ok());
        assert!(leg_of_san(&pos, "Kd1(e5=w)").is_err());
        let variant = games().variant("andernach").expect("andernach");
        let fen = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        let pos = position(&variant, fen).expect("a position");
        assert!(leg_of_san(&pos, "Nxd5(=bN)").is_ok());
        assert!(leg_of_san(&pos, "Nxd5(=wN)").is_err());
    }
}
