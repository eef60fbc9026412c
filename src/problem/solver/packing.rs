//! Exact packing of positions into a few words: equal words mean equal continuations.

use crate::base::Color;
use crate::position::Position;

/// The most words: occupied squares, marks, two hands, and 64 pieces.
const MOST_WORDS: usize = 4 + 64_usize.div_ceil(PIECES_A_WORD);
/// Bits for type and colour of a piece.
const BITS: usize = 5;
const PIECES_A_WORD: usize = 12;

/// A position as words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The words; those behind the length of the packing are 0.
    pub words: [u64; MOST_WORDS],
    /// The side to move and the castling rights, seven bits.
    pub state: u8,
}

/// The packing of all positions that can arise from a position.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    marks: bool,
    hands: bool,
    length: usize,
}

impl Packing {
    /// The packing for a position; the number of pieces on the board and in hand never grows.
    pub fn of(pos: &Position) -> Self {
        let rules = &pos.variant().rules;
        let hands = rules.capabilities.drops;
        let marks = rules.capabilities.two_boards || rules.marks_promoted;
        let held = Color::ALL.iter().flat_map(|color| pos.hand(*color).iter());
        let held: usize = held.map(|(_, count)| usize::from(count)).sum();
        let pieces = (pos.occupied().count() as usize + held).min(64);
        Self {
            marks,
            hands,
            length: 1
                + usize::from(marks)
                + 2 * usize::from(hands)
                + pieces.div_ceil(PIECES_A_WORD),
        }
    }

    /// The number of words per position.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Packs a position; `None` if an en passant capture is possible.
    #[inline]
    pub fn pack(&self, pos: &Position) -> Option<Packed> {
        let state = pos.state();
        if state.en_passant.any() {
            return None;
        }
        let mut words = [0; MOST_WORDS];
        words[0] = pos.occupied().0;
        let mut at = 1;
        if self.hands {
            for color in Color::ALL {
                words[at] = pos.hand(color).bits();
                at += 1;
            }
        }
        let mut pieces = 0;
        let mut marks = 0;
        for square in pos.occupied() {
            let Some(piece) = pos.at(square) else {
                continue;
            };
            if pieces == PIECES_A_WORD {
                pieces = 0;
                at += 1;
            }
            let bits = piece.piece_type().index() << 1 | piece.color().index();
            words[at] |= (bits as u64) << (pieces * BITS);
            pieces += 1;
            marks |= u64::from(piece.is_marked()) << square.index();
        }
        if self.marks {
            words[self.length - 1] = marks;
        }
        Some(Packed {
            words,
            state: state.rights.bits() << 1 | state.side_to_move.index() as u8,
        })
    }
}

impl Packed {
    pub fn of_words(words: &[u64], state: u8) -> Self {
        let mut packed = Self {
            words: [0; MOST_WORDS],
            state,
        };
        packed.words[..words.len()].copy_from_slice(words);
        packed
    }

    /// A hash of the position (multiplicative hashing with golden-ratio constants).
    #[inline]
    pub fn hash(&self, length: usize) -> u64 {
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let start = u64::from(self.state).wrapping_mul(MULTIPLIER);
        self.words[..length].iter().fold(start, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(MULTIPLIER);
            mixed ^ mixed >> 29
        })
    }
}
