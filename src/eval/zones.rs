//! "A man at the gate is half promoted": men that can enter their promotion zone, or leave it, safely.

use super::mobility::Reach;
use super::weights::ZONE_REACH;
use crate::base::{Bitboard, Color, Kind, Phased, Piece};
use crate::position::Position;

/// The men that can promote next, White minus Black.
pub fn pressure(pos: &Position, reach: &Reach) -> Phased {
    let atlas = pos.atlas();
    if atlas.zones.is_straight() {
        return Phased::ZERO;
    }
    let mut balance = 0;
    for us in Color::ALL {
        let zone = atlas.zones.promotion[us.index()];
        let free = !pos.side(us) & !reach.attacked[(!us).index()];
        let mut able = 0;
        for index in 0..atlas.men.len() {
            if atlas.promoted[index].is_some() {
                let kind = Kind::new(index);
                able += able_men(pos, Piece::new(us, kind), zone, free);
            }
        }
        balance += match us {
            Color::White => able,
            Color::Black => -able,
        };
    }
    ZONE_REACH * balance
}

/// The men of a piece that can go to or from a zone to a square that is free for them.
fn able_men(pos: &Position, man: Piece, zone: Bitboard, free: Bitboard) -> i32 {
    let gait = pos.atlas().gait(man);
    let men = pos.men();
    let able = |from: &crate::base::Square| {
        let quiet = gait.quiet.targets(*from, men) & pos.vacant();
        let hits = gait.capture.targets(*from, men) & pos.side(!man.color());
        let goal = if zone.contains(*from) {
            Bitboard::ALL
        } else {
            zone
        };
        ((quiet | hits) & goal & free).any()
    };
    pos.pieces(man.color(), man.kind())
        .into_iter()
        .filter(able)
        .count() as i32
}
