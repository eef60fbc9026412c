//! "Two kings, no check": where kings are captured, the danger is a king that is hit, boxed in, or open
//! to drops; and the last king's danger is the game's.

use super::balance::balance;
use super::mobility::Reach;
use super::weights::{HAND_TEMPO, LONE_DANGER, ROYAL_BOXED, ROYAL_DROP, ROYAL_HIT, ROYAL_RING};
use crate::base::{Bitboard, Color, Phased, Piece, PieceType, Square, Value};
use crate::position::Position;

/// Danger units never count beyond this.
const MOST_DANGER: Value = 160;
/// Danger is the square of the units divided by this.
const DIVISOR: Value = 90;

/// The danger to the kings and the worth of the move, White minus Black.
pub fn danger(pos: &Position, reach: &Reach) -> Phased {
    if !pos.variant().rules.capabilities.royal_capture {
        return Phased::ZERO;
    }
    balance(|us| {
        let mut side = attack(pos, reach, us);
        if us == pos.side_to_move() && !pos.hand(us).is_empty() {
            side += HAND_TEMPO;
        }
        side
    })
}

/// How dangerous `us` is to the enemy kings.
fn attack(pos: &Position, reach: &Reach, us: Color) -> Phased {
    let kings = pos.royals(!us);
    let last = !kings.many();
    kings.into_iter().fold(Phased::ZERO, |sum, king| {
        let mut units = units(pos, reach, us, king);
        if last {
            units = units * LONE_DANGER.opening() / 100;
        }
        let units = units.clamp(0, MOST_DANGER);
        let danger = units * units / DIVISOR;
        sum + Phased::new(danger, danger)
    })
}

/// The danger units of one king.
fn units(pos: &Position, reach: &Reach, us: Color, king: Square) -> Value {
    let Some(man) = pos.at(king) else {
        return 0;
    };
    let hit = reach.attacked[us.index()];
    let steps = pos.variant().moves_of(man).quiet.leaps[king.index()];
    let boxed = (steps & !pos.by_color(!us) & !hit).is_empty();
    ROYAL_HIT.opening() * i32::from(hit.contains(king))
        + ROYAL_RING.opening() * (steps & hit).count() as i32
        + ROYAL_BOXED.opening() * i32::from(boxed)
        + ROYAL_DROP.opening() * dropped_attacks(pos, reach, us, king)
}

/// Safe squares from where men in hand would attack a king; at most three count for each piece type.
fn dropped_attacks(pos: &Position, reach: &Reach, us: Color, king: Square) -> i32 {
    let guarded = reach.attacked[(!us).index()] & !reach.attacked[us.index()];
    let free: Bitboard = pos.vacant() & !guarded;
    let squares = |piece_type: PieceType| {
        let origins = pos.origins(king, Piece::new(us, piece_type), pos.occupied());
        ((origins & free).count() as i32).min(3)
    };
    pos.hand(us)
        .iter()
        .map(|(piece_type, _)| squares(piece_type))
        .sum()
}
