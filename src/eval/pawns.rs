//! "Passed pawns must be pushed", doubled and isolated ones are weak.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::{Pawns, front};
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square, Value};
use crate::position::Position;
use crate::variant::{RuleSet, Variant, term};

/// The pawn structure, White minus Black.
pub fn structure<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let Some(pawns) = &reach.pawns else {
        return T::default();
    };
    let camps = &pos.variant().tables.camps;
    let values = &pos.variant().values;
    let mut sum = reach.skeleton.structure.clone();
    sum += balance(|us| {
        let ours = pawns.men[us.index()];
        let space = space(reach, ours, us, camps[us.index()]);
        let mut side = T::of(values, term::SPACE, space);
        for square in pawns.passed(us) {
            side += way_ahead(pos, reach, us, square);
        }
        side
    });
    sum
}

/// What of the pawn structure pawns and royal men alone tell, White minus Black.
pub fn skeleton<T: Tally>(variant: &Variant, pawns: &Pawns, royals: [Bitboard; 2]) -> T {
    let rules = &variant.rules;
    let values = &variant.values;
    balance(|us| {
        let ours = pawns.men[us.index()];
        let their_front = pawns.front[(!us).index()];
        let behind_own = front(ours, !us);
        let files = pawns.files[us.index()];
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let guards = pawns.guards[us.index()];
        let beside = ours.east() | ours.west();
        // An enemy pawn attacks the square of their next step, and no pawn of ours can ever come to protect it.
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

/// The square ahead of a pawn, if there is one.
fn stop(rules: &RuleSet, us: Color, pawn: Square) -> Option<Square> {
    let forward = match us {
        Color::White => 1,
        Color::Black => -1,
    };
    let stop = pawn.offset(0, forward);
    stop.filter(|stop| rules.board.squares().contains(*stop))
}

/// What one passed pawn is worth beyond its square, wherever the other men stand.
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

/// What the way ahead of a passed pawn is worth, by what stands on it and attacks it.
fn way_ahead<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, square: Square) -> T {
    let rules = &pos.variant().rules;
    let values = &pos.variant().values;
    let mut worth = T::default();
    let Some(stop) = stop(rules, us, square) else {
        return worth;
    };
    let way = way(rules, us, square);
    let enemies = pos.by_color(!us);
    let attacked = reach.attacked[(!us).index()];
    if enemies.contains(stop) {
        worth += T::of(values, term::PASSED_BLOCKED, way * way);
    }
    let path = front(Bitboard::from(square), us) & rules.board.squares();
    if !path.intersects(enemies | attacked) {
        worth += T::of(values, term::PASSED_CLEAR, way * way);
    }
    if pos.at(stop).is_none() && !attacked.contains(stop) {
        worth += T::of(values, term::PASSED_FREE, way * way);
    }
    worth
}
