//! Attacks and checks against the moves that are generated.

use super::ensure;
use katydid::base::{Bitboard, MoveKind, MoveList};
use katydid::position::Position;
use katydid::problem::passed;
use katydid::rules::{self, GenType, Rules};
use katydid::variant::MoveKinds;
use katydid::with_rules;

/// Moves that are said not to give check give none.
pub(super) fn checks(pos: &Position) -> Result<(), String> {
    let them = !pos.side_to_move();
    with_rules!(pos.variant(), R => {
        if pos.variant().rules.capabilities.several_legs() || R::is_checked(pos, them) {
            return Ok(());
        }
        let watch = R::check_watch(pos);
        for mv in &rules::legal_moves(pos) {
            let checks = R::is_checked(&R::play(pos, *mv), them);
            ensure!(!checks || R::can_give_check(pos, &watch, *mv), "{mv:?} gives check and is said not to");
        }
    });
    Ok(())
}

/// In games whose movements alone decide which pieces are attacked, and which captures are legal, the pieces that a side attacks are those that its generated
/// moves reach, kings included.
pub(super) fn generation(pos: &Position) -> Result<(), String> {
    let rules_of = &pos.variant().rules;
    let has = rules_of.capabilities;
    let vetoed = rules_of.conditions.may_veto(MoveKinds::CAPTURE);
    // Pawns that could become nothing attack what they cannot take, and so does whoever has to drop a piece.
    let kept = rules_of.promotion_limits.is_some() || rules_of.drops.compulsory;
    // What goes on after a capture takes what it did not attack.
    let goes_on = has.capture_series;
    if rules_of.judges_whole_board || vetoed || kept || goes_on || has.dynamo || has.several_legs()
    {
        return Ok(());
    }
    // Both sides' attacks, each as the side to move.
    for pos in [pos.clone(), passed(pos)] {
        let us = pos.side_to_move();
        let mut noisy = MoveList::new();
        with_rules!(pos.variant(), R => R::generate(&pos, GenType::Noisy, Bitboard::ALL, &mut noisy));
        let reached: Bitboard = noisy
            .iter()
            .filter(|mv| mv.kind() != MoveKind::EnPassant && pos.by_color(!us).contains(mv.to()))
            .map(|mv| mv.to())
            .collect();
        for square in pos.capturable(!us) {
            let attacked = pos.is_attacked(square, us);
            let taken = reached.contains(square);
            ensure!(
                attacked == taken,
                "{square} is attacked by {}: {attacked}; can be taken: {taken}",
                us.name()
            );
        }
    }
    Ok(())
}
