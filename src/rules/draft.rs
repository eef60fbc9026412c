//! The board in the middle of a move: effects and conditions change a draft, one consequence after another.

use crate::base::{
    Bitboard, Color, MAX_LEAPS, MAX_PIECE_TYPES, Move, MoveKind, Piece, PieceType, Square,
};
use crate::position::{Delta, Edit, MOST_EDITS, Memory, Position};
use crate::variant::{MAX_CONDITIONS, MoveKinds, RuleSet};
use arrayvec::ArrayVec;

/// A position with some squares replaced. A square that changes several times is one edit, from its first content to
/// its last; a square that returns to its first content is not an edit.
#[derive(Clone)]
pub struct Draft<'a> {
    /// The position before the move.
    pub pos: &'a Position,
    edits: ArrayVec<Edit, MOST_EDITS>,
    /// Home squares on which a piece was reborn, even if the piece came from that square.
    pub reborn: Bitboard,
    /// The captured piece, unless it was reborn; of several by a chain the last.
    pub taken: Option<Piece>,
    /// The enemy pieces that a chain has captured before the last.
    pub further: ArrayVec<Piece, MAX_LEAPS>,
    /// Whether a side effect changed a piece's colour, type or square or removed a piece.
    pub changed: bool,
    /// Squares whose pieces go over to the other board as the last step of the move, in games of two boards.
    pub crossing: Bitboard,
    /// What conditions remember after the move.
    pub memory: Memory,
}

/// Squares and their contents.
pub type Changes = ArrayVec<(Square, Option<Piece>), MOST_EDITS>;

impl<'a> Draft<'a> {
    /// A draft in which nothing has changed yet.
    #[inline(always)]
    pub fn new(pos: &'a Position) -> Self {
        Self {
            pos,
            edits: ArrayVec::new(),
            reborn: Bitboard::EMPTY,
            taken: None,
            further: ArrayVec::new(),
            changed: false,
            crossing: Bitboard::EMPTY,
            memory: pos.state().memory,
        }
    }

