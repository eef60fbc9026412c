//! What happens in a leg, reported by the code that works the leg out.
//!
//! Search and play pass `()` as the log, which compiles to nothing. [`ConsequenceWriter`] writes the consequences down;
//! everything that is written or shown of a move (notation, side effects, sentences, marks, plies for XBoard) is made
//! from its list, see `rules::consequences`.

use super::draft::{Draft, Moved, Veto};
use crate::base::{Bitboard, Move, MoveKind, Piece, PieceType, Square};
use arrayvec::ArrayVec;

/// More consequences than one leg can have: a few of the mover, the captured piece and the rook, three for each piece
/// leapt over.
const MOST: usize = 64;

/// The part that a piece plays in a leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The piece that moves, shoots or is dropped; the king that castles; in Dynamo the first own piece that is displaced.
    Mover,
    /// The rook that castles.
    Rook,
    /// The captured piece.
    Victim,
    /// A piece that was leapt over.
    Hurdle,
    /// Any other piece that is pushed or pulled, in Dynamo.
    Displaced,
    /// Any other piece that a condition changes.
    Bystander,
}

/// How a piece is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// The captor arrives on its square.
    Replaced,
    /// A pawn arrives on a square that it has passed.
    EnPassant,
    /// The captor stays where it is.
    Shot,
}

/// What happens to a piece. A new piece in a variant is the whole piece as it is afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// It goes to this square by its movement, by castling, by a push or a pull.
    Moves(Square),
    /// It captures the piece on this square without moving.
    Shoots(Square),
    /// It is dropped on its square.
    Drops,
    /// It is captured on its square.
    Captured(Capture),
    /// It is pushed or pulled over the edge.
    PushedOff,
    /// It promotes.
    Promotes(Piece),
    /// Its type changes.
    ChangesType(Piece),
    /// Its colour changes.
    ChangesColor(Piece),
    /// It goes to its home, on which it may stand already.
    Reborn(Square),
    /// A condition takes it to a square that is not its home.
    Transferred(Square),
    /// Captured on its square, it comes back on this one.
    Returns(Square),
    /// It appears on its square.
    Appears,
    /// It leaves the game.
    Vanishes,
    /// It goes over to the same square of the other board.
    Crosses(Piece),
}

/// One thing that happens to one piece in a leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// The part that the piece plays.
    pub role: Role,
    /// What it is before.
    pub piece: Piece,
    /// Where it stands before, or appears.
    pub square: Square,
    /// What happens to it.
    pub event: Event,
}

/// A piece and where it stands.
pub type Standing = (Square, Piece);

impl Consequence {
    /// An event of a piece that stands, or appears, on a square.
    pub const fn new(role: Role, piece: Piece, square: Square, event: Event) -> Self {
        Self {
            role,
            piece,
            square,
            event,
        }
    }

    /// The piece on the board before and after; nothing where it is not on the board.
    pub const fn change(self) -> (Option<Standing>, Option<Standing>) {
        let (square, piece) = (self.square, self.piece);
        let here = Some((square, piece));
        match self.event {
            Event::Moves(to) | Event::Reborn(to) | Event::Transferred(to) => {
                (here, Some((to, piece)))
            }
            Event::Shoots(_) => (here, here),
            Event::Drops | Event::Appears => (None, here),
            Event::Returns(to) => (None, Some((to, piece))),
            Event::Promotes(after)
            | Event::ChangesType(after)
            | Event::ChangesColor(after)
            | Event::Crosses(after) => (here, Some((square, after))),
            Event::Captured(_) | Event::PushedOff | Event::Vanishes => (here, None),
        }
    }
}

/// What the code that works a leg out reports to.
pub trait ConsequenceLog {
    /// Adds a consequence.
    #[inline(always)]
    fn add(&mut self, consequence: impl FnOnce() -> Consequence) {
        let _ = consequence;
    }

    /// An effect has acted on a piece that was leapt over on a square.
    #[inline(always)]
    fn hurdle(&mut self, leapt_on: Square, before: Standing, after: Option<Standing>) {
        let _ = (leapt_on, before, after);
    }

    /// A piece that was leapt over is in the end where it was and what it was: nothing has happened to it.
    #[inline(always)]
    fn untouched(&mut self, leapt_on: Square) {
        let _ = leapt_on;
    }

    /// Lets a condition act on a move, and adds whatever that changes.
    ///
    /// # Errors
    /// Those of the condition.
    #[inline(always)]
    fn condition(
        &mut self,
        draft: &mut Draft<'_>,
        moved: &mut Moved,
        act: impl FnOnce(&mut Draft<'_>, &mut Moved) -> Result<(), Veto>,
    ) -> Result<(), Veto> {
        act(draft, moved)
    }

    /// Lets conditions act on a rook that has castled, and adds whatever that changes.
    #[inline(always)]
    fn castled(&mut self, draft: &mut Draft<'_>, rook: Square, act: impl FnOnce(&mut Draft<'_>)) {
        let _ = rook;
        act(draft);
    }
}

/// Nothing is written.
impl ConsequenceLog for () {}

