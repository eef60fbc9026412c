//! Gating: a piece in hand comes to the square that a piece leaves with its first move (Seirawan Chess).
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("seirawan").unwrap());
//! let next = rules::play_text(&start, "g1f3h").unwrap();
//! assert!(next.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBHR[Ehe] b KQBCDFkqbcdfg - 1 1"));
//! ```

use super::draft::{Draft, Veto};
use crate::base::{Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::{Delta, Position};

/// Adds to the moves of a list, from index `first` on, those in which a piece comes from the hand besides.
#[inline(never)]
pub fn add_moves(pos: &Position, first: usize, list: &mut MoveList) {
    let us = pos.side_to_move();
    let unmoved = pos.state().unmoved & pos.by_color(us);
    let hand = pos.hand(us);
    if unmoved.is_empty() || hand.is_empty() {
        return;
    }
    let rules = &pos.variant().rules;
    let comes_to = |held: PieceType, square: Square| {
        unmoved.contains(square) && rules.drop_region(us, held).contains(square)
    };
    for index in first..list.len() {
        let mv = list[index];
        let leaves = matches!(
            mv.kind(),
            MoveKind::Normal | MoveKind::MultiStep | MoveKind::Castle
        );
        if !leaves || mv.from() == mv.to() {
            continue;
        }
        for (held, _) in hand.iter() {
            if comes_to(held, mv.from()) {
                list.push(mv.gating(held));
            }
            if mv.kind() == MoveKind::Castle && comes_to(held, square_of_rook(pos, mv)) {
                list.push(mv.gating_at_rook(held));
            }
        }
    }
}

/// The square that the castling piece leaves.
fn square_of_rook(pos: &Position, mv: Move) -> Square {
    let castling = &pos.variant().rules.castling;
    castling.of_move(pos.side_to_move(), mv).rook.0
}

/// The square to which a piece comes from the hand.
pub fn square(pos: &Position, mv: Move) -> Square {
    if mv.gates_at_rook() {
        square_of_rook(pos, mv)
    } else {
        mv.from()
    }
}

/// Puts the piece from the hand on the board, after all other consequences of a leg. Returns its square and the piece.
///
/// # Errors
/// `Veto` if the square is not empty any more.
#[cold]
pub fn enter(draft: &mut Draft<'_>, mv: Move, held: PieceType) -> Result<(Square, Piece), Veto> {
    let square = square(draft.pos, mv);
    if draft.at(square).is_some() {
        return Err(Veto);
    }
    let piece = Piece::new(draft.pos.side_to_move(), held);
    draft.set(square, Some(piece));
    Ok((square, piece))
}

/// Removes the marks of pieces that have moved, and those of a side that has nothing left to bring in.
#[cold]
pub fn remove_marks(pos: &Position, mv: Move, delta: &mut Delta) {
    let us = pos.side_to_move();
    if !mv.is_pass() {
        delta.state.unmoved &= !(delta.squares() | mv.from().into() | mv.to().into());
    }
    if !pos.variant().rules.drops.captures && delta.state.unmoved.intersects(pos.by_color(us)) {
        let left = delta.hands.iter().filter(|edit| edit.color == us);
        let hand = left.fold(pos.hand(us), |hand, edit| {
            hand.with(edit.piece_type, edit.count)
        });
        if hand.is_empty() {
            delta.state.unmoved &= !pos.by_color(us);
        }
    }
}
