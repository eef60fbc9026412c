//! Pawn terms that depend on other pieces too: the path of passed pawns, and space.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::{front, stop, way};
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether the pawns of a game go straight ahead. If not, terms that count pawns by file are meaningless.
pub fn matter(variant: &Variant) -> bool {
    variant.rules.straight_pawn().is_some()
}

/// The score for pawn structure, space and the paths of passed pawns, White minus Black.
pub fn pawns<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let Some(pawns) = &reach.pawns else {
        return T::default();
    };
    let space_areas = &pos.variant().tables.space_areas;
    let values = &pos.variant().values;
    let mut sum = reach.pawn_entry.structure.clone();
    sum += balance(|us| {
        let ours = pawns.pieces[us.index()];
        let space = space(reach, ours, us, space_areas[us.index()]);
        let mut side = T::of(values, term::SPACE, space);
        for square in pawns.passed(us) {
            side += way_ahead(pos, reach, us, square);
        }
        side
    });
    sum
}

/// Space: the number of squares in `area` without own pawns and not attacked by enemy pawns. A square up to three ranks behind an own
/// pawn counts twice if no enemy piece attacks it.
fn space<T: Tally>(reach: &Reach<T>, ours: Bitboard, us: Color, area: Bitboard) -> i32 {
    let them = (!us).index();
    let safe = area & !ours & !reach.by_pawns[them];
    let mut behind = ours | ours.ahead(!us);
    behind |= behind.ahead(!us).ahead(!us);
    let sheltered = safe & behind & !reach.attacked[them];
    (safe.count() + sheltered.count()) as i32
}

/// The score for a passed pawn's path to promotion: whether enemy pieces block or attack it.
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
