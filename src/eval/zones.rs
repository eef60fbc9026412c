//! "A man at the gate is half promoted": men that can enter their promotion zone, or leave it, safely.

use super::mobility::Reach;
use super::weights::ZONE_REACH;
use crate::base::{Bitboard, Color, Kind, Phased, Piece, Square};
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
                able += able_men(pos, reach, Piece::new(us, kind), zone, free);
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
fn able_men(pos: &Position, reach: &Reach, man: Piece, zone: Bitboard, free: Bitboard) -> i32 {
    let men = pos.pieces(man.color(), man.kind());
    let gait = pos.atlas().gait(man);
    // Where such men reach together is known, unless they move and capture differently.
    let reached = reach.by_kind[man.color().index()][man.kind().index()];
    let near =
        !gait.same || pos.atlas().pawn == Some(man.kind()) || reached.intersects(zone & free);
    if men.is_empty() || !near && !men.intersects(zone) {
        return 0;
    }
    let able = |from: &Square| {
        let goal = free
            & if zone.contains(*from) {
                Bitboard::ALL
            } else {
                zone
            };
        let quiet = gait.quiet.targets(*from, pos.men());
        let hits = if gait.same {
            quiet
        } else {
            gait.capture.targets(*from, pos.men())
        };
        (quiet & pos.vacant() & goal).any() || (hits & pos.side(!man.color()) & goal).any()
    };
    men.into_iter().filter(able).count() as i32
}