    /// The piece on a square of the draft.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<Piece> {
        match self.edits.iter().find(|edit| edit.square == square) {
            Some(edit) => edit.after,
            None => self.pos.at(square),
        }
    }

    /// Whether the piece on a square of the draft stands on the second of two boards.
    pub fn is_on_board_b(&self, square: Square) -> bool {
        let two_boards = self.pos.variant().rules.capabilities.two_boards;
        two_boards && self.at(square).is_some_and(Piece::is_on_board_b)
    }

    /// The occupied squares of the draft.
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

    /// The moving piece after `mv`: promoted if the move is a promotion.
    #[inline(always)]
    pub fn promoted(&self, mv: Move, piece: Piece) -> Piece {
        match mv.piece_type() {
            None => piece,
            Some(into) => self.promoted_to(into, piece),
        }
    }

    /// A piece that has promoted to another type.
    #[inline(always)]
    pub fn promoted_to(&self, into: PieceType, piece: Piece) -> Piece {
        let rules = &self.pos.variant().rules;
        if rules.marks_promoted && rules.pawns.contains(piece.piece_type()) {
            piece.with_type(into).promoted()
        } else {
            piece.with_type(into)
        }
    }

    /// Puts a piece on a square, or clears the square.
    #[inline(always)]
    pub fn set(&mut self, square: Square, after: Option<Piece>) {
        if let Some(edit) = self.edits.iter_mut().find(|edit| edit.square == square) {
            edit.after = after;
        } else {
            self.edits.push(Edit {
                square,
                before: self.pos.at(square),
                after,
            });
        }
    }

    /// Changes colour or type of the piece on a square: it becomes `after`. A wall stays what it is, and a neutral piece has no colour to change.
    pub fn change(&mut self, square: Square, after: Piece) {
        let before = self.at(square);
        let variant = self.pos.variant();
        let neutral = before.filter(|before| variant.is_neutral(*before));
        let after = neutral.map_or(after, |before| after.of(before.color()));
        let wall = variant.rules.wall;
        let is_wall = wall.is_some() && before.map(Piece::piece_type) == wall;
        if before != Some(after) && !is_wall {
            self.set(square, Some(after));
            self.changed = true;
        }
    }

    /// Undoes all changes of a square, as if its piece had not been touched.
    pub fn restore(&mut self, square: Square) {
        self.edits.retain(|edit| edit.square != square);
        self.reborn &= !Bitboard::from(square);
    }

    /// Puts a reborn piece on its home square.
    pub fn rebear(&mut self, home: Square, piece: Piece) {
        self.set(home, Some(piece));
        self.reborn |= home.into();
    }

    /// Moves the pieces on `crossing` to the other board: the last step of a move in games of two boards.
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

    /// The squares that differ from the position, sorted, with their contents.
    pub fn changes(&self) -> Changes {
        let mut changes: Changes = self.edits().map(|edit| (edit.square, edit.after)).collect();
        changes.sort_unstable_by_key(|(square, _)| *square);
        changes
    }

    /// Adds the changes of a draft that was made on the [position](Self::position) after these changes.
    pub fn add(&mut self, next: &Draft<'_>) {
        self.reborn &= !next.touched();
        self.reborn |= next.reborn;
        for edit in &next.edits {
            self.set(edit.square, edit.after);
        }
        self.taken = next.taken.or(self.taken);
        self.changed |= next.changed;
        self.memory = next.memory;
    }

    /// The position with the pieces and the memory of the draft and the other state (side to move, rights, clocks) from before the move.
    pub fn position(&self) -> Position {
        let mut delta = Delta::new(*self.pos.state());
        delta.state.memory = self.memory;
        for edit in self.edits() {
            delta.edit(edit.square, edit.before, edit.after);
        }
        self.pos.after(&delta)
    }

    /// The squares that were edited, even if their content ends as it began: a captor that changes colour can become equal to
    /// the piece that it captured.
    #[inline(always)]
    pub fn touched(&self) -> Bitboard {
        self.edits.iter().map(|edit| edit.square).collect()
    }
}

/// A move in progress, passed to conditions. The moving piece is the king in castling and the dropped piece in a drop.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// The move.
    pub mv: Move,
    /// The present square of the moving piece.
    pub at: Square,
    /// The moving piece as it is now.
    pub piece: Piece,
    /// Whether the move captures.
    pub captures: bool,
    /// The captured piece and where it stood.
    pub victim: Option<(Square, Piece)>,
    /// The square chosen for the condition that acts now, if it offers squares.
    pub choice: Option<Square>,
    /// Whether the moving piece has left the game in its own move: nothing more happens to it.
    pub is_gone: bool,
}

/// One thing that a move chooses: a square, or what the pawn on a square becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The square, or the square of the pawn.
    pub square: Square,
    /// The type to which the pawn promotes.
    pub into: Option<PieceType>,
}

impl Choice {
    /// The order in which choices are offered and ways are numbered.
    pub fn order(self) -> (u8, u8, Option<usize>) {
        let square = self.square;
        (
            square.file(),
            square.rank(),
            self.into.map(PieceType::index),
        )
    }
}

impl From<Square> for Choice {
    fn from(square: Square) -> Self {
        Self { square, into: None }
    }
}

/// The most choices that a move can make: a square for each condition, and what becomes of a pawn on each square.
const MOST_CHOICES: usize = MAX_CONDITIONS + Square::COUNT;

/// The choices of a move, which the conditions make one by one. All of them are one number: the first is its remainder by the count of
/// what is offered, the next is that of the quotient, and so on.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The number of the choices that are still to be made.
    number: u16,
    made: ArrayVec<Made, MOST_CHOICES>,
}

/// A choice that has been made.
#[derive(Clone, Copy, Debug)]
struct Made {
    choice: Choice,
    index: u16,
    /// The count of what was offered.
    offered: u16,
}

