//! Movements and symmetries as operations on sets of squares, for `sets`.

use super::index::Transform;
use crate::base::{Bitboard, Square};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// A movement in which each arrival square is shut off by single squares between it and the departure square.
pub struct SimpleMoves {
    /// By departure square: the arrival squares on the empty board.
    targets: Box<[u64; 64]>,
    /// By departure square and occupied square: the arrival squares that it shuts off.
    shadows: Vec<[u64; 64]>,
    /// By arrival square: the departure squares on the empty board.
    origins: Box<[u64; 64]>,
    /// By arrival square and occupied square: the departure squares that it shuts off.
    back_shadows: Vec<[u64; 64]>,
    /// By departure and arrival square: the squares that have to be empty.
    pub between: Vec<[u64; 64]>,
}

impl SimpleMoves {
    /// The movement whose arrival squares, by departure square and occupied squares, `targets` returns; `None` if it is of another
    /// kind: a hop, or several ways to one square.
    pub fn new(targets: impl Fn(Square, Bitboard) -> Bitboard, board: Bitboard) -> Option<Self> {
        let mut reach = Self {
            targets: Box::new([0; 64]),
            shadows: vec![[0; 64]; 64],
            origins: Box::new([0; 64]),
            back_shadows: vec![[0; 64]; 64],
            between: vec![[0; 64]; 64],
        };
        for from in board {
            let own = Bitboard::from(from);
            let (f, all) = (from.index(), targets(from, own).0);
            reach.targets[f] = all;
            bits(all).for_each(|to| reach.origins[usize::from(to)] |= own.0);
            for at in board & !own {
                let left = targets(from, own | at.into()).0;
                if left & !all != 0 {
                    return None;
                }
                reach.shadows[f][at.index()] = all & !left;
                for to in bits(all & !left).map(usize::from) {
                    reach.back_shadows[to][at.index()] |= own.0;
                    reach.between[f][to] |= 1 << at.index();
                }
            }
        }
        // All pairs of occupied squares, and some larger sets, have to shut off what their squares shut off alone.
        let squares: Vec<Square> = board.into_iter().collect();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let fits = |from: &Square, others: &[Square]| {
            let occupied = others
                .iter()
                .fold(Bitboard::from(*from), |set, at| set | (*at).into());
            let others: Vec<u8> = others.iter().map(|at| at.index() as u8).collect();
            targets(*from, occupied).0 == reach.from(from.index() as u8, &others)
        };
        let alike = squares.iter().all(|from| {
            let mut draw = || squares[rng.random_range(0..squares.len())];
            let pairs = squares
                .iter()
                .enumerate()
                .flat_map(|(i, first)| squares[..i].iter().map(move |second| [*first, *second]));
            pairs
                .filter(|pair| !pair.contains(from))
                .all(|pair| fits(from, &pair))
                && (0..200).all(|_| fits(from, &[draw(), draw(), draw(), draw()]))
        });
        alike.then_some(reach)
    }

    /// The arrival squares, given the other pieces.
    #[inline(always)]
    pub fn from(&self, from: u8, others: &[u8]) -> u64 {
        let shadows = &self.shadows[usize::from(from)];
        let each = others.iter();
        each.fold(self.targets[usize::from(from)], |set, at| {
            set & !shadows[usize::from(*at)]
        })
    }

    /// The departure squares, given the other pieces.
    #[inline(always)]
    pub fn back(&self, to: u8, others: &[u8]) -> u64 {
        let shadows = &self.back_shadows[usize::from(to)];
        let each = others.iter();
        each.fold(self.origins[usize::from(to)], |set, at| {
            set & !shadows[usize::from(*at)]
        })
    }
}

/// The set bits of a word.
#[inline(always)]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(bit)
    })
}

/// A permutation of the squares, applied to sets byte by byte.
pub struct Permutation(Box<[[u64; 256]; 8]>);

impl Permutation {
    pub fn new(transform: &Transform) -> Self {
        let mut tables = Box::new([[0; 256]; 8]);
        for (byte, table) in tables.iter_mut().enumerate() {
            for (value, image) in table.iter_mut().enumerate() {
                *image = bits((value as u64) << (8 * byte))
                    .fold(0, |set, bit| set | 1 << transform[usize::from(bit)]);
            }
        }
        Self(tables)
    }

    #[inline(always)]
    pub fn apply(&self, set: u64) -> u64 {
        let bytes = set.to_le_bytes();
        let each = self.0.iter().zip(bytes);
        each.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}
