//! The board as it stands in the middle of a move, while one consequence follows another: what effects
//! and conditions work on.

use crate::base::{Bitboard, Color, Move, MoveKind, Piece, Square};
use crate::position::{Delta, Edit, MOST_EDITS, Position};
use crate::variant::{MAX_CONDITIONS, MoveKinds, RuleSet};
use arrayvec::ArrayVec;

/// A position with some squares overlaid. A square that changes twice is one edit from its first
/// state to its last; one that comes back to its first state is none.
#[derive(Clone)]
pub struct Draft<'a> {
    /// The position before the move.
    pub pos: &'a Position,
    edits: ArrayVec<Edit, MOST_EDITS>,
    /// Home squares on which a piece was reborn, even if it had left that very square.
    pub reborn: Bitboard,
    /// The captured piece, unless it has come back.
    pub taken: Option<Piece>,
    /// Whether a piece changed colour, type or place or left the board by anything but the movement.
    pub changed: bool,
    /// Squares whose pieces go over to the other board as the last step of the move, in games of two boards.
    pub crossing: Bitboard,
}

impl<'a> Draft<'a> {
    /// The position itself, nothing changed yet.
    #[inline(always)]
    pub fn new(pos: &'a Position) -> Self {
        Self {
            pos,
            edits: ArrayVec::new(),
            reborn: Bitboard::EMPTY,
            taken: None,
            changed: false,
            crossing: Bitboard::EMPTY,
        }
    }

    /// The piece on a square as things stand.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<Piece> {
        match self.edits.iter().find(|edit| edit.square == square) {
            Some(edit) => edit.after,
            None => self.pos.at(square),
        }
    }

    /// The occupied squares as things stand.
    pub fn occupied(&self) -> Bitboard {
        self.edits
            .iter()
            .fold(self.pos.occupied(), |occupied, edit| {
                let bit = Bitboard::from(edit.square);
                if edit.after.is_some() {
                    occupied | bit
                } else {
                    occupied & !bit
                }
            })
    }

    /// What a piece is after a move, if that promotes it.
    #[inline(always)]
    pub fn promoted(&self, mv: Move, piece: Piece) -> Piece {
        let rules = &self.pos.variant().rules;
        match mv.piece_type() {
            None => piece,
            Some(into) if rules.marks_promoted && rules.pawns.contains(piece.piece_type()) => {
                piece.with_type(into).promoted()
            }
            Some(into) => piece.with_type(into),
        }
    }

    /// Puts a piece on a square, or clears it.
    #[inline(always)]
    pub fn set(&mut self, square: Square, after: Option<Piece>) {
        if let Some(edit) = self.edits.iter_mut().find(|edit| edit.square == square) {
            edit.after = after;
        } else if !self.edits.is_full() {
            self.edits.push(Edit {
                square,
                before: self.pos.at(square),
                after,
            });
        } else {
            debug_assert!(false, "more squares change than a leg can change");
        }
    }

    /// The piece on a square changes colour or type there.
    pub fn change(&mut self, square: Square, after: Piece) {
        if self.at(square) != Some(after) {
            self.set(square, Some(after));
            self.changed = true;
        }
    }

    /// The piece on a square stands there as it did before all: it was not touched.
    pub fn restore(&mut self, square: Square) {
        self.edits.retain(|edit| edit.square != square);
        self.reborn &= !Bitboard::from(square);
    }

    /// A piece appears on its home square.
    pub fn rebear(&mut self, home: Square, piece: Piece) {
        self.set(home, Some(piece));
        self.reborn |= home.into();
    }

    /// The last step of a move in games of two boards: the pieces that have moved go over to the other board.
    #[inline(always)]
    pub fn cross(&mut self) {
        for square in std::mem::take(&mut self.crossing) {
            if let Some(piece) = self.at(square) {
                self.set(square, Some(piece.crossed()));
            }
        }
    }

    /// The squares that differ from the position, each once.
    #[inline(always)]
    pub fn edits(&self) -> impl Iterator<Item = &Edit> + Clone {
        self.edits.iter().filter(|edit| edit.before != edit.after)
    }

    /// Whether another draft of the same position has the same pieces on the same squares.
    pub fn same_pieces(&self, other: &Self) -> bool {
        let at_most = |one: &Self, other: &Self| {
            let mut edits = one.edits();
            edits.all(|edit| other.at(edit.square) == edit.after)
        };
        at_most(self, other) && at_most(other, self)
    }

    /// The position with these pieces, everything else as before the move.
    pub fn position(&self) -> Position {
        let mut delta = Delta::new(*self.pos.state());
        for edit in self.edits() {
            delta.edit(edit.square, edit.before, edit.after);
        }
        self.pos.after(&delta)
    }

    /// The squares on which something happened, even if they look as before: a piece that captures its
    /// like and changes colour replaces it.
    #[inline(always)]
    pub fn touched(&self) -> Bitboard {
        self.edits.iter().map(|edit| edit.square).collect()
    }
}

/// A move on its way, as conditions see it: what has happened so far, and where its piece is now. Of castling the
/// piece is the king, of a drop the piece that is dropped.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// The move.
    pub mv: Move,
    /// Where the moving piece stands now.
    pub at: Square,
    /// The value before the fit.
    pub piece: Piece,
    /// Whether the move captures.
    pub captures: bool,
    /// The captured piece and where it stood.
    pub victim: Option<(Square, Piece)>,
    /// The square that was chosen for the condition that acts, if it offered a choice.
    pub choice: Option<Square>,
    /// Whether the moving piece has left the game in its own move: nothing more happens to it.
    pub is_gone: bool,
}

