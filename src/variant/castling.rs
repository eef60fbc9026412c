//! The rules of castling: the pieces and squares involved, and the squares whose change ends a castling right.

use crate::base::{Bitboard, Color, Move, PieceType, Square};
use crate::board::between;

/// How a side castles on one wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingWay {
    /// The piece that castles with the king.
    pub castler: PieceType,
    /// The king's departure and arrival square.
    pub king: (Square, Square),
    /// The castling piece's departure and arrival square.
    pub rook: (Square, Square),
    /// The squares that must be empty.
    pub clear: Bitboard,
    /// The squares that the king leaves and passes; they must not be attacked.
    pub passed: Bitboard,
}

impl CastlingWay {
    /// Castling with the given pairs of departure and arrival square; king and castling piece stand on one rank.
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

    /// A castling in which only the king moves, a substitute for a missing way.
    fn standing(mv: Move) -> Self {
        let from = (mv.from(), mv.from());
        Self::new(PieceType::new(0), (mv.from(), mv.to()), from)
    }

    /// The departure and arrival squares of the king and of the castling piece.
    pub fn squares(&self) -> Bitboard {
        let (king, rook) = (self.king, self.rook);
        [king.0, king.1, rook.0, rook.1].into_iter().collect()
    }
}

/// The castling rules of a game.
#[derive(Clone, Debug)]
pub struct CastlingRules {
    /// How each side castles on the queen's wing and on the king's wing; `None` if it does not.
    pub ways: [[Option<CastlingWay>; 2]; 2],
    /// The home square of each side's king.
    pub kings: [Square; 2],
    /// The squares on which castling rights depend: the home squares of kings and castling pieces.
    pub squares: Bitboard,
    /// By square: the castling rights (bits) that are lost when a piece leaves the square or arrives on it.
    pub lost: [u8; Square::COUNT],
    /// Whether kings and rooks castle from any start squares (Chess960).
    pub anywhere: bool,
}

impl CastlingRules {
    /// The rules for the given ways to castle; `kings` are the home squares of the kings.
    pub fn new(ways: [[Option<CastlingWay>; 2]; 2], kings: [Square; 2], anywhere: bool) -> Self {
        let mut lost = [0; Square::COUNT];
        for color in Color::ALL {
            let side = color.index();
            let [queenside, kingside] = [false, true].map(|wing| right_of(color, wing));
            // A change on the king's square ends both rights. In games whose rights can return, the mark "king unmoved" is kept elsewhere.
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

    /// How a side castles on a wing; `None` if it does not.
    #[inline(always)]
    pub const fn way(&self, color: Color, kingside: bool) -> Option<&CastlingWay> {
        self.ways[color.index()][kingside as usize].as_ref()
    }

    /// How a side castles with a castling move, whose detail gives the wing.
    #[inline]
    pub fn of_move(&self, color: Color, mv: Move) -> CastlingWay {
        let wing = usize::from(mv.detail() & 1);
        self.ways[color.index()][wing].unwrap_or_else(|| CastlingWay::standing(mv))
    }

    /// The piece type that castles with a side's king on a wing.
    pub fn castler(&self, color: Color, kingside: bool) -> Option<PieceType> {
        self.way(color, kingside).map(|way| way.castler)
    }

    /// Whether a piece type castles with a side's king, on any wing.
    pub fn is_castler(&self, color: Color, piece_type: PieceType) -> bool {
        let ways = self.ways[color.index()].iter().flatten();
        ways.map(|way| way.castler)
            .any(|castler| castler == piece_type)
    }

    /// The squares of the king and the castling pieces of those rights of a side that `has` holds.
    pub fn homes(&self, color: Color, has: impl Fn(bool) -> bool) -> Bitboard {
        let ways =
            [false, true].map(|kingside| self.way(color, kingside).filter(|_| has(kingside)));
        let ways = ways.into_iter().flatten();
        ways.fold(Bitboard::EMPTY, |all, way| {
            all | way.king.0.into() | way.rook.0.into()
        })
    }

    /// Whether at least one side can castle in this game.
    pub fn exists(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has(color))
    }

    /// Whether a side can castle in this game.
    pub fn has(&self, color: Color) -> bool {
        self.ways[color.index()].iter().any(Option::is_some)
    }
}

/// The bit of a castling right. Each side has two bits, the king's wing first.
const fn right_of(color: Color, kingside: bool) -> u8 {
    (if kingside { 1 } else { 2 }) << (2 * color as u8)
}
