//! Line tables: a slide or a hop along a file, rank or diagonal by one multiplication and one look-up.
//!
//! The occupancy of a line through a square, without the line's two end squares, is a number of six bits. One
//! multiplier per line gathers these bits at the top of a word (the idea of kindergarten and magic bitboards),
//! so one table of 64 x 4 x 64 sets serves any movement that depends on the inner squares only.
//! That holds for every [`Behaviour`]: an end square has nothing behind it, so a piece there can be
//! captured or stop a slide, but never be leapt.

use super::topology::{Direction, Topology};
use crate::base::{Bitboard, Square};
use std::sync::Arc;

/// A movement along a line, or the reverse look-up of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Behaviour {
    /// Over empty squares to the first piece, that square included; at most `range` steps (0 = no limit).
    Slide {
        /// The limit in steps, 0 for none.
        range: u8,
    },
    /// A grasshopper's hop: the square right behind the first piece, met within `range` steps.
    HopBehind {
        /// The limit in steps up to the hurdle, 0 for none.
        range: u8,
    },
    /// A lion's hop: every square behind the first piece, up to and including the second piece.
    HopBeyond {
        /// The limit in steps to the arrival square, 0 for none.
        range: u8,
    },
    /// Reverse of [`Behaviour::HopBehind`]: the squares from which a hop arrives on the given square.
    FromHopBehind {
        /// The limit in steps up to the hurdle, 0 for none.
        range: u8,
    },
    /// The squares up to and including piece number `depth`, whose changes can affect a piece on the start square.
    View {
        /// The view ends at the piece of this number; the nearest piece has number 1.
        depth: u8,
    },
}

impl Behaviour {
    /// The reverse movement: from an arrival square to the possible departure squares.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::HopBehind { range } => Self::FromHopBehind { range },
            Self::FromHopBehind { range } => Self::HopBehind { range },
            // Symmetric in the two squares: between them stands no piece (slide) or exactly one (hop).
            Self::Slide { .. } | Self::HopBeyond { .. } | Self::View { .. } => self,
        }
    }

    /// The squares reached along one direction.
    fn walk(
        self,
        board: &Topology,
        from: Square,
        direction: Direction,
        occupied: Bitboard,
    ) -> Bitboard {
        let (files, ranks) = direction.stride();
        let mut ray = std::iter::successors(board.step(from, files, ranks), |square| {
            board.step(*square, files, ranks)
        })
        .enumerate();
        let mut reached = Bitboard::EMPTY;
        match self {
            Self::Slide { range } => reached = slide(ray, range.into(), occupied),
            Self::HopBehind { range } => {
                let hurdle = ray.find(|(_, square)| occupied.contains(*square));
                if hurdle.is_some_and(|(steps, _)| range == 0 || steps < range.into())
                    && let Some((_, square)) = ray.next()
                {
                    reached |= square.into();
                }
            }
            Self::HopBeyond { range } => {
                if ray.any(|(_, square)| occupied.contains(square)) {
                    reached = slide(ray, range.into(), occupied);
                }
            }
            Self::FromHopBehind { range } => {
                let hurdle = ray.next();
                if hurdle.is_some_and(|(_, square)| occupied.contains(square)) {
                    let range = usize::from(range) + usize::from(range > 0);
                    reached = slide(ray, range, occupied);
                }
            }
            Self::View { depth } => {
                let mut met = 0;
                for (_, square) in ray {
                    reached |= square.into();
                    met += u8::from(occupied.contains(square));
                    if met >= depth {
                        break;
                    }
                }
            }
        }
        reached
    }
}

/// The squares of a ray up to and including the first piece, as far as their number on the ray is below `range` (0 = no limit).
fn slide(ray: impl Iterator<Item = (usize, Square)>, range: usize, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (_, square) in ray.take_while(|(steps, _)| range == 0 || *steps < range) {
        reached |= square.into();
        if occupied.contains(square) {
            break;
        }
    }
    reached
}

/// A set of lines among the four through a square, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Lines(pub u8);

