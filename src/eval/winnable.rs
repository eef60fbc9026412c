//! Scale factors for leads that can hardly win: no pawns and too little material to mate, or bishops of opposite colours.
//!
//! They apply only in games without drops where a turn is one move and a king with a single weak piece against a king is a dead
//! position. The idea is Stockfish's scale factor.

use crate::base::{Bitboard, Color, PieceType, Value};
use crate::position::Position;

/// The neutral scale factor: factors are in 64ths.
pub const WHOLE_LEAD: Value = 64;

/// The scale factor if the side ahead has too little material to mate, in 64ths.
const HOPELESS: Value = 4;

/// The scale factor if the side ahead has no pawns and leads by at most one weak piece, in 64ths.
const SLIGHT: Value = 14;

/// The scale factor for bishops of opposite colours (each side's only non-pawn piece is colour-bound, to different colours), in 64ths.
const OPPOSITE_BISHOPS: Value = 36;

/// The scale factor of the evaluation if `us` is ahead, from 0 to [`WHOLE_LEAD`].
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
        return factor_without_pawns(pos, us, ours);
    }
    // `!ours.many()` comes first: it is cheap and nearly always false.
    if !ours.many() && are_opposite_bishops(pos, ours, pos.non_pawns(!us)) {
        OPPOSITE_BISHOPS
    } else {
        WHOLE_LEAD
    }
}

/// The scale factor if `us` is ahead, has no pawns and has the non-pawn pieces `ours`.
#[cold]
fn factor_without_pawns(pos: &Position, us: Color, ours: Bitboard) -> Value {
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

/// The value of the best piece that cannot mate alone, in centipawns.
fn best_weak_piece(pos: &Position) -> Value {
    let weak = pos.variant().rules.dead.iter();
    weak.map(|piece| on_average(pos, piece)).max().unwrap_or(0)
}

/// The total value of `pieces`, in centipawns.
fn worth(pos: &Position, pieces: Bitboard) -> Value {
    let pieces = pieces.into_iter().filter_map(|square| pos.at(square));
    pieces
        .map(|piece| on_average(pos, piece.piece_type()))
        .sum()
}

/// The mean of a piece type's middlegame and endgame value, in centipawns.
fn on_average(pos: &Position, piece: PieceType) -> Value {
    let value = pos.variant().values.of(piece);
    Value::midpoint(value.mg(), value.eg())
}

/// Whether `non_pawns` can force mate on a lone king. Weak pieces of a single type cannot if they are colour-bound and all on one
/// square colour, or if they are not colour-bound and at most two.
fn mates(pos: &Position, us: Color, non_pawns: Bitboard) -> bool {
    let dead = pos.variant().rules.dead;
    let weak = non_pawns & pos.by_types(dead);
    if weak != non_pawns {
        return true;
    }
    let colour_bound = pos.variant().tables.color_bound;
    let of_one_type = dead
        .iter()
        .find(|piece| pos.pieces(us, *piece) & non_pawns == non_pawns);
    match of_one_type {
        Some(piece) if colour_bound.contains(piece) => {
            non_pawns.intersects(Bitboard::LIGHT) && non_pawns.intersects(!Bitboard::LIGHT)
        }
        Some(_) => non_pawns.count() > 2,
        None => true,
    }
}

/// Whether each side has exactly one non-pawn piece, both colour-bound and on different square colours.
#[cold]
fn are_opposite_bishops(pos: &Position, ours: Bitboard, theirs: Bitboard) -> bool {
    if ours.count() != 1 || theirs.count() != 1 {
        return false;
    }
    let both = ours | theirs;
    let colour_bound = pos.by_types(pos.variant().tables.color_bound);
    both & colour_bound == both
        && ours.intersects(Bitboard::LIGHT) != theirs.intersects(Bitboard::LIGHT)
}

#[cfg(test)]
mod tests {
    use super::{HOPELESS, OPPOSITE_BISHOPS, SLIGHT, WHOLE_LEAD, scale_factor};
    use crate::base::Color;
    use crate::catalogue::games;
    use crate::rules;

    fn factor_of(game: &str, fen: &str) -> i32 {
        let variant = games().variant(game).unwrap();
        scale_factor(&rules::position(&variant, fen).unwrap(), Color::White)
    }

    #[test]
    fn too_little_to_mate_is_worth_next_to_nothing() {
        for fen in [
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "4k2p/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
            "4kb2/8/8/8/8/8/8/R3K3 w - - 0 1",
        ] {
            assert_eq!(factor_of("chess", fen), HOPELESS, "{fen}");
        }
        let rook_and_bishop = "4kr2/8/8/8/8/8/8/RB2K3 w - - 0 1";
        assert_eq!(factor_of("chess", rook_and_bishop), SLIGHT);
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
            assert_eq!(factor_of("chess", fen), WHOLE_LEAD, "{fen}");
        }
    }

    #[test]
    fn opposite_bishops_are_scaled_down() {
        let opposite = "4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1";
        assert_eq!(factor_of("chess", opposite), OPPOSITE_BISHOPS);
        let same = "2b1k3/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1";
        assert_eq!(factor_of("chess", same), WHOLE_LEAD);
    }

    #[test]
    fn games_that_material_does_not_decide_are_left_alone() {
        for (game, fen) in [
            ("progressive", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"),
            ("circe", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/1NN1K3[] w - - 0 1"),
        ] {
            assert_eq!(factor_of(game, fen), WHOLE_LEAD, "{game}");
        }
    }
}
