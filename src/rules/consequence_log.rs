//! A log of what happens in a leg, filled by the code that computes the leg.
//!
//! Search and play pass `()` as the log, which compiles to nothing. [`ConsequenceWriter`] collects the consequences in
//! a list, from which notation, side effects, sentences, marks and XBoard's plies are made; see `rules::consequences`.

use super::draft::{Draft, Moved, Veto};
use crate::base::{Bitboard, Move, MoveKind, Piece, PieceType, Square};
use arrayvec::ArrayVec;

/// An upper bound on the consequences of one leg: a few for the mover, the captured piece and the rook, three for each
/// piece leapt over, one or two for each piece that a condition changes; all squares may change at once.
const MOST: usize = 160;

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
    /// A piece that is pushed or pulled in Dynamo and is not the mover.
    Displaced,
    /// A piece that a condition changes and that has no other role.
    Bystander,
}

/// How a piece is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// The captor arrives on the square of the captured piece.
    Replaced,
    /// A pawn arrives on a square that the captured pawn has passed.
    EnPassant,
    /// The captor stays on its own square.
    Shot,
    /// The captor goes on from there, or comes back.
    OnTheWay,
}

/// What happens to a piece. A `Piece` given here is the piece as it is afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The piece goes to this square by its movement, by castling, by a push or a pull.
    Moves(Square),
    /// The piece captures the piece on this square without moving.
    Shoots(Square),
    /// The piece is dropped on its square.
    Drops,
    /// The piece is captured on its square.
    Captured(Capture),
    /// The piece is pushed or pulled over the edge.
    PushedOff,
    /// The piece promotes.
    Promotes(Piece),
    /// The type of the piece changes.
    ChangesType(Piece),
    /// The colour of the piece changes.
    ChangesColor(Piece),
    /// The piece goes to its home square, on which it may stand already.
    Reborn(Square),
    /// A condition takes the piece to a square that is not its home.
    Transferred(Square),
    /// The captured piece comes back on this square.
    Returns(Square),
    /// A new piece appears on its square.
    Appears,
    /// The piece leaves the game.
    Vanishes,
    /// The piece goes over to the same square of the other board.
    Crosses(Piece),
}

/// One thing that happens to one piece in a leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// The role of the piece.
    pub role: Role,
    /// The piece before the event.
    pub piece: Piece,
    /// The square of the piece before the event, or where it appears.
    pub square: Square,
    /// What happens to the piece.
    pub event: Event,
}

/// A square and the piece on it.
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

    /// The piece and its square before and after the event; `None` while the piece is not on the board.
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

/// Receives the consequences of a leg from the code that computes them.
pub trait ConsequenceLog {
    /// Adds a consequence.
    #[inline(always)]
    fn add(&mut self, consequence: impl FnOnce() -> Consequence) {
        let _ = consequence;
    }

    /// Reports an effect on the piece that was leapt over on `leapt_on`.
    #[inline(always)]
    fn hurdle(&mut self, leapt_on: Square, before: Standing, after: Option<Standing>) {
        let _ = (leapt_on, before, after);
    }

    /// Withdraws the effects on the piece leapt over on `leapt_on`: it ends unchanged on the same square.
    #[inline(always)]
    fn untouched(&mut self, leapt_on: Square) {
        let _ = leapt_on;
    }

    /// Lets a condition act on a move and adds the changes that it makes.
    ///
    /// # Errors
    /// The `Veto` of the condition.
    #[inline(always)]
    fn condition(
        &mut self,
        draft: &mut Draft<'_>,
        moved: &mut Moved,
        act: impl FnOnce(&mut Draft<'_>, &mut Moved) -> Result<(), Veto>,
    ) -> Result<(), Veto> {
        act(draft, moved)
    }

    /// Lets conditions act on a rook that has castled and adds the changes that they make.
    #[inline(always)]
    fn castled(&mut self, draft: &mut Draft<'_>, rook: Square, act: impl FnOnce(&mut Draft<'_>)) {
        let _ = rook;
        act(draft);
    }
}

/// The log that records nothing.
impl ConsequenceLog for () {}

/// The log that collects consequences in a list.
#[derive(Default)]
pub struct ConsequenceWriter {
    /// The consequences so far; each consequence of a hurdle with the square on which the hurdle was leapt over.
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

    /// Adds the events that turn `before` into `after`: the journey `goes`, a change of type (a promotion if the new type is
    /// `promotion`) and of colour, or the disappearance of the piece.
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
        } else if piece.is_apart() != after.is_apart() {
            // A piece of the same type has become a chameleon, or a half-neutral one neutral or of a side.
            push(piece, at, Event::ChangesType(after));
        }
    }

    /// Adds the events that turn the draft `before` into `now`. The piece with `role` goes from `was` to `at`; without `was` the
    /// piece had left the game before these events.
    fn compare(
        &mut self,
        (before, now): (&Draft<'_>, &Draft<'_>),
        role: Role,
        (was, at): (Option<Square>, Square),
        moved: Option<&Moved>,
    ) {
        let reborn = now.reborn & !before.reborn;
        let mut others = now.touched();
        // If two pieces change places, each square is logged as a change of its piece, not as a journey.
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
                    // A piece that an earlier move captured is another one than this move's victim.
                    let returns = reborn.contains(square) && now.taken.is_none();
                    let (role, square, event) = match victim.filter(|_| returns) {
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
