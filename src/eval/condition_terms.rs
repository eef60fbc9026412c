//! Terms for rifles and conditions: rifle targets, rebirth of captured pieces (Circe), captors that climb the Einstein ladder, paralysis.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::rules::conditions;
use crate::variant::{Term, Variant, term};

/// Whether a game has rifles, rebirth, captors that change type or paralysis.
pub fn matter(variant: &Variant) -> bool {
    let rules = &variant.rules;
    let conditions = &rules.conditions;
    !rules.shooters.is_empty()
        || conditions.victims_return()
        || conditions.immobilise()
        || conditions.captors_climb()
}

/// The sum of the terms for rifles and conditions, White minus Black.
pub fn condition_terms<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let rules = &pos.variant().rules;
    let rises = rules.conditions.victims_return();
    let stands = rules.conditions.immobilise();
    let climbs = rules.conditions.captors_climb();
    balance(|us| {
        let mut side = T::default();
        if !rules.shooters.is_empty() {
            side += shot_at(pos, reach, us);
        }
        if rises {
            let attacked = reach.attacked[(!us).index()];
            side += pieces(pos, rising(pos, us, attacked), term::RISES);
        }
        if climbs {
            side += climbing(pos, reach, us);
        }
        if stands {
            side += pieces(pos, conditions::immobile(pos, us), term::STANDS_STILL);
        }
        side
    })
}

/// Scores enemy pieces within reach of a rifle. Defenders are ignored: a shooter does not move, so it cannot be recaptured.
fn shot_at<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let rules = &pos.variant().rules;
    let range = rules.shooters.iter().fold(Bitboard::EMPTY, |all, piece| {
        all | reach.by_type[us.index()][piece.index()]
    });
    let shot = range & pos.capturable(!us) & !pos.royals(!us);
    let pawns = pos.pawns();
    let values = &pos.variant().values;
    let mut side = T::of(values, term::SHOT_PAWN, (shot & pawns).count() as i32);
    side += T::of(values, term::SHOT_PIECE, (shot & !pawns).count() as i32);
    side
}

/// Scores captures that would raise the captor on the Einstein ladder.
fn climbing<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let rules = &pos.variant().rules;
    let prey = pos.capturable(!us) & !pos.royals(!us);
    let mut side = T::default();
    for piece in rules.all_types() {
        if rules.ladder.moved(piece, true) == piece {
            continue;
        }
        let reached = if rules.pawn == Some(piece) {
            reach.by_pawns[us.index()]
        } else {
            reach.by_type[us.index()][piece.index()]
        };
        let steps = (reached & prey).count() as i32;
        side += T::of(&pos.variant().values, term::CLIMBS.of(piece), steps);
    }
    side
}

/// The pieces of `us` on attacked squares that would be reborn if captured, because their home square is empty.
fn rising(pos: &Position, us: Color, attacked: Bitboard) -> Bitboard {
    let homes = &pos.variant().rules.homes;
    let rises = |square: &_| {
        let piece = pos.at(*square);
        piece.is_some_and(|piece| pos.at(homes.of(piece, *square)).is_none())
    };
    let prey = pos.capturable(us) & attacked & !pos.royals(us);
    prey.into_iter().filter(rises).collect()
}

/// The sum over `pieces` of the weight of `term` for each piece's type.
fn pieces<T: Tally>(pos: &Position, pieces: Bitboard, term: Term) -> T {
    let mut side = T::default();
    for piece in pieces.into_iter().filter_map(|square| pos.at(square)) {
        side += T::of(&pos.variant().values, term.of(piece.piece_type()), 1);
    }
    side
}

#[cfg(test)]
mod tests {
    use crate::base::PieceType;
    use crate::catalogue::games;
    use crate::eval::Trace;
    use crate::rules;
    use crate::variant::term;

    #[test]
    fn what_rises_by_taking_looks_for_enemy_pieces() {
        let einstein = games().variant("einstein").unwrap();
        let climbs = |fen: &str, letter: &str| {
            let trace = Trace::of(&rules::position(&einstein, fen).unwrap());
            let piece = (0..einstein.rules.piece_types)
                .map(PieceType::new)
                .find(|piece| einstein.letter_of(*piece) == letter);
            trace.count(term::CLIMBS.of(piece.unwrap()))
        };
        let rook_and_pawn = "4k3/8/3n1n2/4P3/8/8/3R4/4K3 w - - 0 1";
        assert_eq!(climbs(rook_and_pawn, "R"), 1);
        assert_eq!(climbs(rook_and_pawn, "P"), 2);
        // A queen is at the top of the ladder and cannot rise; captures of a king do not count.
        assert_eq!(climbs("3nk3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "Q"), 0);
        assert_eq!(climbs("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "R"), 0);
    }
}
