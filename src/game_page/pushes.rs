//! Diagrams of how a piece pushes and pulls another one, computed from the legal legs of a sample position.

use crate::base::{Color, Piece, PieceType, Square};
use crate::position::{Position, Setup};
use crate::rules::{displaced, legal_moves};
use crate::variant::Variant;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The kings of the sample position, far from its middle.
const KINGS: [(Color, Square); 2] = [
    (Color::White, Square::at(7, 0)),
    (Color::Black, Square::at(0, 7)),
];

/// The best square for an enemy piece in a diagram: the one from which a White piece can push and pull it to most squares (of several
/// the nearest one). Also returns these squares; `None` is over the edge.
pub fn pushes(
    variant: &Arc<Variant>,
    piece_type: PieceType,
    from: Square,
) -> Option<(Square, Vec<Option<Square>>)> {
    let squares = variant.rules.board.squares().into_iter();
    let others = squares.filter(|at| *at != from && KINGS.iter().all(|(_, king)| king != at));
    let found = others.map(|other| (other, arrivals(variant, piece_type, from, other)));
    let distance = |other: Square| {
        let files = other.file().abs_diff(from.file());
        files.max(other.rank().abs_diff(from.rank()))
    };
    let (other, arrivals) = found
        .filter(|(_, arrivals)| !arrivals.is_empty())
        .max_by_key(|(other, arrivals)| (arrivals.len(), std::cmp::Reverse(distance(*other))))?;
    Some((other, arrivals.into_iter().collect()))
}

/// The squares to which a piece can push or pull an enemy piece; `None` is over the edge.
fn arrivals(
    variant: &Arc<Variant>,
    piece_type: PieceType,
    from: Square,
    other: Square,
) -> BTreeSet<Option<Square>> {
    let piece = (from, Piece::new(Color::White, piece_type));
    let with = moved(variant, Some(piece), other);
    // Displacements that the king makes do not count.
    let without = moved(variant, None, other);
    with.difference(&without).copied().collect()
}

fn moved(
    variant: &Arc<Variant>,
    piece: Option<(Square, Piece)>,
    other: Square,
) -> BTreeSet<Option<Square>> {
    let rules = &variant.rules;
    let is_king = |piece: (Square, Piece)| rules.royals.contains(piece.1.piece_type());
    let mut types = rules.all_types();
    let enemy = types.find(|it| !rules.royals.contains(*it) && rules.pawn != Some(*it));
    let mut pieces: Vec<(Square, Piece)> = piece.into_iter().collect();
    pieces.extend(enemy.map(|it| (other, Piece::new(Color::Black, it))));
    for (color, at) in KINGS {
        // If the piece itself is a king, White needs no second one.
        let stands = color == Color::White && piece.is_some_and(is_king);
        let king = rules.all_types().find(|it| rules.royals.contains(*it));
        let king = king.filter(|_| !stands);
        pieces.extend(king.map(|it| (at, Piece::new(color, it))));
    }
    let pos = Position::place(variant, &Setup::of_pieces(pieces));
    let legs = legal_moves(&pos);
    let displacements = legs.iter().flat_map(|mv| displaced(*mv));
    displacements
        .filter(|displacement| displacement.from == other)
        .map(|displacement| displacement.to)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;

    fn of(letter: &str, from: Square) -> (Square, Vec<Option<Square>>) {
        let variant = games().variant("dynamo").expect("a game");
        let piece_type = variant.type_of_letter(letter).expect("a piece");
        pushes(&variant, piece_type, from).expect("it pushes")
    }

    #[test]
    fn a_rook_pushes_and_pulls_along_its_lines() {
        let d4 = Square::at(3, 3);
        let (other, goals) = of("R", d4);
        // The piece is pushed away and over the edge, or pulled to the rook's other side.
        assert!(goals.contains(&None), "{other}: {goals:?}");
        let on_a_line = |goal: &Option<Square>| {
            goal.is_none_or(|goal| goal.file() == d4.file() || goal.rank() == d4.rank())
        };
        assert!(
            goals.len() > 4 && goals.iter().all(on_a_line),
            "{other}: {goals:?}"
        );
    }

    #[test]
    fn a_knight_pushes_by_its_leap() {
        let (other, goals) = of("N", Square::at(3, 3));
        assert!(!goals.is_empty() && goals.len() <= 3, "{other}: {goals:?}");
    }
}
