//! "You cannot win that": how much of a lead counts for a side that is left with too little to mate.
//!
//! It speaks where a bare king and a single weak piece draw at once and turns are single moves, so that material has to mate. The
//! shares follow the scale factors of engines of chess (Stockfish has such).

use crate::base::{Bitboard, Color, PieceType, Value};
use crate::position::Position;

/// The share that leaves a lead as it is; shares are 64ths.
pub const WHOLE_LEAD: Value = 64;

/// The share of a lead that can hardly be turned into mate.
const HOPELESS: Value = 4;

/// The share of a lead without pawns that is one weak piece at most.
const SLIGHT: Value = 14;

/// The share of a lead where either side has one non-pawn piece, and these keep to different shades.
const OPPOSITE_SHADES: Value = 36;

/// How much of a lead of a side counts, from 0 to [`WHOLE_LEAD`].
#[inline(always)]
pub fn scale_factor(pos: &Position, us: Color) -> Value {
    let rules = &pos.variant().rules;
    let material_mates =
        rules.has_dead_positions && !rules.dead.is_empty() && !rules.capabilities.schedule;
    if !material_mates || rules.capabilities.drops {
        return WHOLE_LEAD;
    }
    let ours = pos.non_pawns(us);
    if !pos.pawns().intersects(pos.by_color(us)) {
        return share_without_pawns(pos, us, ours);
    }
    // Nearly always there are more pieces.
    if !ours.many() && keep_to_opposite_shades(pos, ours, pos.non_pawns(!us)) {
        OPPOSITE_SHADES
    } else {
        WHOLE_LEAD
    }
}

/// How much of a lead counts of a side that has these non-pawn pieces and no pawns.
#[cold]
fn share_without_pawns(pos: &Position, us: Color, ours: Bitboard) -> Value {
    if !mates(pos, us, ours) {
        return HOPELESS;
    }
    let theirs = pos.non_pawns(!us);
    let (own, other) = (worth(pos, ours), worth(pos, theirs));
    let weak = best_weak_piece(pos);
    if other == 0 || own - other > weak {
        WHOLE_LEAD
    } else if other <= weak {
        HOPELESS
    } else {
        SLIGHT
    }
}

/// What the best of the pieces is worth that cannot mate alone.
fn best_weak_piece(pos: &Position) -> Value {
    let weak = pos.variant().rules.dead.iter();
    weak.map(|piece| on_average(pos, piece)).max().unwrap_or(0)
}

/// What some pieces are worth.
fn worth(pos: &Position, pieces: Bitboard) -> Value {
    let pieces = pieces.into_iter().filter_map(|square| pos.at(square));
    pieces
        .map(|piece| on_average(pos, piece.piece_type()))
        .sum()
}

/// What a piece is worth halfway between opening and endgame, in centipawns.
const fn on_average(pos: &Position, piece: PieceType) -> Value {
    let value = pos.variant().values.of(piece);
    Value::midpoint(value.opening(), value.endgame())
}

/// Whether non-pawn pieces alone can force mate on a king. Weak pieces of one type cannot if they are one or two, or keep to one shade; those
/// that keep to a shade can if they are on both.
fn mates(pos: &Position, us: Color, non_pawns: Bitboard) -> bool {
    let dead = pos.variant().rules.dead;
    let weak = non_pawns & pos.by_types(dead);
    if weak != non_pawns {
        return true;
    }
    let shaded = pos.variant().tables.color_bound;
    let of_one_type = dead
        .iter()
        .find(|piece| pos.pieces(us, *piece) & non_pawns == non_pawns);
    match of_one_type {
        Some(piece) if shaded.contains(piece) => {
            non_pawns.intersects(Bitboard::LIGHT) && non_pawns.intersects(!Bitboard::LIGHT)
        }
        Some(_) => non_pawns.count() > 2,
        None => true,
    }
}

/// Whether either side has one non-pawn piece, and these keep to different shades.
#[cold]
fn keep_to_opposite_shades(pos: &Position, ours: Bitboard, theirs: Bitboard) -> bool {
    if ours.count() != 1 || theirs.count() != 1 {
        return false;
    }
    let both = ours | theirs;
    let shaded = pos.by_types(pos.variant().tables.color_bound);
    both & shaded == both && ours.intersects(Bitboard::LIGHT) != theirs.intersects(Bitboard::LIGHT)
}

#[cfg(test)]
mod tests {
    use super::{HOPELESS, OPPOSITE_SHADES, SLIGHT, WHOLE_LEAD, scale_factor};
    use crate::base::Color;
    use crate::catalogue::Catalogue;
    use crate::rules;

    fn share_of(game: &str, fen: &str) -> i32 {
        let variant = Catalogue::embedded().variant(game).unwrap();
        scale_factor(&rules::position(variant, fen).unwrap(), Color::White)
    }

    #[test]
    fn too_little_to_mate_is_worth_next_to_nothing() {
        for fen in [
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "4k2p/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
            "4kb2/8/8/8/8/8/8/R3K3 w - - 0 1",
        ] {
            assert_eq!(share_of("chess", fen), HOPELESS, "{fen}");
        }
        let rook_and_bishop = "4kr2/8/8/8/8/8/8/RB2K3 w - - 0 1";
        assert_eq!(share_of("chess", rook_and_bishop), SLIGHT);
    }

    #[test]
    fn what_mates_is_worth_all() {
        for fen in [
            "4k3/8/8/8/8/8/8/1BN1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/1BB1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4kr2/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1",
        ] {
            assert_eq!(share_of("chess", fen), WHOLE_LEAD, "{fen}");
        }
    }

    #[test]
    fn bishops_of_opposite_shades_hold_much() {
        let opposite = "4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1";
        assert_eq!(share_of("chess", opposite), OPPOSITE_SHADES);
        let same = "2b1k3/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1";
        assert_eq!(share_of("chess", same), WHOLE_LEAD);
    }

    #[test]
    fn games_that_material_does_not_decide_are_left_alone() {
        for (game, fen) in [
            ("progressive", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"),
            ("circe", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/1NN1K3[] w - - 0 1"),
        ] {
            assert_eq!(share_of(game, fen), WHOLE_LEAD, "{game}");
        }
    }
}
