//! A leg of Dynamo is named by its result: one or two men that leave their squares.
//!
//! [`Move`] holds the first man as departure and arrival, the second one in its detail. The men stand in the
//! alphabetical order of their squares, but a pawn that promotes comes first. A man that goes over the edge has its
//! departure as its arrival; there is no second man if he would come from the square of the first.

use crate::base::{Color, Move, MoveKind, PieceType, Square};
use crate::rules::castling::CastlingWay;
use arrayvec::ArrayVec;

/// One man that leaves its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Displacement {
    /// Where it stands.
    pub from: Square,
    /// Where it arrives; `None` over the edge.
    pub to: Option<Square>,
}

/// The men that one leg displaces: one or two.
pub type Displacements = ArrayVec<Displacement, 2>;

impl Displacement {
    /// A man that stays on the board.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        let to = Some(to);
        Self { from, to }
    }

    /// A man that goes over the edge.
    #[inline(always)]
    pub const fn off(from: Square) -> Self {
        Self { from, to: None }
    }

    #[inline(always)]
    fn of_squares(from: Square, to: Square) -> Self {
        let to = Some(to).filter(|to| *to != from);
        Self { from, to }
    }

    #[inline(always)]
    fn arrival(self) -> Square {
        self.to.unwrap_or(self.from)
    }

    #[inline(always)]
    fn detail(self) -> u16 {
        (self.from.index() | self.arrival().index() << 6) as u16
    }

    /// The place of its square in alphabetical order: a1, a2, ... b1.
    #[inline(always)]
    pub const fn rank_in_text(self) -> u8 {
        self.from.file() * 8 + self.from.rank()
    }
}

/// The leg that displaces one man without promoting it.
#[inline(always)]
pub fn one(man: Displacement) -> Move {
    match man.to {
        Some(to) => Move::new(man.from, to, MoveKind::Normal),
        None => Move::new(man.from, man.from, MoveKind::Displacement).with_detail(man.detail()),
    }
}

/// The leg that displaces two men, given in any order, and promotes none.
#[inline(always)]
pub fn two(one: Displacement, other: Displacement) -> Move {
    let (first, second) = if one.rank_in_text() < other.rank_in_text() {
        (one, other)
    } else {
        (other, one)
    };
    Move::new(first.from, first.arrival(), MoveKind::Displacement).with_detail(second.detail())
}

/// The promotion of a pawn, with the man that it has pushed over the edge if it follows one.
#[inline(always)]
pub fn promotion(from: Square, to: Square, into: PieceType, pushed: Option<Square>) -> Move {
    let second = Displacement::off(pushed.unwrap_or(from));
    Move::promotion(from, to, into).with_detail(second.detail())
}

/// The men that a leg of Dynamo displaces, in the order in which the move holds them.
#[inline(always)]
pub fn displaced(mv: Move) -> Displacements {
    let mut men = Displacements::new();
    match mv.kind() {
        MoveKind::Castle => {
            let side = if mv.from().rank() == 0 {
                Color::White
            } else {
                Color::Black
            };
            let way = CastlingWay::of_move(side, mv);
            men.push(Displacement::new(way.king.0, way.king.1));
            men.push(Displacement::new(way.rook.0, way.rook.1));
        }
        MoveKind::Displacement | MoveKind::Promotion => {
            men.push(Displacement::of_squares(mv.from(), mv.to()));
            let detail = mv.detail();
            let from = Square::new(detail as u8);
            if from != mv.from() {
                men.push(Displacement::of_squares(
                    from,
                    Square::new((detail >> 6) as u8),
                ));
            }
        }
        _ => men.push(Displacement::new(mv.from(), mv.to())),
    }
    men
}
