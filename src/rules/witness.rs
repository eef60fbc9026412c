//! What happens in a move, told to somebody while it is worked out.
//!
//! `composed` works moves out for play with the witness `()`, who hears nothing and costs nothing, and once more
//! with another one for those who write moves.

use super::draft::{Draft, Moved};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::Stage;
use arrayvec::ArrayVec;

/// More things than these do not happen in one move: three of the mover, three for each piece leapt over, one of the
/// captured piece.
const MOST: usize = 64;

/// One thing that a move does beside moving, capturing and promoting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// The mover changes its type where it stands (einstein).
    MoverType {
        /// Where it stands.
        square: Square,
        /// What it becomes.
        into: PieceType,
    },
    /// The mover changes its colour where it stands (andernach).
    MoverColour {
        /// Where it stands.
        square: Square,
        /// Whose it becomes.
        color: Color,
    },
    /// The captor is reborn (anticirce): from the square of the capture, which may be its home.
    CaptorReborn {
        /// Where it captured.
        from: Square,
        /// Its home.
        to: Square,
        /// What it is.
        piece: Piece,
    },
    /// The rook that castled changes its type (einstein).
    RookType {
        /// Where it stands.
        square: Square,
        /// What it becomes.
        into: PieceType,
    },
    /// A piece that was leapt over changes its colour.
    HurdleColour {
        /// Where it stands.
        square: Square,
        /// Whose it becomes.
        color: Color,
    },
    /// A piece that was leapt over changes its type.
    HurdleType {
        /// Where it stands.
        square: Square,
        /// What it becomes.
        into: PieceType,
    },
    /// A piece that was leapt over is reborn.
    HurdleReborn {
        /// Where it stood.
        from: Square,
        /// Its home.
        to: Square,
    },
    /// A piece that was leapt over leaves the game, because its home is occupied.
    HurdleRemoved {
        /// Where it stood.
        square: Square,
    },
    /// The captured piece is reborn (circe).
    CapturedReborn {
        /// What it is.
        piece: Piece,
        /// Its home.
        square: Square,
    },
    /// The captured piece would be reborn, but its home is occupied or it is a king.
    CapturedNotReborn {
        /// What it was.
        piece: Piece,
        /// Where it was captured.
        square: Square,
    },
}

/// A piece and where it stands.
pub type Standing = (Square, Piece);

/// Somebody who is told what happens in a move.
pub trait Witness {
    /// A condition has acted at its stage: what was on its way and who had been reborn before, and how it is now.
    #[inline(always)]
    fn condition(
        &mut self,
        stage: impl FnOnce() -> Stage,
        before: &(Moved, Bitboard),
        draft: &Draft<'_>,
        now: &Moved,
    ) {
        let _ = (stage, before, draft, now);
    }

    /// An effect has acted on a piece that was leapt over on a square.
    #[inline(always)]
    fn hurdle(&mut self, leapt_on: Square, before: Standing, now: Option<Standing>) {
        let _ = (leapt_on, before, now);
    }

    /// A piece that was leapt over is in the end where it was and what it was.
    #[inline(always)]
    fn untouched(&mut self, leapt_on: Square) {
        let _ = leapt_on;
    }

    /// The rook has castled.
    #[inline(always)]
    fn rook(&mut self, square: Square, before: Option<Piece>, now: Option<Piece>) {
        let _ = (square, before, now);
    }

    /// The move is over, and this is where its piece stands.
    #[inline(always)]
    fn over(&mut self, at: Square) {
        let _ = at;
    }
}

/// Nobody listens.
impl Witness for () {}

/// Writes down what happens.
#[derive(Default)]
pub struct Scribe {
    /// What happened, with the square on which the piece concerned was leapt over.
    told: ArrayVec<(Option<Square>, Consequence), MOST>,
    /// Where the piece that moved stands in the end.
    pub arrival: Option<Square>,
}

impl Scribe {
    /// What happened, in that order.
    pub fn consequences(&self) -> Vec<Consequence> {
        self.told.iter().map(|(_, what)| *what).collect()
    }

    fn tell(&mut self, leapt_on: Option<Square>, what: Consequence) {
        // Room is for more than can happen; what does not fit is left out rather than a reason to stop.
        let _ = self.told.try_push((leapt_on, what));
    }
}

impl Witness for Scribe {
    fn condition(
        &mut self,
        stage: impl FnOnce() -> Stage,
        before: &(Moved, Bitboard),
        draft: &Draft<'_>,
        now: &Moved,
    ) {
        let (was, reborn_before) = before;
        let (square, piece) = (now.at, now.piece);
        if was.piece.piece_type() != piece.piece_type() {
            let into = piece.piece_type();
            self.tell(None, Consequence::MoverType { square, into });
        }
        if was.piece.color() != piece.color() {
            let color = piece.color();
            self.tell(None, Consequence::MoverColour { square, color });
        }
        let reborn = draft.reborn & !*reborn_before;
        match (stage(), now.victim) {
            (Stage::CaptorRebirth, _) if reborn.contains(now.at) => {
                let (from, to) = (was.at, now.at);
                self.tell(None, Consequence::CaptorReborn { from, to, piece });
            }
            (Stage::VictimRebirth, Some((square, piece))) => {
                let what = match reborn.first() {
                    Some(square) => Consequence::CapturedReborn { piece, square },
                    None => Consequence::CapturedNotReborn { piece, square },
                };
                self.tell(None, what);
            }
            _ => {}
        }
    }

    fn hurdle(&mut self, leapt_on: Square, before: Standing, now: Option<Standing>) {
        let (from, was) = before;
        let Some((square, piece)) = now else {
            let what = Consequence::HurdleRemoved { square: from };
            return self.tell(Some(leapt_on), what);
        };
        if from != square {
            let what = Consequence::HurdleReborn { from, to: square };
            self.tell(Some(leapt_on), what);
        }
        if was.color() != piece.color() {
            let color = piece.color();
            self.tell(Some(leapt_on), Consequence::HurdleColour { square, color });
        }
        if was.piece_type() != piece.piece_type() {
            let into = piece.piece_type();
            self.tell(Some(leapt_on), Consequence::HurdleType { square, into });
        }
    }

    fn untouched(&mut self, leapt_on: Square) {
        self.told.retain(|(of, _)| *of != Some(leapt_on));
    }

    fn rook(&mut self, square: Square, before: Option<Piece>, now: Option<Piece>) {
        let kind = |piece: Option<Piece>| piece.map(Piece::piece_type);
        if let Some(into) = kind(now).filter(|into| Some(*into) != kind(before)) {
            self.tell(None, Consequence::RookType { square, into });
        }
    }

    fn over(&mut self, at: Square) {
        self.arrival = Some(at);
    }
}
