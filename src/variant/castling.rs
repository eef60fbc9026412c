//! The squares and pieces of castling, and the changes that end castling rights.

use crate::base::{Bitboard, Color, Move, PieceType, Square};
use crate::board::between;

/// Castling of a side on one wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingWay {
    /// The piece that castles with the king.
    pub castler: PieceType,
    /// The king's departure and arrival square.
    pub king: (Square, Square),
    /// The castling piece's departure and arrival square.
    pub rook: (Square, Square),
    /// Squares that must be empty.
    pub clear: Bitboard,
    /// Squares that the king leaves and passes, which must not be attacked before the move.
    pub passed: Bitboard,
}

impl CastlingWay {
    /// The way from and to the squares of king and castling piece, which stand on one rank.
    pub fn new(castler: PieceType, king: (Square, Square), rook: (Square, Square)) -> Self {
        let own = Bitboard::from(king.0) | rook.0.into();
        let path = |(from, to): (Square, Square)| between(from, to) | to.into();
        Self {
            castler,
            king,
            rook,
            clear: (path(king) | path(rook)) & !own,
            passed: (between(king.0, king.1) | king.0.into()) & !Bitboard::from(king.1),
        }
    }

    /// A way on which only the king moves.
    fn standing(mv: Move) -> Self {
        let from = (mv.from(), mv.from());
        Self::new(PieceType::new(0), (mv.from(), mv.to()), from)
    }

    /// The four squares of the king and the castling piece, before and after.
    pub fn squares(&self) -> Bitboard {
        let (king, rook) = (self.king, self.rook);
        [king.0, king.1, rook.0, rook.1].into_iter().collect()
    }
}

/// Castling of a game: by side, the queen's wing before the king's.
#[derive(Clone, Debug)]
pub struct CastlingRules {
    /// The ways.
    pub ways: [[Option<CastlingWay>; 2]; 2],
    /// The home square of each side's king.
    pub kings: [Square; 2],
    /// The squares on which rights depend: the homes of kings and castling pieces.
    pub squares: Bitboard,
    /// By square: the bits of the rights that are lost when a piece leaves the square or arrives there.
    pub lost: [u8; Square::COUNT],
    /// Whether kings and rooks castle from their start squares, whatever these are (Chess960).
    pub anywhere: bool,
}

impl CastlingRules {
    /// The rules of castling for these ways.
    pub fn new(ways: [[Option<CastlingWay>; 2]; 2], kings: [Square; 2], anywhere: bool) -> Self {
        let mut lost = [0; Square::COUNT];
        for color in Color::ALL {
            let side = color.index();
            let [queenside, kingside] = [false, true].map(|wing| right_of(color, wing));
            // A change of the king's square ends both rights; the mark "king unmoved" is kept by the games in which rights return.
            lost[kings[side].index()] |= queenside | kingside;
            for (way, right) in ways[side].iter().zip([queenside, kingside]) {
                if let Some(way) = way {
                    lost[way.rook.0.index()] |= right;
                }
            }
        }
        let has_right = |square: &Square| lost[square.index()] != 0;
        Self {
            ways,
            kings,
            squares: Square::all().filter(has_right).collect(),
            lost,
            anywhere,
        }
    }

    /// The way of a side on a wing; `None` if the side does not castle on that wing.
    #[inline(always)]
    pub const fn way(&self, color: Color, kingside: bool) -> Option<&CastlingWay> {
        self.ways[color.index()][kingside as usize].as_ref()
    }

    /// The way of a side's castling move, whose detail is the wing.
    #[inline]
    pub fn of_move(&self, color: Color, mv: Move) -> CastlingWay {
        let wing = usize::from(mv.detail() & 1);
        self.ways[color.index()][wing].unwrap_or_else(|| CastlingWay::standing(mv))
    }

    /// The piece that castles on a wing of a side.
    pub fn castler(&self, color: Color, kingside: bool) -> Option<PieceType> {
        self.way(color, kingside).map(|way| way.castler)
    }

    /// Whether a piece type castles with a side's king.
    pub fn is_castler(&self, color: Color, piece_type: PieceType) -> bool {
        let ways = self.ways[color.index()].iter().flatten();
        ways.map(|way| way.castler)
            .any(|castler| castler == piece_type)
    }

    /// Whether any side castles.
    pub fn exists(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has(color))
    }

    /// Whether a side castles.
    pub fn has(&self, color: Color) -> bool {
        self.ways[color.index()].iter().any(Option::is_some)
    }
}

/// The bit of a right: two for each side, the king's wing first.
const fn right_of(color: Color, kingside: bool) -> u8 {
    (if kingside { 1 } else { 2 }) << (2 * color as u8)
}
