//! "You cannot win that": how much of a lead counts for a side that is left with too little to mate.
//!
//! It speaks where a bare king and a single weak man draw at once and turns are single moves, so that material has to mate. The shares are those that
//! engines of chess have used for long (for instance Stockfish's scale factors).

use crate::base::{Bitboard, Color, Value};
use crate::position::Position;
use crate::variant::Tables;

/// A share that leaves a lead as it is.
pub const WHOLE_LEAD: Value = 64;

/// What is left of a lead that cannot be turned into a mate.
const HOPELESS: Value = 4;

/// What is left of the lead of a side without pawns that is less than a rook.
const SLIGHT: Value = 14;

/// What is left of a lead with men alone that keep to the two different shades.
const OPPOSITE_SHADES: Value = 36;

/// How much of a lead of a side counts, in 64ths.
pub fn share_of_lead(pos: &Position, us: Color) -> Value {
    let rules = &pos.variant().rules;
    let material_mates =
        rules.has_dead_positions && !rules.dead.is_empty() && !rules.capabilities.schedule;
    if !material_mates || rules.capabilities.drops {
        return WHOLE_LEAD;
    }
    let pawns = pos.pawns();
    let [ours, theirs] = [us, !us].map(|side| pos.officers(side));
    if (pawns & pos.by_color(us)).any() {
        let lone = !ours.many() && !theirs.many();
        return if lone && keep_to_opposite_shades(&pos.variant().tables, pos, ours, theirs) {
            OPPOSITE_SHADES
        } else {
            WHOLE_LEAD
        };
    }
    if !mates(pos, us, ours) {
        return HOPELESS;
    }
    let [own, other] = [ours, theirs].map(|men| worth(pos, men));
    match own - other {
        lead if lead >= slight_lead(pos) => WHOLE_LEAD,
        _ if other == 0 => WHOLE_LEAD,
        _ if other < slight_lead(pos) => HOPELESS,
        _ => SLIGHT,
    }
}

/// Less than this is not enough to win without pawns: four pawns, between a bishop and a rook.
fn slight_lead(pos: &Position) -> Value {
    let values = &pos.variant().values;
    let pawn = pos.variant().rules.pawn;
    4 * pawn.map_or(0, |pawn| values.of(pawn).endgame())
}

/// What some men are worth in the endgame, in centipawns.
fn worth(pos: &Position, men: Bitboard) -> Value {
    let men = men.into_iter().filter_map(|square| pos.at(square));
    men.map(|man| pos.variant().values.of(man.piece_type()).endgame())
        .sum()
}

/// Whether officers without pawns can force mate on a king: not a single weak man, not two of a kind that change the shade with each
/// move, and not any number that keep to one shade.
fn mates(pos: &Position, us: Color, officers: Bitboard) -> bool {
    let dead = pos.variant().rules.dead;
    let weak = officers & pos.by_types(dead);
    if weak != officers {
        return true;
    }
    let shaded = pos.variant().tables.keep_to_shade;
    let of_one_type = dead
        .iter()
        .find(|man| pos.pieces(us, *man) & officers == officers);
    match of_one_type {
        Some(man) if shaded.contains(man) => {
            officers.intersects(Bitboard::LIGHT) && officers.intersects(!Bitboard::LIGHT)
        }
        Some(_) => officers.count() > 2,
        None => true,
    }
}

/// Whether both sides have men, and these keep to different shades.
fn keep_to_opposite_shades(
    tables: &Tables,
    pos: &Position,
    ours: Bitboard,
    theirs: Bitboard,
) -> bool {
    let both = ours | theirs;
    let shaded = both & pos.by_types(tables.keep_to_shade) == both;
    let light = both & Bitboard::LIGHT;
    shaded && (light == ours || light == theirs) && ours.any() && theirs.any()
}

#[cfg(test)]
mod tests {
    use super::{HOPELESS, OPPOSITE_SHADES, SLIGHT, WHOLE_LEAD, share_of_lead};
    use crate::base::Color;
    use crate::catalogue::Catalogue;
    use crate::rules;

    fn share_of(game: &str, fen: &str) -> i32 {
        let variant = Catalogue::embedded().variant(game).unwrap();
        share_of_lead(&rules::position(variant, fen).unwrap(), Color::White)
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
