//! Mobility by hops over a fixed neighbouring square (Hopgi's mao-hop).

use super::balance::balance;
use super::tally::Tally;
use crate::base::{Piece, PieceType};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether a game has hops over a fixed neighbouring square.
pub fn matter(variant: &Variant) -> bool {
    let attacks = &variant.tables.attacks;
    attacks.iter().any(|attacks| !attacks.fixed_hops.is_empty())
}

/// The score for the number of targets of hops over a fixed neighbouring square, White minus Black.
pub fn mobility<T: Tally>(pos: &Position) -> T {
    let variant = pos.variant();
    let occupied = pos.occupied();
    let landings = balance(|us| {
        let mut landings = 0;
        for index in 0..variant.rules.piece_types {
            let piece_type = PieceType::new(index);
            let paths = &variant.moves_of(Piece::new(us, piece_type)).capture;
            if paths.fixed_hops.is_empty() {
                continue;
            }
            for from in pos.pieces(us, piece_type) {
                landings +=
                    (paths.fixed_hop_targets(from, occupied) & !pos.by_color(us)).count() as i32;
            }
        }
        landings
    });
    T::of(&variant.values, term::FIXED_HOP, landings)
}
