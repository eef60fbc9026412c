//! One leg of a turn, packed in four bytes.

use super::{PieceType, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU32;

/// The maximum length of a move list. `n` pieces have at most `64 - n` arrival squares each, hence at most 1024 moves in a
/// position; at most eight pawns before the last rank add promotions, and hops over different hurdles to one square add a few
/// hundred. Hops beyond the limit are left out.
pub const MAX_MOVES: usize = 4096;

/// The most pieces that one leg can leap over and change.
pub const MAX_LEAPS: usize = 8;

/// Legs generated for one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kind of a leg. Whether it captures is not stored: that follows from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves to another square and captures an enemy piece there, if any.
    Normal,
    /// A pawn's first move over one or two squares, on which it can be captured en passant.
    MultiStep,
    /// A pawn takes a pawn that has just passed the arrival square.
    EnPassant,
    /// Castling: `from` and `to` are the king's squares; the detail names the wing. Also a [pass](Move::pass) and an
    /// [exchange](Move::exchange).
    Castle,
    /// A piece changes its piece type: a pawn on its last rank, other pieces by entering or leaving a promotion zone.
    Promotion,
    /// A piece is dropped from the hand.
    Drop,
    /// The piece on `from` takes the piece on `to` without moving.
    Shot,
    /// Dynamo: a push or a pull. One piece moves from `from` to `to`; the detail encodes a second one, if any.
    Displacement,
}

/// One leg: departure, arrival, kind, detail and, for promotions and drops, the piece type that appears.
/// `Option<Move>` is four bytes; a null move is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

impl Move {
    const MARK: u32 = 1 << 31;
    const DETAIL: u32 = 19;

    /// The bit of the detail of castling by which a piece in hand comes to the square of the castling piece, not the king's.
    const GATE_AT_ROOK: u16 = 4;

    /// The detail of a pass; in castling the detail is the wing. Equal squares do not mark a pass, since a king may castle without moving.
    const PASS: u16 = 2;

    /// The detail of an exchange.
    const EXCHANGE: u16 = 8;

    /// Every detail is less than this number.
    pub const DETAILS: u16 = 1 << 12;

    const fn pack(from: Square, to: Square, kind: MoveKind, piece_type: usize) -> Self {
        let bits = from.index() as u32
            | (to.index() as u32) << 6
            | (piece_type as u32) << 12
            | (kind as u32) << 16
            | Self::MARK;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// A leg that is neither a promotion nor a drop.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self::pack(from, to, kind, 0)
    }

