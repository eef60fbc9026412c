//! "A man is worth more where it can go somewhere": arrival squares that no enemy pawn guards. The same
//! pass over the men collects how they bear on the enemy king.

use super::weights::{HOP_MOBILITY, LEAP_MOBILITY, LINE_MOBILITY};
use crate::base::{Bitboard, Color, Kind, Phased, Piece};
use crate::geometry::Behaviour;
use crate::position::Position;
use crate::variant::Gait;

/// What the men of both sides reach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// The mobility theme, White minus Black.
    pub mobility: Phased,
    /// Attacks by each side on squares beside the enemy king.
    pub ring_attacks: [i32; 2],
    /// Men of each side that make such attacks.
    pub ring_attackers: [i32; 2],
}

/// The squares pawns of a side guard.
pub fn pawn_guards(pos: &Position, color: Color) -> Bitboard {
    let Some(pawn) = pos.atlas().pawn else {
        return Bitboard::EMPTY;
    };
    let pawns = pos.pieces(color, pawn);
    let ahead = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    ahead.east() | ahead.west()
}

fn weight(gait: &Gait) -> Phased {
    match gait.quiet.lines.first() {
        None => LEAP_MOBILITY,
        Some(line) if matches!(line.behaviour, Behaviour::Slide { .. }) => LINE_MOBILITY,
        Some(_) => HOP_MOBILITY,
    }
}

impl Reach {
    /// What the men reach in a position.
    pub fn of(pos: &Position) -> Self {
        let mut reach = Self::default();
        let atlas = pos.atlas();
        let men = pos.men();
        for us in Color::ALL {
            let area = !pos.side(us) & !pawn_guards(pos, !us);
            let ring = pos.royals(!us).grown();
            let mut sum = Phased::ZERO;
            for index in 0..atlas.men.len() {
                let kind = Kind::new(index);
                if atlas.pawn == Some(kind) || atlas.royals().contains(kind) {
                    continue;
                }
                let gait = atlas.gait(Piece::new(us, kind));
                let mut squares = 0;
                for from in pos.pieces(us, kind) {
                    let targets = gait.capture.targets(from, men);
                    squares += (targets & area).count() as i32;
                    let bearing = (targets & ring).count() as i32;
                    reach.ring_attacks[us.index()] += bearing;
                    reach.ring_attackers[us.index()] += i32::from(bearing > 0);
                }
                sum += weight(gait) * squares;
            }
            match us {
                Color::White => reach.mobility += sum,
                Color::Black => reach.mobility -= sum,
            }
        }
        reach
    }
}
