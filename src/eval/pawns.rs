//! "Passed pawns must be pushed", doubled and isolated ones are weak.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::front;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square, Value};
use crate::position::Position;
use crate::variant::{RuleSet, term};

/// The pawn structure, White minus Black.
pub fn structure<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let Some(pawns) = &reach.pawns else {
        return T::default();
    };
    let camps = &pos.variant().tables.camps;
    balance(|us| {
        let ours = pawns.men[us.index()];
        let their_front = pawns.front[(!us).index()];
        let free = pawns.never_attacked_by(!us) & !their_front;
        let behind_own = front(ours, !us);
        let files = pawns.files[us.index()];
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let guards = reach.by_pawns[us.index()];
        let beside = ours.east() | ours.west();
        // An enemy pawn attacks the square of their next step, and no pawn of ours can ever come to protect it.
        let held_up = reach.by_pawns[(!us).index()].ahead(!us) & ours;
        let held_up = held_up & neighbours & !front(beside, us) & !beside;
        let backward = held_up.count() as i32;
        let weak = (held_up | ours & !neighbours) & !their_front & !behind_own;
        let rules = &pos.variant().rules;
        let chained: Value = (ours & (beside | guards))
            .into_iter()
            .map(|pawn| way(rules, us, pawn))
            .sum();
        let values = &pos.variant().values;
        let mut side = T::of(values, term::DOUBLED_PAWN, doubled);
        side += T::of(values, term::ISOLATED_PAWN, isolated);
        side += T::of(
            values,
            term::SPACE,
            space(reach, ours, us, camps[us.index()]),
        );
        side += T::of(values, term::BACKWARD_PAWN, backward);
        side += T::of(values, term::WEAK_OPEN_PAWN, weak.count() as i32);
        side += T::of(values, term::CHAIN_STEP, chained);
        side += T::of(values, term::PHALANX_PAWN, (ours & beside).count() as i32);
        side += T::of(values, term::SUPPORTED_PAWN, (ours & guards).count() as i32);
        let passed = ours & free & !behind_own;
        for square in passed {
            side += passer(pos, reach, us, square);
        }
        let guarded = (passed & guards).count() as i32;
        side += T::of(values, term::PASSED_GUARDED, guarded);
        side
    })
}

/// Safe squares in the middle files of the own camp; those count twice that lie up to three squares behind a pawn and that no
/// enemy looks at.
fn space<T: Tally>(reach: &Reach<T>, ours: Bitboard, us: Color, camp: Bitboard) -> i32 {
    let them = (!us).index();
    let safe = camp & !ours & !reach.by_pawns[them];
    let mut behind = ours | ours.ahead(!us);
    behind |= behind.ahead(!us).ahead(!us);
    let sheltered = safe & behind & !reach.attacked[them];
    (safe.count() + sheltered.count()) as i32
}

/// How many ranks a pawn stands beyond the second rank of its side.
fn way(rules: &RuleSet, us: Color, pawn: Square) -> Value {
    let rank = match us {
        Color::White => pawn.rank(),
        Color::Black => rules.ranks - 1 - pawn.rank(),
    };
    Value::from(rank.saturating_sub(1))
}

/// What one passed pawn is worth beyond its square.
fn passer<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, square: Square) -> T {
    let forward = match us {
        Color::White => 1,
        Color::Black => -1,
    };
    let way = way(&pos.variant().rules, us, square);
    let values = &pos.variant().values;
    let mut worth = T::of(values, term::PASSED_PAWN, way * way);
    worth += T::of(values, term::PASSED_STEP, way);
    let board = pos.variant().rules.board.squares();
    let stop = square.offset(0, forward);
    let Some(stop) = stop.filter(|stop| board.contains(*stop)) else {
        return worth;
    };
    let enemies = pos.by_color(!us);
    if enemies.contains(stop) {
        worth += T::of(values, term::PASSED_BLOCKED, way * way);
    }
    let path = front(Bitboard::from(square), us) & board;
    if !path.intersects(enemies | reach.attacked[(!us).index()]) {
        worth += T::of(values, term::PASSED_CLEAR, way * way);
    }
    if pos.at(stop).is_none() && !reach.attacked[(!us).index()].contains(stop) {
        worth += T::of(values, term::PASSED_FREE, way * way);
    }
    let kings = [us, !us].map(|side| {
        let kings = pos.royals(side).into_iter();
        let steps = kings.map(|king| king.steps_to(stop)).min();
        steps.map(Value::from)
    });
    if let [Some(ours), Some(theirs)] = kings {
        let nearer = (theirs - ours).clamp(-4, 4);
        worth += T::of(values, term::PASSED_ESCORT, way * nearer);
    }
    worth
}
