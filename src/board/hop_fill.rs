//! Grasshopper hops of many pieces at once: one set of target squares per direction, by a Kogge-Stone fill of all eight directions
//! (Chess Programming Wiki, "Kogge-Stone Algorithm").
//!
//! In one direction no two hops arrive on the same square, because the nearer piece is the hurdle of the farther one. The sets
//! therefore hold as much information as a list of hops.

use super::lines::Lines;
use crate::base::Bitboard;

/// Four sets of squares, one per line, processed together so that the compiler vectorises.
type Four = [u64; 4];

/// The targets of the hops of several pieces, one set per direction: first the directions up the board and east, then
/// their opposites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopFill {
    up: Four,
    down: Four,
}

/// The bit shift of a step along each line: file, rank, rising and falling diagonal.
const SHIFTS: Four = [8, 1, 9, 7];
const LEFT: u64 = !Bitboard::FILE_A.0;
const RIGHT: u64 = !Bitboard::FILE_H.0;
/// The squares that a step up or east can arrive on without wrapping over the edge.
const ENTERED_UP: Four = [!0, LEFT, LEFT, RIGHT];
/// The squares that a step down or west can arrive on without wrapping over the edge.
const ENTERED_DOWN: Four = [!0, RIGHT, RIGHT, LEFT];

#[inline(always)]
fn four(set: impl Fn(usize) -> u64) -> Four {
    std::array::from_fn(set)
}

#[inline(always)]
fn up(sets: Four, steps: u64) -> Four {
    four(|line| sets[line] << (SHIFTS[line] * steps))
}

#[inline(always)]
fn down(sets: Four, steps: u64) -> Four {
    four(|line| sets[line] >> (SHIFTS[line] * steps))
}

/// The first pieces in the directions of `shift` from the squares of `from`.
#[inline(always)]
fn first_met(from: Four, occupied: u64, shift: impl Fn(Four, u64) -> Four, entered: Four) -> Four {
    let mut reached = from;
    let mut open = entered.map(|entered| entered & !occupied);
    for steps in [1, 2, 4] {
        let further = shift(reached, steps);
        reached = four(|line| reached[line] | open[line] & further[line]);
        let further = shift(open, steps);
        open = four(|line| open[line] & further[line]);
    }
    let met = shift(reached, 1);
    four(|line| met[line] & entered[line] & occupied)
}

impl HopFill {
    /// The number of pieces from which the fill is faster than a look-up per piece.
    pub const WORTHWHILE: u32 = 3;

    /// The arrival squares of the hops of the pieces `from` over the first piece on `lines`, on the full board: the square right behind
    /// the hurdle, whatever stands there.
    #[inline(always)]
    pub fn of_hops(from: Bitboard, occupied: Bitboard, lines: Lines) -> Self {
        let from = four(|line| from.0 & u64::from(lines.0 >> line & 1).wrapping_neg());
        let over = up(first_met(from, occupied.0, up, ENTERED_UP), 1);
        let under = down(first_met(from, occupied.0, down, ENTERED_DOWN), 1);
        Self {
            up: four(|line| over[line] & ENTERED_UP[line]),
            down: four(|line| under[line] & ENTERED_DOWN[line]),
        }
    }

    /// The pieces whose hops arrive on the given squares. `self` has to be made by [`Self::of_hops`] with the same `occupied`, which
    /// contains these pieces.
    #[inline(always)]
    pub fn origins(self, squares: Bitboard, occupied: Bitboard) -> Bitboard {
        let over = down(self.up.map(|set| set & squares.0), 1);
        let under = up(self.down.map(|set| set & squares.0), 1);
        let over = first_met(over, occupied.0, down, ENTERED_DOWN);
        let under = first_met(under, occupied.0, up, ENTERED_UP);
        let met = four(|line| over[line] | under[line]);
        Bitboard(met[0] | met[1] | met[2] | met[3])
    }

    /// The target squares, one set for each direction.
    #[inline(always)]
    pub fn sets(self) -> [Bitboard; 8] {
        std::array::from_fn(|direction| {
            Bitboard(match direction {
                0..4 => self.up[direction],
                _ => self.down[direction - 4],
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Behaviour, LineTable, Topology};
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn fans_tell_the_hops_of_each_piece() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let table = LineTable::new(Topology::STANDARD, Behaviour::HopBehind { range: 0 });
        for lines in [Lines::QUEEN, Lines::ROOK, Lines::BISHOP, Lines(0b0110)] {
            for _ in 0..500 {
                let occupied = Bitboard(rng.next_u64() & rng.next_u64());
                let (from, squares) = (
                    occupied & Bitboard(rng.next_u64()),
                    Bitboard(rng.next_u64()),
                );
                let fill = HopFill::of_hops(from, occupied, lines);
                let mut origins = Bitboard::EMPTY;
                let mut arrivals = [0; 64];
                for piece in from {
                    let targets = table.targets(piece, occupied, lines);
                    targets.into_iter().for_each(|to| arrivals[to.index()] += 1);
                    if targets.intersects(squares) {
                        origins |= piece.into();
                    }
                }
                let mut counted = [0; 64];
                for to in fill.sets().into_iter().flatten() {
                    counted[to.index()] += 1;
                }
                assert_eq!(counted, arrivals);
                assert_eq!(fill.origins(squares, occupied), origins);
            }
        }
    }
}
