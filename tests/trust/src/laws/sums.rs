//! Keys, sums and sets that are kept from move to move.

use super::ensure;
use crate::places::rebuilt;
use katydid::base::{Bitboard, Color, MoveKind};
use katydid::position::{Delta, Position, Rights};
use katydid::rules::{self, Rules};
use katydid::with_rules;

/// Everything that is kept is what the pieces on the board make of it.
pub(super) fn are_kept(pos: &Position) -> Result<(), String> {
    let fresh = rebuilt(pos);
    ensure!(
        pos.key() == pos.recomputed_key(),
        "the key is not that of the pieces"
    );
    ensure!(pos.key() == fresh.key(), "the key has drifted");
    ensure!(
        pos.pawn_key() == fresh.pawn_key(),
        "the pawns' key has drifted"
    );
    ensure!(
        pos.values() == fresh.values(),
        "the values are {:?}, not {:?}",
        pos.values(),
        fresh.values()
    );
    ensure!(
        pos.phase() == fresh.phase(),
        "the phase is {}, not {}",
        pos.phase(),
        fresh.phase()
    );
    ensure!(
        pos.board_b() == fresh.board_b(),
        "the set of board B has drifted"
    );
    for color in Color::ALL {
        ensure!(
            pos.by_color(color) == fresh.by_color(color),
            "the pieces of {} have drifted",
            color.name()
        );
    }
    for piece_type in pos.variant().rules.all_types() {
        ensure!(
            pos.by_type(piece_type) == fresh.by_type(piece_type),
            "a set of pieces has drifted"
        );
    }
    Ok(())
}

/// The squares of the state on which a capture en passant is legal are those of the legal moves, beside the square of a pawn that has
/// changed file, and the key is that of the position without the others.
pub(super) fn en_passant(pos: &Position) -> Result<(), String> {
    let list = rules::legal_moves(pos);
    let captures = list.iter().filter(|mv| mv.kind() == MoveKind::EnPassant);
    let squares: Bitboard = captures.map(|mv| mv.to()).collect();
    let mut state = *pos.state();
    let over = with_rules!(pos.variant(), R => R::immediate_end(pos)).is_some();
    ensure!(
        over || squares == state.legal_en_passant & pos.vacant(),
        "captures en passant are legal on {squares:?}, and the state has {:?}",
        state.legal_en_passant
    );
    state.en_passant = state.legal_en_passant;
    ensure!(
        pos.after(&Delta::new(state)).key() == pos.key(),
        "squares without a legal capture en passant are part of the key"
    );
    Ok(())
}

/// The key asked for before a move is played is that of the position after it, if the move does no more than such
/// a key can know.
pub(super) fn likely_keys(pos: &Position) -> Result<(), String> {
    let has = pos.variant().rules.capabilities;
    if has.side_effects || has.several_legs() || has.royal_capture || has.two_boards || has.drops {
        return Ok(());
    }
    for mv in &rules::legal_moves(pos) {
        if mv.kind() != MoveKind::Normal {
            continue;
        }
        let after = rules::play(pos, *mv);
        let (before, now) = (pos.state(), after.state());
        let plain = now.rights == before.rights
            && now.checks_left == before.checks_left
            && now.unmoved == before.unmoved
            && now.legal_en_passant.is_empty();
        let likely = pos.prefetch_key(mv.from(), mv.to());
        ensure!((likely == after.key()) == plain, "{mv:?}");
    }
    Ok(())
}

/// A position played in place is the one after the delta of the move, and one that passes keeps all but what its state says.
pub(super) fn in_place(pos: &Position) -> Result<(), String> {
    for mv in &rules::legal_moves(pos) {
        let mut advanced = pos.clone();
        with_rules!(pos.variant(), R => R::advance(&mut advanced, *mv));
        are_kept(&advanced)?;
        let after = pos.after(&rules::delta(pos, *mv));
        ensure!(advanced.state() == after.state(), "the state after {mv:?}");
        ensure!(advanced.fen() == after.fen(), "the pieces after {mv:?}");
        ensure!(advanced.key() == after.key(), "the key after {mv:?}");
    }
    let mut passed = pos.clone();
    passed.pass();
    are_kept(&passed)?;
    ensure!(
        passed.side_to_move() != pos.side_to_move(),
        "a null move leaves the turn where it is"
    );
    ensure!(
        passed.key() == pos.key_after_pass(),
        "the key after a null move"
    );
    Ok(())
}

/// No square is changed twice, not too many pieces go, sides keep the kings that they must have, and rights mean pieces
/// at home.
pub(super) fn deltas(pos: &Position) -> Result<(), String> {
    let rules_of = &pos.variant().rules;
    let has = rules_of.capabilities;
    let is_on = |name| {
        let mut conditions = rules_of.conditions.ids().iter();
        conditions.any(|id| rules::conditions::spec(*id).name == name)
    };
    let explodes = is_on("atomic") || is_on("atomar");
    // A capture, and a piece that finds its home occupied; a chain captures on every leg.
    let most = 2 + u32::from(is_on("breton"));
    for mv in &rules::legal_moves(pos) {
        let delta = rules::delta(pos, *mv);
        let mut squares = Bitboard::EMPTY;
        for edit in &delta.edits {
            ensure!(
                !squares.contains(edit.square),
                "{mv:?} changes {} twice",
                edit.square
            );
            ensure!(
                rules_of.board.squares().contains(edit.square),
                "{mv:?} leaves the board"
            );
            ensure!(
                pos.at(edit.square) == edit.before,
                "{mv:?} takes {} for another piece",
                edit.square
            );
            squares |= edit.square.into();
        }
        let after = pos.after(&delta);
        let many_ways = pos.variant().tables.many_ways;
        let hops_one = !rules_of
            .hurdlers
            .iter()
            .any(|piece| many_ways.contains(piece));
        let lost = pos
            .occupied()
            .count()
            .saturating_sub(after.occupied().count());
        ensure!(
            lost <= most || !hops_one || has.dynamo || has.chains || has.capture_series || explodes,
            "{mv:?} takes {lost} pieces from the board"
        );
        for color in Color::ALL {
            if !rules_of.any_kings && !has.royal_capture {
                let kings = after.royals(color).count();
                ensure!(
                    kings == 1,
                    "{mv:?} leaves {} with {kings} kings",
                    color.name()
                );
            }
            for kingside in [true, false] {
                let right = after.state().rights.has(Rights::wing(color, kingside));
                let at_home = rules_of.castling.way(color, kingside).is_some_and(|way| {
                    let kings = after.by_color(color) & after.by_types(rules_of.castling_kings);
                    after.pieces(color, way.castler).contains(way.rook.0)
                        && kings.contains(way.king.0)
                });
                ensure!(
                    !right || at_home,
                    "{mv:?} leaves a right to castle without its pieces"
                );
            }
        }
    }
    Ok(())
}
