//! Estimates how close a position inside a turn is to mate; the search for a winning turn expands the closest positions first.

use crate::base::{Bitboard, Color, Square};
use crate::position::Position;

/// Points for each flight square of the enemy king.
const FLIGHT: i32 = -40;
/// Points for each own non-pawn piece, the king aside, per king step of distance from the enemy king.
const DISTANCE: i32 = -2;
/// Points for each own piece that attacks a square beside the enemy king.
const NEAR: i32 = 6;
/// Points for each leg made in the turn so far: positions with more legs left are worth more.
const LEG: i32 = -6;
/// Points for each rank that a pawn has advanced, if it can promote in this turn.
const ADVANCE: i32 = 7;
/// The material, in centipawns, that counts as one point.
const MATERIAL_DIVISOR: i32 = 40;

/// The priority of a position inside a turn, in points; higher means closer to mate.
pub fn points(pos: &Position) -> i32 {
    let us = pos.side_to_move();
    let Some(king) = pos.royals(!us).first() else {
        return 0;
    };
    let state = pos.state();
    let legs = i32::from(state.turn_length) - i32::from(state.legs_left);
    flights(pos, king, us) + approach(pos, king, us) + LEG * legs
}

/// Points for the enemy king's flight squares, and for own pieces that attack the squares around it.
fn flights(pos: &Position, king: Square, us: Color) -> i32 {
    let ring =
        Bitboard::from(king).grown() & pos.variant().rules.board.squares() & !Bitboard::from(king);
    // Once the king moves, it no longer blocks lines to the squares behind it.
    let occupied = pos.occupied() & !Bitboard::from(king);
    let mut points = 0;
    let mut near = Bitboard::EMPTY;
    for square in ring {
        let attackers = pos.attackers(square, us, occupied, pos.by_color(us));
        near |= attackers;
        if attackers.is_empty() && !pos.by_color(!us).contains(square) {
            points += FLIGHT;
        }
    }
    points + NEAR * near.count() as i32
}

/// Points for the values of own pieces and their distances from the enemy king, and for pawns that can promote in this turn.
fn approach(pos: &Position, king: Square, us: Color) -> i32 {
    let variant = pos.variant();
    let left = u32::from(pos.state().legs_left);
    let mut points = 0;
    for square in pos.by_color(us) & !pos.royals(us) {
        let Some(piece_type) = pos.at(square).map(crate::base::Piece::piece_type) else {
            continue;
        };
        let files = square.file().abs_diff(king.file());
        let ranks = square.rank().abs_diff(king.rank());
        if variant.rules.pawns.contains(piece_type) {
            let rank = u32::from(square.rank());
            let most = u32::from(variant.rules.ranks) - 1;
            let to_go = match us {
                Color::White => most - rank.min(most),
                Color::Black => rank,
            };
            if to_go <= left {
                points += ADVANCE * (most - to_go) as i32;
            }
        } else {
            points += DISTANCE * i32::from(files.max(ranks));
            points += variant.values.piece_types[piece_type.index()].mg() / MATERIAL_DIVISOR;
        }
    }
    points
}