impl Lines {
    /// The file.
    pub const FILE: Self = Self(0b0001);
    /// File and rank.
    pub const ROOK: Self = Self(0b0011);
    /// Both diagonals.
    pub const BISHOP: Self = Self(0b1100);
    /// All four lines.
    pub const QUEEN: Self = Self(0b1111);
}

/// The squares of one line without its ends, and the multiplier that gathers them.
#[derive(Clone, Copy)]
struct Gather {
    mask: u64,
    factor: u64,
}

const fn gather(square: Square, line: usize) -> Gather {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    let inner_files = !(Bitboard::FILE_A.0 | Bitboard::FILE_H.0);
    let inner_ranks = !(0xff | 0xff << 56);
    match line {
        0 => {
            // Rank r of the file goes to bit 64 - r, so that no two products overlap in the top six bits.
            let mut factor = 0;
            let mut r = 1;
            while r <= 6 {
                factor |= 1 << (64 - 9 * r - file);
                r += 1;
            }
            Gather {
                mask: (Bitboard::FILE_A.0 << file) & inner_ranks,
                factor,
            }
        }
        1 => Gather {
            mask: (0xff << (8 * rank)) & inner_files,
            factor: 1 << (57 - 8 * rank),
        },
        _ => {
            let mut mask = 0;
            let mut index = 0;
            while index < 64 {
                let (f, r) = (index & 7, index >> 3);
                let same = if line == 2 {
                    f + rank == r + file
                } else {
                    f + r == file + rank
                };
                if same {
                    mask |= 1 << index;
                }
                index += 1;
            }
            Gather {
                mask: mask & inner_files & inner_ranks,
                factor: 0x0202_0202_0202_0202,
            }
        }
    }
}

