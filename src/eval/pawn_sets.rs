//! Sets of squares derived from the pawns: front spans, files, passed pawns. Only for pawns that go straight ahead.

use crate::base::{Bitboard, Color, Square, Value};
use crate::position::Position;
use crate::variant::RuleSet;

/// The front span: all squares ahead of `squares` on their files, as `color` sees it.
pub fn front(squares: Bitboard, color: Color) -> Bitboard {
    // Each step doubles the filled ranks: one, two, four, eight.
    match color {
        Color::White => {
            let mut fill = squares.0 << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            Bitboard(fill | fill << 32)
        }
        Color::Black => {
            let mut fill = squares.0 >> 8;
            fill |= fill >> 8;
            fill |= fill >> 16;
            Bitboard(fill | fill >> 32)
        }
    }
}

pub fn files(squares: Bitboard) -> Bitboard {
    front(squares, Color::White) | front(squares, Color::Black) | squares
}

/// The number of ranks that a pawn has advanced beyond the second rank of its side.
pub fn way(rules: &RuleSet, us: Color, pawn: Square) -> Value {
    let rank = match us {
        Color::White => pawn.rank(),
        Color::Black => rules.ranks - 1 - pawn.rank(),
    };
    Value::from(rank.saturating_sub(1))
}

/// The stop square: the square in front of a pawn, if it is on the board.
pub fn stop(rules: &RuleSet, us: Color, pawn: Square) -> Option<Square> {
    let forward = match us {
        Color::White => 1,
        Color::Black => -1,
    };
    let stop = pawn.offset(0, forward);
    stop.filter(|stop| rules.board.squares().contains(*stop))
}

/// The pawns and sets of squares derived from them, all indexed by side. Only for pawns that go straight ahead.
#[derive(Clone, Debug)]
pub struct Pawns {
    pub pieces: [Bitboard; 2],
    /// The squares that the pawns attack.
    pub guards: [Bitboard; 2],
    /// All squares ahead of the pawns on their files.
    pub front: [Bitboard; 2],
    /// All squares of the pawns' files.
    pub files: [Bitboard; 2],
}

impl Pawns {
    /// The pawns of a position; `guards` are the squares that they attack. `None` in games whose pawns do not go straight ahead: a file
    /// does not decide whether a pawn is passed, and piece-square values cover the way to promotion.
    pub fn of(pos: &Position, guards: [Bitboard; 2]) -> Option<Self> {
        let pawn = pos.variant().rules.straight_pawn()?;
        let pieces = Color::ALL.map(|color| pos.pieces(color, pawn));
        Some(Self {
            pieces,
            guards,
            front: Color::ALL.map(|color| front(pieces[color.index()], color)),
            files: pieces.map(files),
        })
    }

    /// The passed pawns of a side; of doubled pawns only the foremost counts.
    pub fn passed(&self, us: Color) -> Bitboard {
        let ours = self.pieces[us.index()];
        let free = self.never_attacked_by(!us) & !self.front[(!us).index()];
        ours & free & !front(ours, !us)
    }

    /// The squares that no pawn of a side can ever attack, however far it advances.
    pub fn never_attacked_by(&self, color: Color) -> Bitboard {
        let front = self.front[color.index()];
        !(front.east() | front.west())
    }
}
