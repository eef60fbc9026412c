//! How a piece moves, as a diagram: from its tables, on a small scene.

use super::legs::Grip;
use super::pushes::pushes;
use katydid::base::{Bitboard, Color, Piece, PieceType, Square};
use katydid::board::Direction;
use katydid::rules::pushes_and_pulls;
use katydid::variant::Variant;
use serde::Serialize;
use std::sync::Arc;

/// A piece on a board, alone or with pieces to hop over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diagram {
    /// Where it stands.
    from: String,
    /// Other pieces, of any kind, that stand there to be hopped over or captured.
    others: Vec<String>,
    /// Where it can go without capturing.
    moves: Vec<String>,
    /// Where it could capture.
    captures: Vec<String>,
    /// How other pieces are pushed and pulled.
    arrows: Vec<Grip>,
    /// What is shown.
    caption: &'static str,
}

/// The diagrams of a White piece: on the empty board, and with pieces around it if that gives it moves by hopping.
pub fn diagrams(variant: &Arc<Variant>, piece_type: PieceType) -> Vec<Diagram> {
    let from = stand(variant, piece_type);
    let empty = diagram(
        variant,
        piece_type,
        from,
        Bitboard::EMPTY,
        "on an empty board",
    );
    let tables = variant.moves_of(Piece::new(Color::White, piece_type));
    let mut diagrams = vec![empty];
    if tables.hops {
        let scenes = [
            (vec![1, 2], "with pairs of pieces to hop over"),
            (vec![2, 3], "with pairs of pieces to hop over"),
            (vec![1], "with pieces to hop over"),
            (vec![2], "with pieces to hop over"),
        ];
        let more = scenes.into_iter().map(|(distances, caption)| {
            let others = around(variant, from, &distances);
            diagram(variant, piece_type, from, others, caption)
        });
        let alone = reach(&diagrams[0]);
        let useful = more
            .filter(|diagram| reach(diagram).iter().any(|square| !alone.contains(square)))
            // Of equals the last one.
            .max_by_key(|diagram| {
                let fresh = |square: &&String| !alone.contains(*square);
                reach(diagram).iter().filter(fresh).count()
            });
        diagrams.extend(useful);
    }
    if pushes_and_pulls(variant) {
        diagrams.extend(displacements(variant, piece_type, from));
    }
    diagrams
}

/// An enemy piece that is pushed and pulled.
fn displacements(variant: &Arc<Variant>, piece_type: PieceType, from: Square) -> Option<Diagram> {
    let (other, arrows) = pushes(variant, piece_type, from)?;
    Some(Diagram {
        from: from.to_string(),
        others: vec![other.to_string()],
        moves: Vec::new(),
        captures: Vec::new(),
        arrows,
        caption: "an enemy piece, pushed and pulled",
    })
}

/// All squares that a diagram marks.
fn reach(diagram: &Diagram) -> Vec<String> {
    let all = diagram.moves.iter().chain(&diagram.captures);
    all.cloned().collect()
}

/// A square in the middle from which the piece can move; a pawn's one is lower.
fn stand(variant: &Variant, piece_type: PieceType) -> Square {
    let rules = &variant.rules;
    let rank = if rules.pawn == Some(piece_type) {
        1
    } else {
        (rules.ranks - 1) / 2
    };
    let wished = Square::at((rules.files - 1) / 2, rank);
    let tables = variant.moves_of(Piece::new(Color::White, piece_type));
    let moves = |square: &Square| tables.quiet.targets(*square, Bitboard::EMPTY).any();
    if rules.board.squares().contains(wished) && (tables.hops || moves(&wished)) {
        return wished;
    }
    let distance = |square: &Square| {
        let files = i32::from(square.file()) - i32::from(wished.file());
        let ranks = i32::from(square.rank()) - i32::from(wished.rank());
        files * files + ranks * ranks
    };
    let squares = rules.board.squares().into_iter();
    squares.min_by_key(distance).unwrap_or(wished)
}

/// Squares at some distances in the directions of a queen.
fn around(variant: &Variant, from: Square, distances: &[i8]) -> Bitboard {
    let mut others = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let (files, ranks) = direction.stride();
        for distance in distances {
            if let Some(square) = from.offset(files * distance, ranks * distance) {
                others |= Bitboard::from(square);
            }
        }
    }
    others & variant.rules.board.squares()
}

fn diagram(
    variant: &Variant,
    piece_type: PieceType,
    from: Square,
    others: Bitboard,
    caption: &'static str,
) -> Diagram {
    let board = variant.rules.board.squares();
    let tables = variant.moves_of(Piece::new(Color::White, piece_type));
    let texts = |squares: Bitboard| {
        let squares = (squares & board).into_iter();
        squares.map(|square| square.to_string()).collect()
    };
    let mut quiet = tables.quiet.targets(from, others) & !others;
    // The double step is no part of the movement of pawns that go straight up the board.
    let rules = &variant.rules;
    if rules.double_step
        && rules.rank_pawn == Some(piece_type)
        && from.rank() == 1
        && let Some(two) = from.offset(0, 2)
        && !(Bitboard::from(two) | Bitboard::from(Square::at(from.file(), 2))).intersects(others)
    {
        quiet |= Bitboard::from(two);
    }
    let capture = if pushes_and_pulls(variant) {
        Bitboard::EMPTY
    } else {
        tables.capture.targets(from, others)
    };
    Diagram {
        from: from.to_string(),
        others: texts(others),
        moves: texts(quiet),
        captures: texts(capture),
        arrows: Vec::new(),
        caption,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;

    fn of(game: &str, letter: &str) -> Vec<Diagram> {
        let variant = Catalogue::new().variant(game).expect("a game");
        let piece_type = variant.type_of_letter(letter).expect("a piece");
        diagrams(&variant, piece_type)
    }

    #[test]
    fn a_grasshopper_needs_pieces_and_lands_behind_them() {
        let [empty, hops] = &of("ag", "A")[..] else {
            panic!("two diagrams");
        };
        assert!(empty.moves.is_empty() && empty.from == "d4");
        assert_eq!(hops.others.len(), 8);
        assert_eq!(hops.moves.len(), 8, "{hops:?}");
        assert!(hops.moves.contains(&"g7".to_owned()));
    }

    #[test]
    fn pawns_move_and_capture_differently() {
        let [pawn] = &of("chess", "P")[..] else {
            panic!("one diagram");
        };
        assert_eq!(pawn.from, "d2");
        assert_eq!(pawn.moves, ["d3", "d4"]);
        assert_eq!(pawn.captures, ["c3", "e3"]);
    }

    #[test]
    fn every_piece_of_every_game_moves_in_some_diagram() {
        for name in Catalogue::new().names() {
            let variant = Catalogue::new().variant(&name).expect("a game");
            for piece_type in variant.rules.all_types() {
                let shown = diagrams(&variant, piece_type);
                let moves = shown.iter().any(|diagram| !reach(diagram).is_empty());
                assert!(moves, "{name} {}", variant.letter_of(piece_type));
            }
        }
    }
}
