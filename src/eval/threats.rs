//! Threats: attacked pieces that are undefended, or attacked by a pawn or a cheaper piece.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::variant::term;

/// The threat score, White minus Black.
pub fn threats<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let variant = pos.variant();
    balance(|us| {
        let (ours, theirs) = (us.index(), (!us).index());
        let prey = pos.capturable(!us) & !reach.royals[theirs];
        let non_pawns = prey & !pos.pawns();
        let values = &variant.values;
        let by_pawns = non_pawns & reach.by_pawns[ours];
        let mut side = T::of(values, term::PAWN_THREAT, by_pawns.count() as i32);
        let loose = prey & reach.attacked[ours] & !reach.attacked[theirs];
        side += T::of(values, term::HANGING, loose.count() as i32);
        let held = reach.by_pawns[theirs] | reach.doubly[theirs] & !reach.doubly[ours];
        let contested = reach.attacked[ours] & reach.attacked[theirs] & !held;
        side += T::of(values, term::CONTESTED, contested.count() as i32);
        side += push_threats(pos, reach, us, non_pawns & !by_pawns);
        side += hits(pos, reach, us, non_pawns, held);
        side
    })
}

/// Counts the enemy non-pawn pieces that a pawn of `us` could attack after a safe step forward.
fn push_threats<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, non_pawns: Bitboard) -> T {
    let Some(pawns) = &reach.pawns else {
        return T::default();
    };
    let (ours, theirs) = (us.index(), (!us).index());
    let lost = reach.by_pawns[theirs] | reach.attacked[theirs] & !reach.attacked[ours];
    let steps = pawns.pieces[ours].ahead(us) & pos.vacant() & !lost;
    let next = steps.ahead(us);
    let targets = (next.east() | next.west()) & non_pawns;
    let values = &pos.variant().values;
    T::of(values, term::PUSH_THREAT, targets.count() as i32)
}

/// Scores attacked enemy non-pawn pieces: those outside `held` (the strongly defended squares), and those attacked by a clearly cheaper
/// non-pawn piece.
fn hits<T: Tally>(
    pos: &Position,
    reach: &Reach<T>,
    us: Color,
    non_pawns: Bitboard,
    held: Bitboard,
) -> T {
    let values = &pos.variant().values;
    let hit = non_pawns & reach.attacked[us.index()];
    if hit.is_empty() {
        return T::default();
    }
    let by_type = &reach.by_type[us.index()];
    let mut side = T::default();
    let mut pressed = Bitboard::EMPTY;
    // From the cheapest type to the dearest. A branch on whether a type is attacked would be mispredicted, so there is none.
    let mut by_cheaper = Bitboard::EMPTY;
    let mut counted = 0;
    for non_pawn in &values.non_pawns_by_worth {
        for other in &values.non_pawns_by_worth[counted..non_pawn.cheaper] {
            by_cheaper |= by_type[other.piece.index()];
        }
        counted = non_pawn.cheaper;
        let pieces = hit & pos.by_type(non_pawn.piece);
        let loose = (pieces & !held).count() as i32;
        side += T::of(values, term::ATTACKED.of(non_pawn.piece), loose);
        pressed |= pieces & by_cheaper;
    }
    side += T::of(values, term::PRESSED, pressed.count() as i32);
    side
}