impl Choices {
    /// The choices with a number, none of which is made yet.
    #[inline(always)]
    pub const fn numbered(number: u16) -> Self {
        Self {
            number,
            made: ArrayVec::new_const(),
        }
    }

    /// Chooses a square; `None` if none is offered.
    pub fn square(&mut self, offered: Bitboard) -> Option<Square> {
        let nth = |mut index: usize| {
            for file in 0..8 {
                let on_file = offered & Bitboard::file(file);
                let count = on_file.count() as usize;
                if index < count {
                    return on_file.into_iter().nth(index).map(Choice::from);
                }
                index -= count;
            }
            None
        };
        let choice = self.take(offered.count() as usize, nth);
        choice.map(|choice| choice.square)
    }

    /// Chooses what the pawn on a square becomes; `None` if nothing is offered.
    pub fn promotion(&mut self, square: Square, offered: &[PieceType]) -> Option<PieceType> {
        let mut sorted: ArrayVec<PieceType, MAX_PIECE_TYPES> = offered.iter().copied().collect();
        sorted.sort_unstable();
        let nth = |index: usize| {
            let into = sorted.get(index).copied()?;
            Some(Choice {
                square,
                into: Some(into),
            })
        };
        self.take(sorted.len(), nth)?.into
    }

    /// Makes the next choice of those that are offered in the order of texts.
    fn take(&mut self, count: usize, nth: impl FnOnce(usize) -> Option<Choice>) -> Option<Choice> {
        let count = count as u16;
        let index = self.number.checked_rem(count)?;
        self.number /= count;
        let choice = nth(index.into())?;
        let made = self.made.try_push(Made {
            choice,
            index,
            offered: count,
        });
        debug_assert!(
            made.is_ok(),
            "a move makes more than {MOST_CHOICES} choices"
        );
        Some(choice)
    }

    /// What has been chosen, in the order in which the conditions act.
    pub fn made(&self) -> impl Iterator<Item = Choice> {
        self.made.iter().map(|made| made.choice)
    }

    /// The number of the choices that follow these in the order of texts, if it is at most `most`. Choices with greater numbers are left out.
    pub fn next(&self, most: u16) -> Option<u16> {
        let mut made = self.made.as_slice();
        while let Some((last, before)) = made.split_last() {
            made = before;
            let index = last.index + 1;
            if index == last.offered {
                continue;
            }
            let number = made.iter().rev().try_fold(index, |rest, made| {
                rest.checked_mul(made.offered)?.checked_add(made.index)
            });
            // Later choices of the same beginning have greater numbers.
            if number.is_some_and(|number| number <= most) {
                return number;
            }
        }
        None
    }
}

impl Moved {
    /// A move without capture, made by `piece`, which stands on `at` already.
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

    /// Turns the moving piece into `piece` on its present square.
    pub fn become_piece(&mut self, draft: &mut Draft<'_>, piece: Piece) {
        self.piece = piece;
        draft.change(self.at, piece);
    }

    /// The kinds to which the move belongs.
    pub const fn kinds(&self) -> MoveKinds {
        kinds_of(self.mv, self.captures)
    }

    /// Moves the moving piece on to the empty square `to`.
    pub fn go_on(&mut self, draft: &mut Draft<'_>, to: Square) {
        draft.set(self.at, None);
        draft.set(to, Some(self.piece));
        self.at = to;
    }

    /// Promotes the moving piece on its present square, if the move is a promotion.
    pub fn promote(&mut self, draft: &mut Draft<'_>) {
        self.piece = draft.promoted(self.mv, self.piece);
        draft.set(self.at, Some(self.piece));
    }