    /// A promotion to the given piece type.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, piece_type: PieceType) -> Self {
        Self::pack(from, to, MoveKind::Promotion, piece_type.index())
    }

    /// A drop of the given piece type.
    #[inline(always)]
    pub const fn drop(piece_type: PieceType, to: Square) -> Self {
        Self::pack(to, to, MoveKind::Drop, piece_type.index())
    }

    /// A turn in which nothing moves; `at` is the square of a piece of the side to move.
    #[inline(always)]
    pub const fn pass(at: Square) -> Self {
        Self::new(at, at, MoveKind::Castle).with_detail(Self::PASS)
    }

    /// Whether this is a [pass](Self::pass), in which nothing moves.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind(), MoveKind::Castle) && self.detail() == Self::PASS
    }

    /// A turn in which an own piece and an enemy one change places.
    #[inline(always)]
    pub const fn exchange(own: Square, enemy: Square) -> Self {
        Self::new(own, enemy, MoveKind::Castle).with_detail(Self::EXCHANGE)
    }

    /// Whether this is an [exchange](Self::exchange).
    #[inline(always)]
    pub const fn is_exchange(self) -> bool {
        matches!(self.kind(), MoveKind::Castle) && self.detail() == Self::EXCHANGE
    }

    /// Whether the king castles.
    #[inline(always)]
    pub const fn castles(self) -> bool {
        matches!(self.kind(), MoveKind::Castle) && !self.is_pass() && !self.is_exchange()
    }

    /// The same leg with another detail: twelve bits that distinguish moves of equal squares, kind and piece type. For a hop, the
    /// index of its list of hurdles among the lists of all hops to the same square.
    #[inline(always)]
    #[must_use]
    pub const fn with_detail(self, detail: u16) -> Self {
        debug_assert!(detail < Self::DETAILS);
        let cleared = self.0.get() & !((Self::DETAILS as u32 - 1) << Self::DETAIL);
        let detail = (detail & (Self::DETAILS - 1)) as u32;
        match NonZeroU32::new(cleared | detail << Self::DETAIL) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// The detail, which distinguishes legs of equal squares, kind and piece type; 0 for most legs.
    #[inline(always)]
    pub const fn detail(self) -> u16 {
        (self.0.get() >> Self::DETAIL) as u16 & (Self::DETAILS - 1)
    }

    /// The departure square; for a drop the same as the arrival square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as u8)
    }

    /// The arrival square; for a shot the victim's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as u8)
    }

    /// The kind of the leg.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 16 & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::MultiStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castle,
            4 => MoveKind::Promotion,
            5 => MoveKind::Drop,
            6 => MoveKind::Shot,
            _ => MoveKind::Displacement,
        }
    }

    /// The piece type that a promotion or drop brings to the board.
    #[inline(always)]
    pub const fn piece_type(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion | MoveKind::Drop => {
                Some(PieceType::new((self.0.get() >> 12) as usize))
            }
            _ => None,
        }
    }

    /// Whether this is castling on the king's wing, which is detail 1.
    #[inline(always)]
    pub const fn castles_kingside(self) -> bool {
        matches!(self.kind(), MoveKind::Castle) && self.detail() & !Self::GATE_AT_ROOK == 1
    }

    /// The same leg with a piece that comes from the hand to the square that the moving piece leaves (gating).
    #[must_use]
    pub const fn gating(self, piece_type: PieceType) -> Self {
        debug_assert!(matches!(
            self.kind(),
            MoveKind::Normal | MoveKind::MultiStep | MoveKind::Castle
        ));
        let bits = self.0.get() | (piece_type.index() as u32 + 1) << 12;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Castling with a piece that comes from the hand to the square that the castling piece leaves.
    #[must_use]
    pub const fn gating_at_rook(self, piece_type: PieceType) -> Self {
        self.with_detail(self.detail() | Self::GATE_AT_ROOK)
            .gating(piece_type)
    }

    /// The same leg without the piece that comes from the hand to a square that it leaves.
    #[must_use]
    pub const fn ungated(self) -> Self {
        let mut cleared = self.0.get() & !(15 << 12);
        if self.gates_at_rook() {
            cleared &= !((Self::GATE_AT_ROOK as u32) << Self::DETAIL);
        }
        match NonZeroU32::new(cleared) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// The piece type that comes from the hand to a square that the leg leaves.
    #[inline(always)]
    pub const fn gated(self) -> Option<PieceType> {
        let index = (self.0.get() >> 12) as usize & 15;
        match self.kind() {
            MoveKind::Normal | MoveKind::MultiStep | MoveKind::Castle if index > 0 => {
                Some(PieceType::new(index - 1))
            }
            _ => None,
        }
    }

    /// Whether the piece from the hand comes to the square of the castling piece.
    pub const fn gates_at_rook(self) -> bool {
        matches!(self.kind(), MoveKind::Castle) && self.detail() & Self::GATE_AT_ROOK != 0
    }

    /// The 32 bits of the move, for the transposition table; never zero.
    #[inline(always)]
    pub const fn bits(self) -> NonZeroU32 {
        self.0
    }

    /// The move with these bits, which come from a table that other threads write to at the same time. Any bits give a
    /// well-formed move, which may be illegal, or `None`.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        match NonZeroU32::new(bits) {
            Some(bits) if bits.get() & Self::MARK != 0 => Some(Self(bits)),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())?;
        if let Some(piece_type) = self.piece_type() {
            write!(f, " type {}", piece_type.index())?;
        }
        match self.detail() {
            0 => Ok(()),
            detail => write!(f, " detail {detail}"),
        }
    }
}
