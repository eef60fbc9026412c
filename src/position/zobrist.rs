//! Zobrist hash keys from a fixed random stream, equal in every version.

use super::{Hand, Memory, State};
use crate::base::{Color, Piece, SplitMix64, Square};
use std::hint::cold_path;

struct Keys {
    pieces: [[u64; Square::COUNT]; Piece::COUNT],
    hands: [u64; 2],
    rights: [u64; 64],
    en_passant: [u64; Square::COUNT],
    passed: [u64; Square::COUNT],
    black: u64,
    left: [u64; 256],
    owed: [u64; 16],
    promoted: [u64; Square::COUNT],
    board_b: [u64; Square::COUNT],
}

static KEYS: Keys = {
    let mut rng = SplitMix64::new(0x4b41_5459_4449_4421);
    macro_rules! fill {
        ($size:expr) => {{
            let mut table = [0u64; $size];
            let mut index = 0;
            while index < $size {
                table[index] = rng.next();
                index += 1;
            }
            table
        }};
    }
    let mut pieces = [[0; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        pieces[index] = fill!(Square::COUNT);
        index += 1;
    }
    Keys {
        pieces,
        hands: fill!(2),
        rights: fill!(64),
        en_passant: fill!(Square::COUNT),
        passed: fill!(Square::COUNT),
        black: rng.next(),
        left: fill!(256),
        owed: fill!(16),
        promoted: fill!(Square::COUNT),
        board_b: fill!(Square::COUNT),
    }
};

/// The key of a piece on a square.
#[inline(always)]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    let key = type_key(piece, square);
    if piece.is_marked() {
        key ^ mark_key(piece, square)
    } else {
        key
    }
}

/// The key of a piece on a square, its marks left out.
#[inline(always)]
pub const fn type_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The part of a piece's key that comes from its marks.
pub fn mark_key(piece: Piece, square: Square) -> u64 {
    let mut key = 0;
    if piece.is_promoted() {
        key ^= KEYS.promoted[square.index()];
    }
    if piece.is_on_board_b() {
        key ^= KEYS.board_b[square.index()];
    }
    key
}

/// The key of a hand: its packed counts, scrambled; an empty hand has key 0.
#[inline(always)]
pub fn hand_key(color: Color, hand: Hand) -> u64 {
    if hand.is_empty() {
        0
    } else {
        SplitMix64::new(hand.bits() ^ KEYS.hands[color.index()]).next()
    }
}

/// The key of the state: side to move, rights, en passant squares and whatever else distinguishes positions, without what
/// conditions remember.
#[inline(always)]
pub fn state_key(state: &State) -> u64 {
    let mut key = KEYS.rights[state.rights.bits() as usize & 63];
    if state.side_to_move == Color::Black {
        key ^= KEYS.black;
    }
    if state.legal_en_passant.any() {
        cold_path();
        for square in state.legal_en_passant {
            key ^= KEYS.en_passant[square.index()];
        }
    }
    if state.turn_length != 0 {
        // The number of legs left distinguishes positions within a turn; the length of the turn distinguishes positions of games whose
        // turns get longer.
        key ^= KEYS.left[state.legs_left as usize]
            ^ KEYS.left[state.turn_length as usize].rotate_left(32);
        for square in state.passed {
            key ^= KEYS.passed[square.index()];
        }
    }
    if let Some(owed) = state.owed {
        cold_path();
        key ^= KEYS.owed[owed.index()];
        if state.turn_length == 0 {
            for square in state.passed {
                key ^= KEYS.passed[square.index()];
            }
        }
    }
    if state.unmoved.any() {
        cold_path();
        key ^= SplitMix64::new(state.unmoved.0 ^ KEYS.black.rotate_left(32)).next();
    }
    if state.checks_left != [0; 2] {
        cold_path();
        let left = u64::from(u16::from_le_bytes(state.checks_left));
        key ^= SplitMix64::new(left ^ KEYS.black).next();
    }
    key
}

/// The part of a position's key that comes from what conditions remember; 0 for nothing.
#[cold]
pub fn memory_key(memory: &Memory) -> u64 {
    if memory.is_empty() {
        return 0;
    }
    let start = KEYS.black.rotate_left(16);
    let words = memory.words().into_iter();
    words.fold(start, |key, word| SplitMix64::new(key ^ word).next())
}

/// The change of the state's key by a null move, or by a quiet move that changes nothing else of the state: the side to move
/// changes and en passant squares are cleared.
#[inline(always)]
pub fn passing_key(state: &State) -> u64 {
    state
        .legal_en_passant
        .into_iter()
        .fold(KEYS.black, |key, square| {
            key ^ KEYS.en_passant[square.index()]
        })
}