    /// The squares of the pieces that the move itself has moved: king and rook after castling, else the moving piece.
    pub fn arrivals(&self, rules: &RuleSet) -> Bitboard {
        let at = Bitboard::from(self.at);
        if self.mv.castles() {
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

/// The kinds to which a move belongs, given whether it captures.
pub const fn kinds_of(mv: Move, captures: bool) -> MoveKinds {
    let base = if captures {
        MoveKinds::CAPTURE
    } else {
        MoveKinds::QUIET
    };
    match mv.kind() {
        MoveKind::Drop => MoveKinds::DROP,
        MoveKind::Castle if mv.is_pass() => MoveKinds::PASS,
        MoveKind::Castle if mv.is_exchange() => MoveKinds::QUIET,
        MoveKind::Castle => MoveKinds::CASTLING,
        MoveKind::Promotion => base.or(MoveKinds::PROMOTION),
        _ => base,
    }
}

/// The error for a move that a condition forbids because of its effects or its resulting position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Veto;

/// Looks ahead from a drafted move, for conditions that judge a move by the position after it.
pub trait Outlook {
    /// The position after a drafted move. The other side is to move, unless the turn goes on.
    fn after(&self, draft: &Draft<'_>, mv: Move) -> Position;

    /// Whether a side is in check.
    fn in_check(&self, pos: &Position, color: Color) -> bool;

    /// Whether the side to move has a legal move. `judge` tests these moves, the answers to them and so on, down to a fixed
    /// depth; deeper, moves that only `judge` forbids count as legal.
    fn has_answer(&self, pos: &Position) -> bool;

    /// Whether the side to move has a legal move for which `is_of_kind` holds; conditions that compare moves are left out.
    fn has_move(&self, pos: &Position, is_of_kind: &dyn Fn(Move) -> bool) -> bool;

    /// The empty squares of `among` from which one of `pieces`, all of one side, would have no legal move without capture if its side were to move
    /// after a draft. Castling is no move of a rook. Conditions that judge moves by the resulting position are left out.
    fn cages(&self, draft: &Draft<'_>, pieces: &[Piece], among: Bitboard) -> Bitboard;

    /// The square on which a captor ends that moves on (`take-and-make`); otherwise the square to which the move goes.
    fn last_square(&self, pos: &Position, mv: Move) -> Square;

    /// Whether a move mates.
    fn mates(&self, pos: &Position, mv: Move) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_behind_many_forced_ones_is_kept() {
        let mut choices = Choices::numbered(0);
        let one = Bitboard::from(Square::new(0));
        for _ in 0..20 {
            choices.square(one);
        }
        choices.square(one | Square::new(9).into());
        assert_eq!(choices.made().count(), 21);
        assert_eq!(choices.next(u16::MAX), Some(1));
    }

    #[test]
    fn each_list_of_choices_has_one_number() {
        let squares = |texts: &str| -> Bitboard {
            let texts = texts.split(' ');
            texts.map(|text| text.parse::<Square>().unwrap()).collect()
        };
        let all = |most| {
            let mut found = Vec::new();
            let mut next = Some(0);
            while let Some(number) = next {
                let mut choices = Choices::numbered(number);
                let first = choices.square(squares("a2 b1 a1")).unwrap();
                // What is offered depends on what has been chosen.
                let offered = match first.to_string().as_str() {
                    "a1" => Bitboard::EMPTY,
                    "a2" => squares("h1 c8"),
                    _ => squares("e4 d5 d4"),
                };
                choices.square(offered);
                let made = choices.made().map(|choice| choice.square.to_string());
                found.push((number, made.collect::<String>()));
                next = choices.next(most);
            }
            found
        };
        let lists = [
            (0, "a1"),
            (1, "a2c8"),
            (4, "a2h1"),
            (2, "b1d4"),
            (5, "b1d5"),
            (8, "b1e4"),
        ];
        let lists = lists.map(|(number, text)| (number, text.to_owned()));
        assert_eq!(all(u16::MAX), lists);
        assert_eq!(all(8), lists);
        assert_eq!(
            all(4),
            [0, 1, 2, 3].map(|index: usize| lists[index].clone())
        );
        assert_eq!(all(2), [0, 1, 3].map(|index: usize| lists[index].clone()));
    }
}
