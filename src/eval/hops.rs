//! "Every man is a hurdle": the squares that men can hop to, where every man may hop over its neighbours.

use super::weights::MAO_HOP;
use crate::base::{Color, Kind, Phased, Piece};
use crate::position::Position;

/// The hops over certain squares, White minus Black.
pub fn mobility(pos: &Position) -> Phased {
    let atlas = pos.atlas();
    if atlas
        .assaults
        .iter()
        .all(|assault| assault.overs.is_empty())
    {
        return Phased::ZERO;
    }
    let men = pos.men();
    let mut balance = 0;
    for us in Color::ALL {
        let mut landings = 0;
        for index in 0..atlas.men.len() {
            let kind = Kind::new(index);
            let paths = &atlas.gait(Piece::new(us, kind)).capture;
            if paths.overs.is_empty() {
                continue;
            }
            for from in pos.pieces(us, kind) {
                landings += (paths.hops(from, men) & !pos.side(us)).count() as i32;
            }
        }
        balance += match us {
            Color::White => landings,
            Color::Black => -landings,
        };
    }
    MAO_HOP * balance
}
