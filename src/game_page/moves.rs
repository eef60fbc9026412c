//! Diagrams of how a piece moves, computed from its move tables on a sample position.

use super::pushes::pushes;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::Direction;
use crate::rules::pushes_and_pulls;
use crate::variant::Variant;
use std::sync::Arc;

/// A piece on a board, alone or with pieces to hop over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveDiagram {
    /// The square of the piece.
    pub from: Square,
    /// The squares of other pieces, of any kind, which can be hopped over or captured.
    pub others: Bitboard,
    /// The targets of its moves without capture.
    pub moves: Bitboard,
    /// The squares on which it can capture.
    pub captures: Bitboard,
    /// The departure and arrival squares of pieces that are pushed or pulled; `None` is over the edge.
    pub arrows: Vec<(Square, Option<Square>)>,
    /// The caption of the diagram.
    pub caption: &'static str,
}

/// The diagrams of a White piece: on the empty board, and with other pieces around it if it then has additional moves.
pub fn move_diagrams(variant: &Arc<Variant>, piece_type: PieceType) -> Vec<MoveDiagram> {
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
        let (moves, captures) = (diagrams[0].moves, diagrams[0].captures);
        // A capture on a square to which the lone piece can only move counts as new, too.
        let fresh =
            |diagram: &MoveDiagram| (diagram.moves & !moves | diagram.captures & !captures).count();
        let useful = more
            .filter(|diagram| fresh(diagram) > 0)
            // `max_by_key` takes the last of equal maxima.
            .max_by_key(fresh);
        diagrams.extend(useful);
    }
    if pushes_and_pulls(variant) {
        diagrams.extend(displacements(variant, piece_type, from));
    }
    diagrams
}

/// The diagram of an enemy piece that is pushed and pulled.
fn displacements(
    variant: &Arc<Variant>,
    piece_type: PieceType,
    from: Square,
) -> Option<MoveDiagram> {
    let (other, goals) = pushes(variant, piece_type, from)?;
    Some(MoveDiagram {
        from,
        others: other.into(),
        moves: Bitboard::EMPTY,
        captures: Bitboard::EMPTY,
        arrows: goals.into_iter().map(|to| (other, to)).collect(),
        caption: "an enemy piece, pushed and pulled",
    })
}

/// A square near the middle from which the piece can move; for pawns on a lower rank.
fn stand(variant: &Variant, piece_type: PieceType) -> Square {
    let rules = &variant.rules;
    let rank = if rules.pawn == Some(piece_type) {
        1
    } else {
        (rules.ranks - 1) / 2
    };
    // On a cylinder the piece stands at the edge, to show that moves go round.
    let file = if rules.capabilities.wraps {
        0
    } else {
        (rules.files - 1) / 2
    };
    let wished = Square::at(file, rank);
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

/// The squares at the given distances in the eight directions of a queen.
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
) -> MoveDiagram {
    let board = variant.rules.board.squares();
    let tables = variant.moves_of(Piece::new(Color::White, piece_type));
    let mut quiet = tables.quiet.targets(from, others) & !others;
    // The movement of orthodox pawns does not include the double step.
    let rules = &variant.rules;
    if rules.double_step
        && rules.rank_pawn == Some(piece_type)
        && from.rank() == 1
        && let Some(two) = from.offset(0, 2)
        && !(Bitboard::from(two) | Bitboard::from(Square::at(from.file(), 2))).intersects(others)
    {
        quiet |= Bitboard::from(two);
    }
    let free = &variant.tables.free[Color::White.index()].moves;
    let first = free.iter().filter(|moves| moves.piece_type == piece_type);
    for moves in first.filter(|moves| moves.from.contains(from)) {
        quiet |= moves.targets.targets(from, others) & !others;
    }
    let capture = if pushes_and_pulls(variant) {
        Bitboard::EMPTY
    } else {
        tables.capture.targets(from, others)
    };
    MoveDiagram {
        from,
        others,
        moves: quiet & board,
        captures: capture & board,
        arrows: Vec::new(),
        caption,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;

    fn of(game: &str, letter: &str) -> Vec<MoveDiagram> {
        let variant = games().variant(game).expect("a game");
        let piece_type = variant.type_of_letter(letter).expect("a piece");
        move_diagrams(&variant, piece_type)
    }

    fn squares(names: &str) -> Bitboard {
        let squares = names.split(' ').map(str::parse::<Square>);
        squares.fold(Bitboard::EMPTY, |all, square| {
            all | Bitboard::from(square.expect("a square"))
        })
    }

    #[test]
    fn a_grasshopper_needs_pieces_and_lands_behind_them() {
        let [empty, hops] = &of("ag", "A")[..] else {
            panic!("two diagrams");
        };
        assert!(empty.moves.is_empty() && empty.from == Square::at(3, 3));
        assert_eq!(hops.others.count(), 8);
        assert_eq!(hops.moves.count(), 8, "{hops:?}");
        assert!(hops.moves.contains(Square::at(6, 6)));
    }

    #[test]
    fn pawns_move_and_capture_differently() {
        let [pawn] = &of("chess", "P")[..] else {
            panic!("one diagram");
        };
        assert_eq!(pawn.from, Square::at(3, 1));
        assert_eq!(pawn.moves, squares("d3 d4"));
        assert_eq!(pawn.captures, squares("c3 e3"));
    }

    #[test]
    fn every_piece_of_every_game_moves_in_some_diagram() {
        for name in games().names() {
            let variant = games().variant(&name).expect("a game");
            for piece_type in variant.rules.all_types() {
                let shown = move_diagrams(&variant, piece_type);
                let moves = shown
                    .iter()
                    .any(|diagram| (diagram.moves | diagram.captures).any());
                assert!(moves, "{name} {}", variant.letter_of(piece_type));
            }
        }
    }

    #[test]
    fn captures_over_a_piece_and_ways_round_the_board_are_shown() {
        let [_, over] = &of("andernach-leo", "J")[..] else {
            panic!("a diagram for the captures of a Leo");
        };
        assert!(over.captures.any());
        let rook = &of("cylinder", "R")[0];
        assert_eq!(rook.from.file(), 0);
        assert!(rook.moves.contains(Square::at(7, rook.from.rank())));
    }
}
