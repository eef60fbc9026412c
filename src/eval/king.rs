//! "Do not let them come near your king": attackers count for more the more there are of them, weak
//! squares beside the king and safe checks on top of them.

use super::balance::balance;
use super::mobility::{Reach, RingAttackers};
use super::tally::{Danger, Tally};
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::term;

/// The danger to the kings, White minus Black.
pub fn danger<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    if pos.variant().rules.capabilities.royal_capture {
        return T::default();
    }
    balance(|us| {
        let weights = &pos.variant().values.weights;
        let mut side = attack(pos, reach, us);
        side += T::of(weights, term::SHIELD_PAWN, shield(pos, us));
        side
    })
}

/// How dangerous `us` is to the enemy king.
fn attack<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color) -> T {
    let them = !us;
    let attackers = reach.ring_attackers[us.index()];
    if attackers == RingAttackers::default() {
        return T::default();
    }
    let ring = pos.royals(them).grown();
    let theirs = reach.attacked[them.index()];
    // A square is weak if we attack it and nothing but the king defends it.
    let weak = ring & reach.attacked[us.index()] & !reach.doubly[them.index()];
    let units = [
        (term::LINE_ATTACKER, attackers.with_lines),
        (term::LEAP_ATTACKER, attackers.without),
        (term::RING_ATTACK, reach.ring_attacks[us.index()]),
        (term::WEAK_RING, weak.count() as i32),
        (term::SAFE_CHECK, safe_checks(pos, reach, us, theirs)),
    ];
    T::danger(&pos.variant().values.weights, Danger::Mate, &units)
}

/// Squares from which our men could check next move without being taken, for each piece type.
fn safe_checks<T>(pos: &Position, reach: &Reach<T>, us: Color, guarded: Bitboard) -> i32 {
    let free =
        !pos.by_color(us) & (!guarded | reach.doubly[us.index()] & !reach.doubly[(!us).index()]);
    let checks = |king| safe_checks_of(pos, reach, us, king, free);
    pos.royals(!us).into_iter().map(checks).sum()
}

/// The same for one king, among the squares that are free for our men.
fn safe_checks_of<T>(
    pos: &Position,
    reach: &Reach<T>,
    us: Color,
    king: Square,
    free: Bitboard,
) -> i32 {
    let attacks = &pos.variant().tables.attacks[us.index()];
    let by_type = &reach.by_type[us.index()];
    let leaps = attacks.leaps.iter().map(|(piece_type, origins)| {
        (origins[king.index()] & by_type[piece_type.index()] & free)
            .count()
            .min(2) as i32
    });
    let occupied = pos.occupied();
    let lines = attacks.lines.iter().map(|line| {
        let reached = line
            .piece_types
            .iter()
            .fold(Bitboard::EMPTY, |all, piece_type| {
                all | by_type[piece_type.index()]
            });
        let reached = reached & free;
        if reached.is_empty() {
            return 0;
        }
        (line.reverse.targets(king, occupied, line.lines) & reached)
            .count()
            .min(2) as i32
    });
    leaps.sum::<i32>() + lines.sum::<i32>()
}

/// Pawns on the three squares in front of a king, and those in front of these.
fn shield(pos: &Position, us: Color) -> i32 {
    let Some(pawn) = pos.variant().rules.straight_pawn() else {
        return 0;
    };
    let king = pos.royals(us);
    let wide = king | king.east() | king.west();
    let front: Bitboard = match us {
        Color::White => wide.north() | wide.north().north(),
        Color::Black => wide.south() | wide.south().south(),
    };
    (front & pos.pieces(us, pawn)).count() as i32
}
