//! Exact packing of positions into a few words: equal words mean equal continuations.

use crate::base::Color;
use crate::position::{Memory, Position};

/// The maximum number of words: one for occupied squares, one for marks, two for hands, the words for 64 pieces, and what is remembered.
const MOST_WORDS: usize = 4 + 64_usize.div_ceil(PIECES_A_WORD) + Memory::WORDS;
/// Bits per piece: type and colour.
const BITS: usize = 5;
const PIECES_A_WORD: usize = 12;

/// A position packed into words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed {
    /// The words; those beyond `Packing::length` are 0.
    pub words: [u64; MOST_WORDS],
    /// Side to move and castling rights, in seven bits.
    pub state: u8,
}

/// The layout for all positions that can arise from a given position.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    marks: bool,
    hands: bool,
    memory: bool,
    length: usize,
}

impl Packing {
    /// The layout for a position and its successors. The number of pieces never grows, with hands and what waits to come back, unless conditions
    /// bring pieces or moves leave walls.
    pub fn of(pos: &Position) -> Self {
        let rules = &pos.variant().rules;
        let hands = rules.capabilities.drops;
        let has = rules.capabilities;
        let marks = has.two_boards || has.marks_pieces() || rules.marks_promoted;
        let held = Color::ALL.iter().flat_map(|color| pos.hand(*color).iter());
        let held: usize = held.map(|(_, count)| usize::from(count)).sum();
        let pieces = if rules.conditions.bring_pieces() || rules.capabilities.walls {
            64
        } else {
            let waiting = pos.state().memory.pieces().count();
            (pos.occupied().count() as usize + held + waiting).min(64)
        };
        let memory = rules.conditions.remember();
        Self {
            marks,
            hands,
            memory,
            length: 1
                + usize::from(marks)
                + 2 * usize::from(hands)
                + if memory { Memory::WORDS } else { 0 }
                + pieces.div_ceil(PIECES_A_WORD),
        }
    }

    /// The number of words per position.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Packs a position; `None` if an en passant capture is legal.
    #[inline]
    pub fn pack(&self, pos: &Position) -> Option<Packed> {
        let state = pos.state();
        if state.legal_en_passant.any() {
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
        if self.memory {
            for word in state.memory.words() {
                words[at] = word;
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

#[cfg(test)]
mod tests {
    use super::Packing;
    use crate::catalogue::Catalogue;
    use crate::rules::position;

    /// A game of chess with a rule more.
    fn game(rule: &str) -> std::sync::Arc<crate::variant::Variant> {
        let file = format!("name = \"packed\"\ninherits = \"chess\"\n{rule}\n");
        let catalogue = Catalogue::new();
        catalogue
            .add_texts(vec![("packed.toml".to_owned(), file)])
            .expect("a game");
        catalogue.variant("packed").expect("a game")
    }

    #[test]
    fn pieces_and_walls_that_come_to_the_board_are_packed_too() {
        for (rule, come) in [
            ("conditions = [\"sentinels\"]", "6PP/PPPPPP1p/8/pp6"),
            ("conditions = [\"haaner\"]", "6**/******1*/8/**6"),
            ("[walls]\nplacing = \"left\"", "6**/******1*/8/**6"),
        ] {
            let game = game(rule);
            let place = |fen: &str| position(&game, fen).expect("a position");
            let packing = Packing::of(&place("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"));
            let pack = |fen: &str| packing.pack(&place(fen)).expect("no en passant");
            // More than twelve pieces: a word holds twelve of them.
            let [white, black] = ["P", "p"].map(|last| {
                let fen = format!("4k3/7{last}/{come}/8/R3K2R w - - 0 1");
                pack(&fen).words[..packing.length()].to_vec()
            });
            assert_ne!(white, black, "{rule}");
        }
    }
}
