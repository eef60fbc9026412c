//! Dynamo's legs, encoded by their result: one or two pieces that leave their squares.
//!
//! [`Move`] holds the first piece as departure and arrival, the second one in its detail. The pieces stand in the
//! alphabetical order of their squares, but a pawn that promotes comes first. A piece that goes over the edge has its
//! departure as its arrival; a second departure equal to the first means that there is no second piece.

use crate::base::{Move, MoveKind, PieceType, Square};
use arrayvec::ArrayVec;

/// One piece that leaves its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Displacement {
    /// The departure square.
    pub from: Square,
    /// The arrival square; `None` over the edge.
    pub to: Option<Square>,
}

/// The pieces that one leg displaces: one or two.
pub type Displacements = ArrayVec<Displacement, 2>;

impl Displacement {
    /// A displacement to a square of the board.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        let to = Some(to);
        Self { from, to }
    }

    /// A displacement over the edge.
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

    /// The index of the departure square in alphabetical order: a1, a2, ... b1.
    #[inline(always)]
    pub const fn rank_in_text(self) -> u8 {
        self.from.file() * 8 + self.from.rank()
    }
}

/// The leg that displaces one piece without promoting it.
#[inline(always)]
pub fn one(piece: Displacement) -> Move {
    match piece.to {
        Some(to) => Move::new(piece.from, to, MoveKind::Normal),
        None => {
            Move::new(piece.from, piece.from, MoveKind::Displacement).with_detail(piece.detail())
        }
    }
}

/// The leg that displaces two pieces, given in any order, and promotes none.
#[inline(always)]
pub fn two(one: Displacement, other: Displacement) -> Move {
    let (first, second) = if one.rank_in_text() < other.rank_in_text() {
        (one, other)
    } else {
        (other, one)
    };
    Move::new(first.from, first.arrival(), MoveKind::Displacement).with_detail(second.detail())
}

/// The promotion of a pawn; `pushed` is the square of the piece that it pushes over the edge, if any.
#[inline(always)]
pub fn promotion(from: Square, to: Square, into: PieceType, pushed: Option<Square>) -> Move {
    let second = Displacement::off(pushed.unwrap_or(from));
    Move::promotion(from, to, into).with_detail(second.detail())
}

/// The pieces that a leg of Dynamo displaces, in the order in which the move holds them.
#[inline(always)]
pub fn displaced(mv: Move) -> Displacements {
    let mut pieces = Displacements::new();
    match mv.kind() {
        MoveKind::Castle => {
            // In Dynamo only pieces in the corners castle.
            let (king, rank) = (mv.to(), mv.to().rank());
            let rook = if king.file() > mv.from().file() {
                (Square::at(7, rank), Square::at(king.file() - 1, rank))
            } else {
                (Square::at(0, rank), Square::at(king.file() + 1, rank))
            };
            pieces.push(Displacement::new(mv.from(), king));
            pieces.push(Displacement::new(rook.0, rook.1));
        }
        MoveKind::Displacement | MoveKind::Promotion => {
            pieces.push(Displacement::of_squares(mv.from(), mv.to()));
            let detail = mv.detail();
            let from = Square::new(detail as u8);
            if from != mv.from() {
                pieces.push(Displacement::of_squares(
                    from,
                    Square::new((detail >> 6) as u8),
                ));
            }
        }
        _ => pieces.push(Displacement::new(mv.from(), mv.to())),
    }
    pieces
}
