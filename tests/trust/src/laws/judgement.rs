//! Legality: what is spared by looking at the position once must not change the judgement.

use super::ensure;
use katydid::base::{Bitboard, Move, MoveKind, MoveList, Piece};
use katydid::position::{Delta, Position};
use katydid::rules::{self, GenType, Rules};
use katydid::with_rules;

fn pseudo_legal<R: Rules>(pos: &Position) -> MoveList {
    let mut all = MoveList::new();
    R::generate(pos, GenType::All, Bitboard::ALL, &mut all);
    all
}

/// A move is legal if no own king is attacked after it. Castling asks for more, and so do turns of several legs and
/// games of two boards.
pub(super) fn by_playing(pos: &Position) -> Result<(), String> {
    let has = pos.variant().rules.capabilities;
    if has.several_legs() || has.royal_capture || has.two_boards {
        return Ok(());
    }
    with_rules!(pos.variant(), R => {
        if R::immediate_end(pos).is_some() {
            return Ok(());
        }
        let check_info = R::check_info(pos);
        // Whether a drop may mate is another question.
        let no_mate = pos.variant().rules.drops.no_mate;
        let may_mate = |mv: &&Move| {
            mv.kind() != MoveKind::Drop || !mv.piece_type().is_some_and(|it| no_mate.contains(it))
        };
        let moves = pseudo_legal::<R>(pos);
        for mv in moves.iter().filter(|mv| mv.kind() != MoveKind::Castle).filter(may_mate) {
            let us = pos.side_to_move();
            let exposes = |mv: Move| {
                let after = R::play(pos, mv);
                // Where the loss of kings ends the game, the move that takes them may leave an own king attacked.
                let wins = pos.variant().rules.king_loss_ends && rules::has_lost_kings(&after, !us);
                !wins && R::is_checked(&after, us)
            };
            // A piece that comes in from the hand stops no check.
            let exposed = exposes(*mv) || mv.gated().is_some() && exposes(mv.ungated());
            let legal = R::is_legal(pos, &check_info, *mv);
            ensure!(legal != exposed, "{mv:?} is legal: {legal}; leaves a king attacked: {exposed}");
        }
    });
    Ok(())
}

/// On two boards a move is legal if the king is safe after it, and, where it stands on the board of the move, also
/// before the moved piece has gone over.
pub(super) fn on_two_boards(pos: &Position) -> Result<(), String> {
    let has = pos.variant().rules.capabilities;
    if !has.two_boards || has.side_effects || has.several_legs() || has.royal_capture {
        return Ok(());
    }
    let us = pos.side_to_move();
    with_rules!(pos.variant(), R => {
        if R::immediate_end(pos).is_some() {
            return Ok(());
        }
        let check_info = R::check_info(pos);
        let on_board = |mv: &&Move| !matches!(mv.kind(), MoveKind::Castle | MoveKind::Drop);
        for mv in pseudo_legal::<R>(pos).iter().filter(on_board) {
            let after = R::play(pos, *mv);
            let mut back = Delta::new(*after.state());
            let moved = after.at(mv.to());
            back.edit(mv.to(), moved, moved.map(Piece::crossed));
            let before = if mv.kind() == MoveKind::Shot { after.clone() } else { after.after(&back) };
            let on_b = pos.board_b().contains(mv.from());
            let mut own = before.royals(us).into_iter().filter(|king| before.board_b().contains(*king) == on_b);
            let attacked = |king| rules::receiving_attackers(&before, king, !us, before.attackers_now(king, !us)).any();
            let exposed = own.any(attacked) || R::is_checked(&after, us);
            let legal = R::is_legal(pos, &check_info, *mv);
            ensure!(legal != exposed, "{mv:?} is legal: {legal}; leaves a king attacked: {exposed}");
        }
    });
    Ok(())
}