/// Writes consequences down.
#[derive(Default)]
pub struct ConsequenceWriter {
    /// What happened, with the square on which a hurdle was leapt over.
    written: ArrayVec<(Option<Square>, Consequence), MOST>,
}

impl ConsequenceWriter {
    /// The consequences, in the order in which they happened.
    pub fn into_list(self) -> Vec<Consequence> {
        self.written.into_iter().map(|(_, what)| what).collect()
    }

    fn push(&mut self, leapt_on: Option<Square>, consequence: Consequence) {
        let full = self.written.try_push((leapt_on, consequence));
        debug_assert!(full.is_ok(), "more consequences than a leg can have");
    }

    /// Adds that a piece has gone elsewhere, as `goes` says, has another type or colour there, or has left the board. It
    /// promotes if the type is that to which the leg promotes.
    fn change(
        &mut self,
        leapt_on: Option<Square>,
        role: Role,
        before: Standing,
        after: Option<Standing>,
        goes: Option<Event>,
        promotion: Option<PieceType>,
    ) {
        let (square, mut piece) = before;
        let mut push = |piece, square, event| {
            self.push(leapt_on, Consequence::new(role, piece, square, event));
        };
        let Some((at, after)) = after else {
            return push(piece, square, Event::Vanishes);
        };
        if let Some(goes) = goes {
            push(piece, square, goes);
        }
        let into = after.piece_type();
        if piece.piece_type() != into {
            let changed = if piece.color() == after.color() {
                after
            } else {
                piece.with_type(into)
            };
            let event = if promotion == Some(into) {
                Event::Promotes(changed)
            } else {
                Event::ChangesType(changed)
            };
            push(piece, at, event);
            piece = changed;
        }
        if piece.color() != after.color() {
            push(piece, at, Event::ChangesColor(after));
        }
    }

    /// Adds what differs between two moments of a leg. Its piece of that role stands on `was`, then on `at`; it has left
    /// the game before if there is no `was`.
    fn compare(
        &mut self,
        (before, now): (&Draft<'_>, &Draft<'_>),
        role: Role,
        (was, at): (Option<Square>, Square),
        moved: Option<&Moved>,
    ) {
        let reborn = now.reborn & !before.reborn;
        let mut others = now.touched();
        // Where a piece changes places with another one, each turns into the other on its square.
        let was = was.filter(|was| *was == at || before.at(at).is_none());
        if let Some(was) = was
            && let Some(piece) = before.at(was)
        {
            let goes = if reborn.contains(at) {
                Some(Event::Reborn(at))
            } else {
                (was != at).then_some(Event::Transferred(at))
            };
            let promotion = moved.map(|moved| moved.mv);
            let promotion = promotion.filter(|mv| mv.kind() == MoveKind::Promotion);
            let into = promotion.and_then(Move::piece_type);
            let after = now.at(at).map(|piece| (at, piece));
            self.change(None, role, (was, piece), after, goes, into);
            others &= !(Bitboard::from(was) | at.into());
        }
        let victim = moved.and_then(|moved| moved.victim);
        for square in others {
            match (before.at(square), now.at(square)) {
                (Some(before), after) if after != Some(before) => {
                    let after = after.map(|piece| (square, piece));
                    self.change(None, Role::Bystander, (square, before), after, None, None);
                }
                (None, Some(piece)) => {
                    let (role, square, event) = match victim.filter(|_| reborn.contains(square)) {
                        Some((victim, _)) => (Role::Victim, victim, Event::Returns(square)),
                        None => (Role::Bystander, square, Event::Appears),
                    };
                    self.push(None, Consequence::new(role, piece, square, event));
                }
                _ => {}
            }
        }
    }
}

impl ConsequenceLog for ConsequenceWriter {
    fn add(&mut self, consequence: impl FnOnce() -> Consequence) {
        self.push(None, consequence());
    }

    fn hurdle(&mut self, leapt_on: Square, before: Standing, after: Option<Standing>) {
        let goes = after.map(|(square, _)| square).filter(|to| *to != before.0);
        let goes = goes.map(Event::Reborn);
        self.change(Some(leapt_on), Role::Hurdle, before, after, goes, None);
    }

    fn untouched(&mut self, leapt_on: Square) {
        self.written.retain(|(of, _)| *of != Some(leapt_on));
    }

    fn condition(
        &mut self,
        draft: &mut Draft<'_>,
        moved: &mut Moved,
        act: impl FnOnce(&mut Draft<'_>, &mut Moved) -> Result<(), Veto>,
    ) -> Result<(), Veto> {
        let before = draft.clone();
        let was = Some(moved.at).filter(|_| !moved.is_gone);
        act(draft, moved)?;
        self.compare((&before, draft), Role::Mover, (was, moved.at), Some(moved));
        Ok(())
    }

    fn castled(&mut self, draft: &mut Draft<'_>, rook: Square, act: impl FnOnce(&mut Draft<'_>)) {
        let before = draft.clone();
        act(draft);
        self.compare((&before, draft), Role::Rook, (Some(rook), rook), None);
    }
}
