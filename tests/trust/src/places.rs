//! Positions to try laws in: random games and random set-ups.

use katydid::base::{Color, Move, Piece, PieceType, Square};
use katydid::position::{Delta, HandEdit, Position, State};
use katydid::rules;
use katydid::variant::{Placing, Variant};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;

/// A move of a random game: captures more often than chance would have them, so that games get somewhere.
/// `None` if there is no legal move.
pub fn random_move(pos: &Position, rng: &mut ChaCha8Rng) -> Option<Move> {
    let list = rules::legal_moves(pos);
    if list.is_empty() {
        return None;
    }
    let captures: Vec<Move> = list
        .iter()
        .copied()
        .filter(|mv| rules::is_capture(pos, *mv))
        .collect();
    let list = if !captures.is_empty() && rng.random_ratio(1, 3) {
        &captures[..]
    } else {
        &list[..]
    };
    Some(list[rng.random_range(0..list.len())])
}

/// A random position of a game, if the dice give a legal one within some tries: a few pieces anywhere, kings at home
/// or anywhere.
pub fn random_setup(variant: &Arc<Variant>, rng: &mut ChaCha8Rng) -> Option<Position> {
    (0..50).find_map(|_| rules::position(variant, &random_fen(variant, rng)).ok())
}

fn random_fen(variant: &Variant, rng: &mut ChaCha8Rng) -> String {
    let has = variant.rules.capabilities;
    let mut pieces: Vec<Option<Piece>> = vec![None; Square::COUNT];
    let squares: Vec<Square> = variant.rules.board.squares().into_iter().collect();
    let anywhere = |rng: &mut ChaCha8Rng| squares[rng.random_range(0..squares.len())];
    let others: Vec<PieceType> = variant
        .rules
        .all_types()
        .filter(|piece| !variant.rules.royals.contains(*piece))
        .collect();
    if !others.is_empty() {
        for _ in 0..rng.random_range(3..19) {
            let piece = others[rng.random_range(0..others.len())];
            let color = Color::ALL[rng.random_range(0..2)];
            let mut piece = Piece::new(color, piece);
            if has.neutrals && rng.random_ratio(1, 4) {
                piece = piece.apart();
            }
            pieces[anywhere(rng).index()] = Some(piece);
        }
        // Where each turn moves a wall there is only one.
        let is_duck = |piece: Piece| Some(piece.piece_type()) == variant.rules.wall;
        let ducks = pieces.iter_mut().filter(|piece| piece.is_some_and(is_duck));
        if variant.rules.placing == Placing::Duck {
            ducks.skip(1).for_each(|duck| *duck = None);
        }
    }
    for color in Color::ALL {
        let first_rank = if color == Color::White {
            0
        } else {
            variant.rules.ranks - 1
        };
        for king in variant.rules.royals.iter() {
            let king = Piece::new(color, king);
            match variant.rules.castling.castler(color, true) {
                Some(rook) if rng.random() => {
                    for (file, piece) in [
                        (4, king),
                        (0, Piece::new(color, rook)),
                        (7, Piece::new(color, rook)),
                    ] {
                        pieces[Square::at(file, first_rank).index()] = Some(piece);
                    }
                }
                _ => pieces[anywhere(rng).index()] = Some(king),
            }
        }
    }
    let placement = placement(variant, &pieces, |_| true);
    let placement = if has.two_boards {
        let on_b: Vec<bool> = pieces.iter().map(|_| rng.random_ratio(1, 3)).collect();
        format!(
            "{}|{}",
            self::placement(variant, &pieces, |at| !on_b[at]),
            self::placement(variant, &pieces, |at| on_b[at])
        )
    } else if has.drops {
        format!("{placement}[]")
    } else {
        placement
    };
    let turn = ['w', 'b'][rng.random_range(0..2)];
    let castling = if variant.rules.castling.exists() {
        "KQkq"
    } else {
        "-"
    };
    format!("{placement} {turn} {castling} - 0 1")
}

/// The placement field of a FEN with the pieces of some squares.
fn placement(
    variant: &Variant,
    pieces: &[Option<Piece>],
    stands: impl Fn(usize) -> bool,
) -> String {
    let rank = |rank: u8| -> String {
        let square = |file: u8| {
            let at = Square::at(file, rank);
            if !variant.rules.board.squares().contains(at) {
                return "*".to_owned();
            }
            let piece = pieces[at.index()].filter(|_| stands(at.index()));
            piece.map_or("1".to_owned(), |piece| {
                variant.letter_of_piece(piece) + variant.mark_of(piece)
            })
        };
        (0..variant.rules.files).map(square).collect()
    };
    let ranks: Vec<String> = (0..variant.rules.ranks).rev().map(rank).collect();
    ranks.join("/")
}

/// The same position put together anew, so that keys, sums and sets are made from nothing.
pub fn rebuilt(pos: &Position) -> Position {
    copied(
        pos,
        *pos.state(),
        |square, piece| (square, piece),
        |color| color,
    )
}

/// The position with each piece, each side's hand and the state made into others.
pub(crate) fn copied(
    pos: &Position,
    state: State,
    placed: impl Fn(Square, Piece) -> (Square, Piece),
    side: impl Fn(Color) -> Color,
) -> Position {
    let mut copy = Position::empty(pos.variant());
    for square in pos.occupied() {
        if let Some(piece) = pos.at(square) {
            let (to, piece) = placed(square, piece);
            let mut delta = Delta::new(state);
            delta.edit(to, None, Some(piece));
            copy.apply(&delta);
        }
    }
    for color in Color::ALL {
        for (piece_type, count) in pos.hand(color).iter() {
            let mut delta = Delta::new(state);
            delta.hands.push(HandEdit {
                color: side(color),
                piece_type,
                count,
            });
            copy.apply(&delta);
        }
    }
    copy.apply(&Delta::new(state));
    copy
}
