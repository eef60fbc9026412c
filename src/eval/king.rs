//! "Do not let them come near your king": attackers count for more the more there are of them, weak
//! squares beside the king and safe checks on top of them.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::files;
use super::tally::{Danger, Tally};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether kings are mated in a game.
pub const fn matters(variant: &Variant) -> bool {
    !variant.rules.capabilities.royal_capture
}

/// The danger to the kings, White minus Black.
pub fn danger<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    balance(|us| {
        let values = &pos.variant().values;
        let mut side = attack(pos, reach, us);
        side += T::of(values, term::SHIELD_PAWN, shield(reach, us));
        side
    })
}

/// How dangerous `us` is to the enemy king.
fn attack<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let them = !us;
    if reach.ring_attackers[us.index()] == 0 && pos.hand(us).is_empty() {
        return T::default();
    }
    let ring = reach.rings[them.index()];
    let theirs = reach.attacked[them.index()];
    // A square is weak if we attack it and nothing but the king defends it.
    let weak = ring & reach.attacked[us.index()] & !reach.doubly[them.index()];
    let values = &pos.variant().values;
    let mut units = reach.ring_units[us.index()].clone();
    units += T::units(values, term::RING_ATTACK, reach.ring_attacks[us.index()]);
    units += T::units(values, term::WEAK_RING, weak.count() as i32);
    units += T::units(values, term::SHELTER, shield(reach, them));
    units += involved(pos, reach, us, ring);
    units += T::units(values, term::OPEN_KING, open_files(pos, reach, them));
    let camp = camp(pos, reach, them);
    let looks = reach.attacked[us.index()] & camp;
    let doubly = reach.doubly[us.index()] & camp;
    let looks = (looks.count() + doubly.count()) as i32;
    units += T::units(values, term::FLANK_ATTACK, looks);
    let defended = (theirs & camp).count() as i32;
    units += T::units(values, term::FLANK_DEFENCE, defended);
    // Squares from which our pieces could check next move without being taken.
    let free =
        !pos.by_color(us) & (!theirs | reach.doubly[us.index()] & !reach.doubly[them.index()]);
    for king in reach.royals[them.index()] {
        add_safe_checks(pos, reach, us, king, free, &mut units);
        let drops = dropped_attacks(pos, reach, us, king);
        units += T::units(values, term::DROP_CHECK, drops);
    }
    T::danger(values, Danger::Mate, units)
}

/// The pieces that the attackers have, and those that guard the king.
fn involved<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, ring: Bitboard) -> T::Units {
    let values = &pos.variant().values;
    let mut units = T::Units::default();
    for piece in pos.variant().rules.all_types() {
        let count = pos.pieces(us, piece).count() as i32;
        units += T::units(values, term::PRESENCE.of(piece), count);
        let guards = reach.by_type[(!us).index()][piece.index()].intersects(ring);
        units += T::units(values, term::BODYGUARD.of(piece), i32::from(guards));
    }
    units
}

/// Adds squares from which our pieces could check a king, among those that are free for them; at most two for each piece type
/// and movement.
fn add_safe_checks<T: Tally>(
    pos: &Position,
    reach: &Reach<T>,
    us: Color,
    king: Square,
    free: Bitboard,
    units: &mut T::Units,
) {
    let values = &pos.variant().values;
    let attacks = &pos.variant().tables.attacks[us.index()];
    let by_type = &reach.by_type[us.index()];
    let ours = pos.by_color(us);
    let mut unsafe_checks = Bitboard::EMPTY;
    let mut add = |origins: Bitboard, piece_type: PieceType| {
        let origins = origins & by_type[piece_type.index()] & !ours;
        let checks = (origins & free).count().min(2) as i32;
        unsafe_checks |= origins & !free;
        *units += T::units(values, term::SAFE_CHECK.of(piece_type), checks);
    };
    for (piece_type, origins) in &attacks.leaps {
        add(origins[king.index()], *piece_type);
    }
    for line in &attacks.lines {
        let origins = line.reverse.targets(king, pos.occupied(), line.lines);
        for piece_type in line.piece_types.iter() {
            add(origins, piece_type);
        }
    }
    let unsafe_checks = unsafe_checks.count() as i32;
    *units += T::units(values, term::UNSAFE_CHECK, unsafe_checks);
}

/// Safe squares from where pieces in hand would attack a king; at most three count for each piece type.
pub fn dropped_attacks<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, king: Square) -> i32 {
    let hand = pos.hand(us);
    if hand.is_empty() {
        return 0;
    }
    let guarded = reach.attacked[(!us).index()] & !reach.attacked[us.index()];
    let free: Bitboard = pos.vacant() & !guarded;
    let squares = |piece_type: PieceType| {
        let origins = pos.origins(king, Piece::new(us, piece_type), pos.occupied());
        ((origins & free).count() as i32).min(3)
    };
    hand.iter().map(|(piece_type, _)| squares(piece_type)).sum()
}

/// The half of the board of a side, as far as two files from its kings.
fn camp<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> Bitboard {
    let kings = reach.royals[us.index()];
    let near = kings | kings.east() | kings.west();
    let wide = files(near | near.east() | near.west());
    wide & pos.variant().rules.board.squares() & !pos.variant().tables.beyond_middle[us.index()]
}

/// Files at a king and beside it without a pawn of its side.
fn open_files<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> i32 {
    let Some(pawns) = &reach.pawns else { return 0 };
    let kings = reach.royals[us.index()];
    let files = files(kings | kings.east() | kings.west());
    let first = files & pos.variant().rules.first_rank_of(Color::White);
    (first & !pawns.files[us.index()]).count() as i32
}

/// Pawns on the three squares in front of a king, and those in front of these.
fn shield<T: Tally>(reach: &Reach<T>, us: Color) -> i32 {
    let Some(pawns) = &reach.pawns else { return 0 };
    let king = reach.royals[us.index()];
    let wide = king | king.east() | king.west();
    let front = wide.ahead(us) | wide.ahead(us).ahead(us);
    (front & pawns.pieces[us.index()]).count() as i32
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Catalogue;
    use crate::eval::Trace;
    use crate::rules;
    use crate::variant::{WeightKey, term};

    #[test]
    fn pieces_in_hand_look_for_checks() {
        let crazyhouse = Catalogue::embedded().variant("crazyhouse").unwrap();
        let drops = |fen: &str| {
            let trace = Trace::of(&rules::position(crazyhouse, fen).unwrap());
            let units = trace.dangers.iter().flat_map(|danger| &danger.units);
            units
                .filter(|(weight, _)| *weight == WeightKey::from(term::DROP_CHECK))
                .map(|(_, count)| count)
                .sum::<i32>()
        };
        // Nothing but the hand bears on the king in the corner: a knight can check from b6 or c7.
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[N] w - - 0 1"), 2);
        // Squares that are guarded do not count, and more than three of a type count as three.
        assert_eq!(drops("k7/3b4/1b6/8/8/8/8/4K3[N] w - - 0 1"), 0);
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[QN] w - - 0 1"), 5);
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[] w - - 0 1"), 0);
    }
}