static GATHERS: [[Gather; 4]; 64] = {
    let mut table = [[Gather { mask: 0, factor: 0 }; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let mut line = 0;
        while line < 4 {
            table[index][line] = gather(Square::new(index as u8), line);
            line += 1;
        }
        index += 1;
    }
    table
};

/// The squares that a line movement reaches, by square, line and occupancy of the line. Clones share the table.
#[derive(Clone)]
pub struct LineTable {
    pub(super) sets: Arc<Sets>,
}

pub(super) type Sets = [[[Bitboard; 64]; 4]; 64];
impl LineTable {
    /// The table of a line movement on a board.
    pub fn new(board: &Topology, behaviour: Behaviour) -> Self {
        // Made where it stays: a copy of so many pages costs more than to fill them.
        let mut table: Arc<[[[Bitboard; 64]; 4]]> =
            std::iter::repeat_n([[Bitboard::EMPTY; 64]; 4], Square::COUNT).collect();
        let sets = Arc::make_mut(&mut table);
        for square in board.squares() {
            for direction in Direction::ALL {
                let line = direction.line();
                let gather = GATHERS[square.index()][line];
                let mut occupied = 0u64;
                loop {
                    let index = (occupied.wrapping_mul(gather.factor) >> 58) as usize;
                    sets[square.index()][line][index] |=
                        behaviour.walk(board, square, direction, Bitboard(occupied));
                    // The next subset of the mask (carry-rippler).
                    occupied = occupied.wrapping_sub(gather.mask) & gather.mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
        match table.try_into() {
            Ok(sets) => Self { sets },
            Err(_) => unreachable!("the table was made with 64 squares"),
        }
    }

    /// The squares reached along one line 0-3 when `occupied` are the occupied squares.
    #[inline(always)]
    pub fn along(&self, from: Square, line: usize, occupied: Bitboard) -> Bitboard {
        let gather = &GATHERS[from.index()][line & 3];
        let index = ((occupied.0 & gather.mask).wrapping_mul(gather.factor) >> 58) as usize;
        self.sets[from.index()][line & 3][index]
    }

    /// The squares reached along the chosen lines when `occupied` are the occupied squares.
    #[inline(always)]
    pub fn targets(&self, from: Square, occupied: Bitboard, lines: Lines) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        if lines.0 & 0b0011 == 0b0011 {
            reached |= self.along(from, 0, occupied) | self.along(from, 1, occupied);
        } else if lines.0 & 0b0011 != 0 {
            reached |= self.along(from, (lines.0 >> 1 & 1) as usize, occupied);
        }
        if lines.0 & 0b1100 == 0b1100 {
            reached |= self.along(from, 2, occupied) | self.along(from, 3, occupied);
        } else if lines.0 & 0b1100 != 0 {
            reached |= self.along(from, (2 + (lines.0 >> 3 & 1)) as usize, occupied);
        }
        reached
    }
}

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let from = Square::new((index / 8) as u8);
        let (files, ranks) = Direction::ALL[index % 8].stride();
        let mut passed = Bitboard::EMPTY;
        let mut square = from;
        while let Some(next) = square.offset(files, ranks) {
            table[from.index()][next.index()] = passed;
            passed = Bitboard(passed.0 | 1 << next.index());
            square = next;
        }
        index += 1;
    }
    table
};

/// The squares strictly between two squares of one queen line; empty when they share none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

static FULL: [[Bitboard; 4]; 64] = {
    let mut table = [[Bitboard::EMPTY; 4]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let direction = Direction::ALL[index % 8];
        let (files, ranks) = direction.stride();
        let line = &mut table[index / 8][direction.line()];
        let mut square = Square::new((index / 8) as u8);
        while let Some(next) = square.offset(files, ranks) {
            line.0 |= 1 << next.index();
            square = next;
        }
        index += 1;
    }
    table
};

/// The chosen lines through a square without the square itself, to the edges of the 8x8 frame.
#[inline(always)]
pub fn full_lines(square: Square, lines: Lines) -> Bitboard {
    let full = &FULL[square.index()];
    (0..4)
        .filter(|line| lines.0 >> line & 1 != 0)
        .fold(Bitboard::EMPTY, |all, line| all | full[line])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    const BEHAVIOURS: [Behaviour; 8] = [
        Behaviour::Slide { range: 0 },
        Behaviour::Slide { range: 3 },
        Behaviour::HopBehind { range: 0 },
        Behaviour::HopBeyond { range: 0 },
        Behaviour::FromHopBehind { range: 0 },
        Behaviour::View { depth: 1 },
        Behaviour::View { depth: 2 },
        Behaviour::HopBehind { range: 2 },
    ];

    #[test]
    fn tables_agree_with_walking() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let holes = Topology::new(
            Bitboard(rng.next_u64() | rng.next_u64()),
            vec![(Square::at(1, 2), Square::at(2, 1))],
        );
        for board in [Topology::STANDARD, &holes] {
            for behaviour in BEHAVIOURS {
                let table = LineTable::new(board, behaviour);
                for _ in 0..200 {
                    let occupied = Bitboard(rng.next_u64() & rng.next_u64()) & board.squares();
                    for from in board.squares() {
                        for direction in Direction::ALL {
                            let walked = behaviour.walk(board, from, direction, occupied);
                            let (files, ranks) = direction.stride();
                            let opposite = Direction::of(-files, -ranks).unwrap();
                            let both = walked | behaviour.walk(board, from, opposite, occupied);
                            assert_eq!(table.along(from, direction.line(), occupied), both);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn reverse_tables_find_every_hopper() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for behaviour in BEHAVIOURS {
            let forward = LineTable::new(Topology::STANDARD, behaviour);
            let reverse = LineTable::new(Topology::STANDARD, behaviour.reversed());
            for _ in 0..200 {
                let occupied = Bitboard(rng.next_u64() & rng.next_u64());
                for from in occupied {
                    for to in Square::all() {
                        let there = forward.targets(from, occupied, Lines::QUEEN).contains(to);
                        let back = reverse.targets(to, occupied, Lines::QUEEN).contains(from);
                        assert_eq!(there, back, "{behaviour:?} {from} {to}");
                    }
                }
            }
        }
    }
}
