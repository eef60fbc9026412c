//! Dynamo: men do not capture but push and pull, and what crosses the edge is gone. A king that could be sent over
//! the edge is in check.
//!
//! - `displacement`: how a leg names the men that it displaces
//! - `generation`: which legs there are
//! - `danger`: whether a man could be sent off
//!
//! Where the men aim is worked out when the variant is compiled ([`crate::variant::Aims`]).

mod danger;
mod displacement;
mod generation;

pub use danger::can_be_pushed_off;
pub use displacement::{Displacement, Displacements, displaced};
pub use generation::{aimed_at, enemy_sent_off};

use super::castling::{CastlingWay, rights_of_square};
use super::check_info::CheckInfo;
use super::endings;
use super::interface::{GenType, Rules};
use super::outcome::Outcome;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use danger::Men;

/// The rules of Dynamo; one royal king a side.
pub struct Dynamo;

fn king(pos: &Position, color: Color) -> Square {
    // `rules::position` has made sure that each side has exactly one.
    pos.royals(color).first().unwrap_or(Square::at(0, 0))
}

/// Whether the squares that the king leaves, passes and reaches are safe on the board before the move.
fn may_castle(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    let way = CastlingWay::of_move(us, mv);
    let men = Men::of(pos);
    let mut squares = way.passed.iter().chain([&way.king.1]);
    !squares.any(|square| men.can_be_sent_off(*square, !us))
}

impl Rules for Dynamo {
    const SIDE_EFFECTS: bool = true;
    const LEGS: bool = false;

    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        generation::generate(pos, gen_type, origins, list);
    }

    fn check_info(pos: &Position) -> CheckInfo {
        let us = pos.side_to_move();
        CheckInfo {
            in_check: Self::is_checked(pos, us),
            touch: pos.variant().tables.aims.relevant(king(pos, us), !us),
            ..CheckInfo::NONE
        }
    }

    fn must_evade(pos: &Position) -> bool {
        Self::in_check(pos)
    }

    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castle && (check_info.in_check || !may_castle(pos, mv)) {
            return false;
        }
        let touches = |square: Square| check_info.touch.contains(square);
        let men = displaced(mv);
        let matters = |man: &Displacement| touches(man.from) || man.to.is_some_and(touches);
        if !check_info.in_check && !men.iter().any(matters) {
            return true;
        }
        let us = pos.side_to_move();
        let home = king(pos, us);
        let moved = men.iter().find(|man| man.from == home);
        match moved.map_or(Some(home), |man| man.to) {
            Some(king) => !Men::after(pos, &men).can_be_sent_off(king, !us),
            None => false,
        }
    }

    fn delta(pos: &Position, mv: Move) -> Delta {
        let men = displaced(mv);
        let pawn = pos.variant().rules.pawn;
        let is_pawn = |man: &Displacement| pos.at(man.from).map(Piece::piece_type) == pawn;
        let progress = men.iter().any(|man| man.to.is_none() || is_pawn(man));
        let mut delta = Delta::new(pos.state().next_turn(progress));
        let squares: Bitboard = men
            .iter()
            .flat_map(|man| [Some(man.from), man.to])
            .flatten()
            .collect();
        for square in squares {
            let arrived = men.iter().position(|man| man.to == Some(square));
            let after = arrived.and_then(|index| {
                let man = pos.at(men[index].from)?;
                // The man that promotes is the first.
                let into = mv.piece_type().filter(|_| index == 0);
                Some(into.map_or(man, |piece_type| man.with_type(piece_type)))
            });
            delta.edit(square, pos.at(square), after);
            let rights = &mut delta.state.rights;
            *rights = rights.without(rights_of_square(square));
        }
        delta
    }

    fn is_checked(pos: &Position, color: Color) -> bool {
        Men::of(pos).can_be_sent_off(king(pos, color), !color)
    }

    fn immediate_end(pos: &Position) -> Option<Outcome> {
        endings::bare_king(pos)
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        endings::mate_or_stalemate(pos, Self::in_check(pos))
    }
}
