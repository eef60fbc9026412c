//! Pawn structure: doubled, isolated, backward, connected and passed pawns. The score depends on pawns and kings alone, so that the
//! pawn hash table can cache it.

use super::balance::balance;
use super::pawn_sets::{Pawns, front, stop, way};
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square, Value};
use crate::variant::{Variant, term};

/// The pawn structure score, White minus Black.
pub fn structure<T: Tally>(variant: &Variant, pawns: &Pawns, royals: [Bitboard; 2]) -> T {
    let rules = &variant.rules;
    let values = &variant.values;
    balance(|us| {
        let ours = pawns.pieces[us.index()];
        let their_front = pawns.front[(!us).index()];
        let behind_own = front(ours, !us);
        let files = pawns.files[us.index()];
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let guards = pawns.guards[us.index()];
        let beside = ours.east() | ours.west();
        // A pawn is backward if an enemy pawn attacks its stop square and no own pawn can ever protect it.
        let held_up = pawns.guards[(!us).index()].ahead(!us) & ours;
        let held_up = held_up & neighbours & !front(beside, us) & !beside;
        let backward = held_up.count() as i32;
        let weak = (held_up | ours & !neighbours) & !their_front & !behind_own;
        let chained: Value = (ours & (beside | guards))
            .into_iter()
            .map(|pawn| way(rules, us, pawn))
            .sum();
        let mut side = T::of(values, term::DOUBLED_PAWN, doubled);
        side += T::of(values, term::ISOLATED_PAWN, isolated);
        side += T::of(values, term::BACKWARD_PAWN, backward);
        side += T::of(values, term::WEAK_OPEN_PAWN, weak.count() as i32);
        side += T::of(values, term::CHAIN_STEP, chained);
        side += T::of(values, term::PHALANX_PAWN, (ours & beside).count() as i32);
        side += T::of(values, term::SUPPORTED_PAWN, (ours & guards).count() as i32);
        let passed = pawns.passed(us);
        for square in passed {
            side += passer(variant, royals, us, square);
        }
        let guarded = (passed & guards).count() as i32;
        side += T::of(values, term::PASSED_GUARDED, guarded);
        side
    })
}

/// The bonus of one passed pawn: by its rank, and by how much nearer its stop square is to the own king than to the enemy king.
fn passer<T: Tally>(variant: &Variant, royals: [Bitboard; 2], us: Color, square: Square) -> T {
    let values = &variant.values;
    let way = way(&variant.rules, us, square);
    let mut worth = T::of(values, term::PASSED_PAWN, way * way);
    worth += T::of(values, term::PASSED_STEP, way);
    let Some(stop) = stop(&variant.rules, us, square) else {
        return worth;
    };
    let kings = [us, !us].map(|side| {
        let kings = royals[side.index()].into_iter();
        let steps = kings.map(|king| king.steps_to(stop)).min();
        steps.map(Value::from)
    });
    if let [Some(ours), Some(theirs)] = kings {
        let nearer = (theirs - ours).clamp(-4, 4);
        worth += T::of(values, term::PASSED_ESCORT, way * nearer);
    }
    worth
}
