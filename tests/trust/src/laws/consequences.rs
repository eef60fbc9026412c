//! What is reported of a leg is what it does, and every text made from it is read again.

use super::ensure;
use katydid::base::{MoveKind, Piece, Square};
use katydid::position::Position;
use katydid::problem::Notation;
use katydid::rules;

/// The consequences of a leg, carried out one by one on the board before it, make the board after it.
pub fn make_the_board(pos: &Position) -> Result<(), String> {
    for mv in &rules::legal_moves(pos) {
        let leg = rules::leg_text(pos, *mv);
        let mut board: Vec<Option<Piece>> = Square::all().map(|square| pos.at(square)).collect();
        let list = rules::consequences(pos, *mv);
        // A king that castles can arrive where the rook stands: both go at once.
        let castles = mv.kind() == MoveKind::Castle && !mv.is_pass();
        let together = if castles { 2 } else { 1 };
        let (first, rest) = list.split_at(together.min(list.len()));
        for group in std::iter::once(first).chain(rest.chunks(1)) {
            for what in group {
                if let (Some((square, piece)), _) = what.change() {
                    let found = board[square.index()].take();
                    ensure!(found == Some(piece), "{leg}: {what:?} finds {found:?}");
                }
            }
            for what in group {
                if let (_, Some((square, piece))) = what.change() {
                    let found = board[square.index()].replace(piece);
                    ensure!(found.is_none(), "{leg}: {what:?} lands on {found:?}");
                }
            }
        }
        let next = rules::play(pos, *mv);
        // That neutral pieces change hands is no consequence of the move.
        let handed_over = |piece: Piece| {
            if pos.variant().is_neutral(piece) {
                piece.of(next.side_to_move())
            } else {
                piece
            }
        };
        let mut wrong = Square::all()
            .filter(|square| board[square.index()].map(handed_over) != next.at(*square));
        if let Some(square) = wrong.next() {
            return Err(format!("{leg}: other pieces on {square}"));
        }
    }
    Ok(())
}

/// A leg is found by its text with effects, and each of its side effects stands in the text of a problem, walls and exchanged roles aside.
pub fn are_written(pos: &Position) -> Result<(), String> {
    for mv in &rules::legal_moves(pos) {
        let name = rules::leg_with_effects(pos, *mv);
        let read = rules::leg_of_san(pos, &name);
        ensure!(read.as_ref() == Ok(mv), "{name} is read as {read:?}");
        let text = Notation::default().leg(pos, *mv, None);
        let has_effects = !rules::side_effects(pos, *mv).is_empty();
        let written = text.contains('[') || text.contains('=');
        // Walls that moves leave follow from the rules, and so does what an exchange of roles does.
        let leaves_wall = rules::play(pos, *mv).walls().count() > pos.walls().count();
        ensure!(
            !has_effects || written || leaves_wall || mv.is_pass(),
            "{name} is written {text}"
        );
    }
    Ok(())
}
