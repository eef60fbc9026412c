//! "Do not let them come near your king": attackers count for more the more there are of them.

use super::mobility::Reach;
use super::weights::{RING_ATTACK, SHIELD_PAWN};
use crate::base::{Bitboard, Color, Phased};
use crate::position::Position;

/// Attackers beyond this number add nothing more.
const CROWD: i32 = 6;

/// The danger to the kings, White minus Black.
pub fn danger(pos: &Position, reach: &Reach) -> Phased {
    let mut sum = Phased::ZERO;
    for us in Color::ALL {
        let attackers = reach.ring_attackers[us.index()].min(CROWD);
        let attacks = reach.ring_attacks[us.index()].min(4 * CROWD);
        let mut side = RING_ATTACK * (attacks * attackers / 2);
        side += SHIELD_PAWN * shield(pos, us);
        match us {
            Color::White => sum += side,
            Color::Black => sum -= side,
        }
    }
    sum
}

/// Pawns on the three squares in front of a king, and those in front of these.
fn shield(pos: &Position, us: Color) -> i32 {
    let Some(pawn) = pos.atlas().pawn else {
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
