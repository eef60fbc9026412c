//! The squares and rights of castling.

use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Square};
use crate::position::{Position, Rights};
use crate::variant::RuleSet;

/// The squares castling uses on one wing.
#[derive(Clone, Copy, Debug)]
pub struct CastlingWay {
    /// Where the king stands and arrives.
    pub king: (Square, Square),
    /// Where the rook piece stands and arrives.
    pub rook: (Square, Square),
    /// Squares that must be empty.
    pub clear: Bitboard,
    /// Squares the king leaves and passes: not attacked before the move.
    pub passed: Bitboard,
}

impl CastlingWay {
    /// The way of a side on a wing, on an 8x8 board.
    pub const fn of(color: Color, kingside: bool) -> Self {
        let rank = match color {
            Color::White => 0,
            Color::Black => 7,
        };
        let base = 8 * rank as u64;
        if kingside {
            Self {
                king: (Square::at(4, rank), Square::at(6, rank)),
                rook: (Square::at(7, rank), Square::at(5, rank)),
                clear: Bitboard(0x60 << base),
                passed: Bitboard(0x30 << base),
            }
        } else {
            Self {
                king: (Square::at(4, rank), Square::at(2, rank)),
                rook: (Square::at(0, rank), Square::at(3, rank)),
                clear: Bitboard(0x0e << base),
                passed: Bitboard(0x18 << base),
            }
        }
    }

    /// The way on the queen's side over three squares.
    const fn far(color: Color) -> Self {
        let near = Self::of(color, false);
        let rank = near.king.0.rank();
        Self {
            king: (near.king.0, Square::at(1, rank)),
            rook: (near.rook.0, Square::at(2, rank)),
            passed: Bitboard(0x1c << (8 * rank as u64)),
            ..near
        }
    }

    /// The way of a side on a wing in the game of a position.
    const fn in_game(rules: &RuleSet, color: Color, kingside: bool) -> Self {
        match rules.castlers[color.index()] {
            Some(castler) if !kingside && rules.far_castlers.contains(castler) => Self::far(color),
            _ => Self::of(color, kingside),
        }
    }

    /// The way a castling move takes.
    pub const fn of_move(color: Color, mv: Move) -> Self {
        match mv.to().file() {
            1 => Self::far(color),
            file => Self::of(color, file == 6),
        }
    }
}

/// Adds castling moves whose squares are free; the legality test checks attacks.
pub fn castling(pos: &Position, origins: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    if !pos.state().rights.has_any(Rights::both(us)) {
        return;
    }
    // Kings and rooks castle on the first board and arrive on the second, where there are two.
    let (first, second) = (pos.occupied() & !pos.board_b(), pos.board_b());
    for kingside in [true, false] {
        let way = CastlingWay::in_game(&pos.variant().rules, us, kingside);
        let arrivals = || Bitboard::from(way.king.1) | way.rook.1.into();
        if pos.state().rights.has(Rights::wing(us, kingside))
            && !first.intersects(way.clear)
            && origins.contains(way.king.0)
            && (second.is_empty() || !second.intersects(arrivals()))
        {
            list.push(Move::new(way.king.0, way.king.1, MoveKind::Castle));
        }
    }
}

/// The rights that are lost with each square.
static RIGHTS_OF_SQUARES: [Rights; Square::COUNT] = {
    let mut rights = [Rights::NONE; Square::COUNT];
    rights[0] = Rights::wing(Color::White, false);
    rights[7] = Rights::wing(Color::White, true);
    rights[4] = Rights::both(Color::White);
    rights[56] = Rights::wing(Color::Black, false);
    rights[63] = Rights::wing(Color::Black, true);
    rights[60] = Rights::both(Color::Black);
    rights
};

/// The squares on which rights depend: the homes of kings and rooks.
pub const RIGHTS_SQUARES: Bitboard = Bitboard(1 | 1 << 4 | 1 << 7 | 1 << 56 | 1 << 60 | 1 << 63);

/// The rights that are lost when the content of a square changes.
#[inline(always)]
pub const fn rights_of_square(square: Square) -> Rights {
    RIGHTS_OF_SQUARES[square.index()]
}
