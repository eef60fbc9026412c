//! "Do not let them come near your king": attackers count for more the more there are of them, weak
//! squares beside the king and safe checks on top of them.

use super::balance::balance;
use super::mobility::Reach;
use super::weights::{RING_ATTACK, SAFE_CHECK, SHIELD_PAWN, WEAK_RING};
use crate::base::{Bitboard, Color, Phased, Square, Value};
use crate::position::Position;

/// Danger units never count beyond this: about the value of a rook.
const MOST_DANGER: Value = 220;
/// Danger in the opening is the square of the units divided by this.
const OPENING_DIVISOR: Value = 90;
/// Danger in the endgame is the units divided by this.
const ENDGAME_DIVISOR: Value = 8;

/// The danger to the kings, White minus Black.
pub fn danger(pos: &Position, reach: &Reach) -> Phased {
    if pos.variant().rules.capabilities.royal_capture {
        return Phased::ZERO;
    }
    balance(|us| {
        let units = units(pos, reach, us).clamp(0, MOST_DANGER);
        let danger = Phased::new(units * units / OPENING_DIVISOR, units / ENDGAME_DIVISOR);
        danger + SHIELD_PAWN * shield(pos, us)
    })
}

/// How dangerous `us` is to the enemy king.
fn units(pos: &Position, reach: &Reach, us: Color) -> Value {
    let them = !us;
    let attackers = reach.ring_attackers[us.index()];
    if attackers == 0 {
        return 0;
    }
    let ring = pos.royals(them).grown();
    let theirs = reach.attacked[them.index()];
    // A square is weak if we attack it and nothing but the king defends it.
    let weak = ring & reach.attacked[us.index()] & !reach.doubly[them.index()];
    attackers
        + RING_ATTACK.opening() * reach.ring_attacks[us.index()]
        + WEAK_RING.opening() * weak.count() as i32
        + SAFE_CHECK.opening() * safe_checks(pos, reach, us, theirs)
}

/// Squares from which our men could check next move without being taken, for each piece type.
fn safe_checks(pos: &Position, reach: &Reach, us: Color, guarded: Bitboard) -> i32 {
    let free =
        !pos.by_color(us) & (!guarded | reach.doubly[us.index()] & !reach.doubly[(!us).index()]);
    let checks = |king| safe_checks_of(pos, reach, us, king, free);
    pos.royals(!us).into_iter().map(checks).sum()
}

/// The same for one king, among the squares that are free for our men.
fn safe_checks_of(pos: &Position, reach: &Reach, us: Color, king: Square, free: Bitboard) -> i32 {
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
