//! King danger in games won by mate. Attacks on the king ring, weak squares of the ring, safe checks, open files and drops count as
//! danger units, whose sum is squared.

use super::balance::balance;
use super::mobility::Reach;
use super::pawn_sets::files;
use super::tally::{Danger, Tally};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether the term applies: kings are mated, not captured.
pub const fn matters(variant: &Variant) -> bool {
    !variant.rules.capabilities.royal_capture
}

/// The score for king danger and pawn shield, White minus Black.
pub fn danger<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    balance(|us| {
        let values = &pos.variant().values;
        let mut side = attack(pos, reach, us);
        side += T::of(values, term::SHIELD_PAWN, shield(reach, us));
        side
    })
}

/// The score for the danger in which `us` puts the enemy kings.
fn attack<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let them = !us;
    if reach.ring_attackers[us.index()] == 0 && pos.hand(us).is_empty() {
        return T::default();
    }
    let ring = reach.rings[them.index()];
    let theirs = reach.attacked[them.index()];
    // A ring square is weak if it is attacked and defended at most once (mostly by the king alone).
    let weak = ring & reach.attacked[us.index()] & !reach.doubly[them.index()];
    let values = &pos.variant().values;
    let mut units = reach.ring_units[us.index()].clone();
    units += T::units(values, term::RING_ATTACK, reach.ring_attacks[us.index()]);
    units += T::units(values, term::WEAK_RING, weak.count() as i32);
    units += T::units(values, term::SHELTER, shield(reach, them));
    units += involved(pos, reach, us, ring);
    units += T::units(values, term::OPEN_KING, open_files(pos, reach, them));
    let flank = king_flank(pos, reach, them);
    let attacked = reach.attacked[us.index()] & flank;
    let doubly = reach.doubly[us.index()] & flank;
    let attacks = (attacked.count() + doubly.count()) as i32;
    units += T::units(values, term::FLANK_ATTACK, attacks);
    let defended = (theirs & flank).count() as i32;
    units += T::units(values, term::FLANK_DEFENCE, defended);
    // Squares that our pieces can enter safely: a check from such a square is a safe check.
    let free =
        !pos.by_color(us) & (!theirs | reach.doubly[us.index()] & !reach.doubly[them.index()]);
    for king in reach.royals[them.index()] {
        add_safe_checks(pos, reach, us, king, free, &mut units);
        for (piece_type, drops) in dropped_attacks(pos, reach, us, king) {
            units += T::units(values, term::DROP_CHECK.of(piece_type), drops);
        }
    }
    if pos.variant().rules.hand.is_empty() {
        return T::danger(values, Danger::Mate, units);
    }
    units += by_hands(pos, reach, us, ring);
    T::danger(values, Danger::Drops, units)
}

/// Danger units for the pieces in hand of both sides, and for king-ring squares on which the attacker can drop them.
fn by_hands<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, ring: Bitboard) -> T::Units {
    let values = &pos.variant().values;
    let (ours, theirs) = (pos.hand(us), pos.hand(!us));
    let guards = i32::from(theirs.total()).min(6);
    let mut units = T::units(values, term::HAND_GUARD, guards);
    for (piece_type, count) in ours.iter() {
        let count = i32::from(count).min(4);
        units += T::units(values, term::HAND_ATTACKER.of(piece_type), count);
    }
    if !ours.is_empty() {
        let holes = ring & pos.vacant() & !reach.doubly[(!us).index()];
        let supported = holes & reach.attacked[us.index()];
        units += T::units(values, term::RING_HOLE, holes.count() as i32);
        units += T::units(values, term::DROP_RING, supported.count() as i32);
    }
    units
}

/// Danger units for each piece of the attacking side, and for each defending piece type that guards the king ring.
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

/// Adds danger units for safe and unsafe checks. At most two safe checks count for each piece type and kind of movement, or for each
/// piece type with movements that are followed leg by leg.
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
    // Where a leap and a path are one hand of a piece each, they would be told apart for its left and its right.
    for (piece_type, origins) in &attacks.leaps {
        if attacks.walk(*piece_type).is_none() {
            add(origins[king.index()], *piece_type);
        }
    }
    for line in &attacks.lines {
        let origins = line.reverse.targets(king, pos.occupied(), line.lines);
        for piece_type in line.piece_types.iter() {
            if attacks.walk(piece_type).is_none() {
                add(origins, piece_type);
            }
        }
    }
    for walk in &attacks.path_tree {
        let piece = Piece::new(us, walk.piece_type);
        add(pos.origins(king, piece, pos.occupied()), walk.piece_type);
    }
    let unsafe_checks = unsafe_checks.count() as i32;
    *units += T::units(values, term::UNSAFE_CHECK, unsafe_checks);
}

/// For each piece type in hand, the number of safe squares (at most three) from which a dropped piece would attack `king`.
pub fn dropped_attacks<T: Tally>(
    pos: &Position,
    reach: &Reach<T>,
    us: Color,
    king: Square,
) -> impl Iterator<Item = (PieceType, i32)> {
    let guarded = reach.attacked[(!us).index()] & !reach.attacked[us.index()];
    let free = pos.vacant() & !guarded;
    pos.hand(us).iter().map(move |(piece_type, _)| {
        let origins = pos.origins(king, Piece::new(us, piece_type), pos.occupied());
        (piece_type, ((origins & free).count() as i32).min(3))
    })
}

/// The king flank: the squares of the own half of the board on files at most two files from a king.
fn king_flank<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> Bitboard {
    let kings = reach.royals[us.index()];
    let near = kings | kings.east() | kings.west();
    let wide = files(near | near.east() | near.west());
    wide & pos.variant().rules.board.squares() & !pos.variant().tables.beyond_middle[us.index()]
}

/// The number of files without an own pawn among the kings' files and their neighbours.
fn open_files<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> i32 {
    let Some(pawns) = &reach.pawns else { return 0 };
    let kings = reach.royals[us.index()];
    let files = files(kings | kings.east() | kings.west());
    let first = files & pos.variant().rules.first_rank_of(Color::White);
    (first & !pawns.files[us.index()]).count() as i32
}

/// The number of own pawns on the six squares in front of a king (three files, two ranks).
fn shield<T: Tally>(reach: &Reach<T>, us: Color) -> i32 {
    let Some(pawns) = &reach.pawns else { return 0 };
    let king = reach.royals[us.index()];
    let wide = king | king.east() | king.west();
    let front = wide.ahead(us) | wide.ahead(us).ahead(us);
    (front & pawns.pieces[us.index()]).count() as i32
}

#[cfg(test)]
mod tests {
    use crate::catalogue::games;
    use crate::eval::Trace;
    use crate::rules;
    use crate::variant::term;

    #[test]
    fn pieces_in_hand_look_for_checks() {
        let crazyhouse = games().variant("crazyhouse").unwrap();
        let drops = |fen: &str| {
            let trace = Trace::of(&rules::position(&crazyhouse, fen).unwrap());
            let units = trace.dangers.iter().flat_map(|danger| &danger.units);
            units
                .filter(|(weight, _)| weight.term == term::DROP_CHECK)
                .map(|(_, count)| count)
                .sum::<i32>()
        };
        // A dropped knight could check the king on a8 from b6 and c7.
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[N] w - - 0 1"), 2);
        // Guarded squares do not count; more than three squares for a piece type count as three.
        assert_eq!(drops("k7/3b4/1b6/8/8/8/8/4K3[N] w - - 0 1"), 0);
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[QN] w - - 0 1"), 5);
        assert_eq!(drops("k7/8/8/8/8/8/8/4K3[] w - - 0 1"), 0);
    }
}