/// Chosen squares.
pub type ChosenSquares = ArrayVec<Square, MAX_CONDITIONS>;

/// What a move chooses where conditions offer a choice.
#[derive(Clone, Debug)]
enum Chosen {
    /// These squares, in the order in which the conditions offer a choice.
    Squares(ChosenSquares),
    /// The square of this number among those that the only such condition offers, sorted as they are written.
    Number(u16),
}

/// The choices that a move makes on its way.
#[derive(Clone, Debug)]
pub struct Choices {
    chosen: Chosen,
    taken: usize,
    /// The squares among which a further choice has to be made, if some are open.
    pub open: Option<Bitboard>,
}

impl Default for Choices {
    fn default() -> Self {
        Self::of(ChosenSquares::new())
    }
}

impl Choices {
    /// These squares.
    pub const fn of(squares: ChosenSquares) -> Self {
        Self::new(Chosen::Squares(squares))
    }

    /// The square of a number among those that are offered, where only one condition offers any.
    pub const fn numbered(number: u16) -> Self {
        Self::new(Chosen::Number(number))
    }

    const fn new(chosen: Chosen) -> Self {
        Self {
            chosen,
            taken: 0,
            open: None,
        }
    }

    /// The next choice among the squares that are offered; none if none are.
    ///
    /// # Errors
    /// `Veto` if the chosen square is not offered, or no square is chosen: then it is noted what is open.
    pub fn take(&mut self, offered: Bitboard) -> Result<Option<Square>, Veto> {
        if offered.is_empty() {
            return Ok(None);
        }
        let chosen = match &self.chosen {
            Chosen::Squares(squares) => squares.get(self.taken).copied(),
            Chosen::Number(number) => {
                let mut squares: ArrayVec<Square, { Square::COUNT }> =
                    offered.into_iter().collect();
                squares.sort_unstable_by_key(|square| (square.file(), square.rank()));
                squares.get(usize::from(*number)).copied()
            }
        };
        match chosen {
            Some(chosen) if offered.contains(chosen) => {
                self.taken += 1;
                Ok(Some(chosen))
            }
            Some(_) => Err(Veto),
            None => {
                self.open = Some(offered);
                Err(Veto)
            }
        }
    }
}

impl Moved {
    /// A move without capture whose piece has arrived.
    #[inline(always)]
    pub const fn quiet(mv: Move, at: Square, piece: Piece) -> Self {
        Self {
            mv,
            at,
            piece,
            captures: false,
            victim: None,
            choice: None,
            is_gone: false,
        }
    }

    /// The moving piece becomes another one where it stands.
    pub fn become_piece(&mut self, draft: &mut Draft<'_>, piece: Piece) {
        self.piece = piece;
        draft.change(self.at, piece);
    }

    /// What kinds of move it is.
    pub const fn kinds(&self) -> MoveKinds {
        kinds_of(self.mv, self.captures)
    }

    /// The moving piece goes on to another square, which is empty.
    pub fn go_on(&mut self, draft: &mut Draft<'_>, to: Square) {
        draft.set(self.at, None);
        draft.set(to, Some(self.piece));
        self.at = to;
    }

    /// The moving piece promotes where it stands, if its move is a promotion.
    pub fn promote(&mut self, draft: &mut Draft<'_>) {
        self.piece = draft.promoted(self.mv, self.piece);
        draft.set(self.at, Some(self.piece));
    }

    /// The squares on which the pieces stand now that the move itself has moved: two after castling.
    pub fn arrivals(&self, rules: &RuleSet) -> Bitboard {
        let at = Bitboard::from(self.at);
        if self.mv.kind() == MoveKind::Castle {
            at | rules
                .castling
                .of_move(self.piece.color(), self.mv)
                .rook
                .1
                .into()
        } else {
            at
        }
    }
}

/// What kinds of move a move is, given whether it captures.
pub const fn kinds_of(mv: Move, captures: bool) -> MoveKinds {
    let base = if captures {
        MoveKinds::CAPTURE
    } else {
        MoveKinds::QUIET
    };
    match mv.kind() {
        MoveKind::Drop => MoveKinds::DROP,
        MoveKind::Castle if !mv.is_pass() => MoveKinds::CASTLING,
        MoveKind::Promotion => base.or(MoveKinds::PROMOTION),
        _ => base,
    }
}

/// A condition forbids a move by what the move does or leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Veto;

/// What the rules say of the position to which a move on its way leads, for conditions that judge moves by it.
pub trait Outlook {
    /// The position after a drafted move, the other side to move unless the turn goes on.
    fn after(&self, draft: &Draft<'_>, mv: Move) -> Position;

    /// Whether a side is in check.
    fn in_check(&self, pos: &Position, color: Color) -> bool;

    /// Whether the side to move has a legal move. The answers are judged, and so are the answers to these; far down the
    /// moves that `judge` of a condition forbids count, so that there is an end.
    fn has_answer(&self, pos: &Position) -> bool;

    /// Whether the side to move has a legal move of some kind, as far as conditions that do not compare moves say.
    fn has_move(&self, pos: &Position, is_of_kind: &dyn Fn(Move) -> bool) -> bool;

    /// Whether a move mates.
    fn mates(&self, pos: &Position, mv: Move) -> bool;
}
