//! Deltas: a leg as a list of changes, and the one place that applies them to a position.

use super::{Hand, Position, State, zobrist};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use arrayvec::ArrayVec;
use std::hint::cold_path;

/// The change of one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The square.
    pub square: Square,
    /// The content of the square before the leg.
    pub before: Option<Piece>,
    /// The content of the square after the leg.
    pub after: Option<Piece>,
}

/// A changed number of pieces of one type in one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandEdit {
    /// The side whose hand changes.
    pub color: Color,
    /// The piece type whose number changes.
    pub piece_type: PieceType,
    /// The number of pieces of the type afterwards.
    pub count: u8,
}

/// The maximum number of squares that a leg changes: conditions can change all pieces at once.
pub const MOST_EDITS: usize = Square::COUNT;

/// Everything one leg changes. No square is edited twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The changed squares.
    pub edits: ArrayVec<Edit, MOST_EDITS>,
    /// The changed numbers in the hands.
    pub hands: ArrayVec<HandEdit, 2>,
    /// The state after the leg.
    pub state: State,
}

impl Delta {
    /// A delta that changes nothing but the state.
    #[inline(always)]
    pub fn new(state: State) -> Self {
        Self {
            edits: ArrayVec::new(),
            hands: ArrayVec::new(),
            state,
        }
    }

    /// Adds a changed square; ignored if nothing changes there.
    #[inline(always)]
    pub fn edit(&mut self, square: Square, before: Option<Piece>, after: Option<Piece>) {
        debug_assert!(
            self.edits.iter().all(|edit| edit.square != square),
            "{square} twice"
        );
        if before != after {
            self.edits.push(Edit {
                square,
                before,
                after,
            });
        }
    }

    /// The content of a square after the leg, given its content before.
    pub fn after(&self, square: Square, before: Option<Piece>) -> Option<Piece> {
        self.edits
            .iter()
            .find(|edit| edit.square == square)
            .map_or(before, |edit| edit.after)
    }

    /// The squares that change.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard {
        self.edits.iter().map(|edit| edit.square).collect()
    }
}

impl Position {
    /// Applies a delta that was made for this position.
    #[inline(always)]
    pub fn apply(&mut self, delta: &Delta) {
        for edit in &delta.edits {
            debug_assert_eq!(
                self.at(edit.square),
                edit.before,
                "stale edit of {}",
                edit.square
            );
            if let Some(piece) = edit.before {
                self.take_off(piece, edit.square);
            }
            if let Some(piece) = edit.after {
                self.toggle(piece, [edit.square]);
                self.contents.values +=
                    self.variant.values.squares[piece.index()][edit.square.index()];
                self.contents.phase += self.variant.values.phase[piece.piece_type().index()];
            }
            self.contents.board[edit.square.index()] = edit.after;
        }
        for edit in &delta.hands {
            self.set_hand(*edit);
        }
        self.set_state(delta.state);
    }

    /// Moves a piece and captures what stands on `to`; `state` is the state afterwards. A faster [`Self::apply`] for such a delta.
    #[inline(always)]
    pub fn relocate(&mut self, from: Square, to: Square, state: State) {
        debug_assert!(from != to && self.at(from).is_some(), "{from} to {to}");
        if let Some(victim) = self.at(to) {
            self.take_off(victim, to);
        }
        let mover = self.at(from);
        if let Some(piece) = mover {
            self.toggle(piece, [from, to]);
            let values = &self.variant.values.squares[piece.index()];
            self.contents.values += values[to.index()] - values[from.index()];
        }
        self.contents.board[from.index()] = None;
        self.contents.board[to.index()] = mover;
        self.set_state(state);
    }

    /// Removes a piece from sets, keys and sums, not from the board array.
    #[inline(always)]
    fn take_off(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, [square]);
        self.contents.values -= self.variant.values.squares[piece.index()][square.index()];
        self.contents.phase -= self.variant.values.phase[piece.piece_type().index()];
    }

    /// Sets the state, and its part of the key.
    #[inline(always)]
    fn set_state(&mut self, state: State) {
        self.contents.key ^= zobrist::state_key(&self.contents.state) ^ zobrist::state_key(&state);
        if self.variant.rules.conditions.remember() {
            let before = &self.contents.state.memory;
            self.contents.key ^= zobrist::memory_key(before) ^ zobrist::memory_key(&state.memory);
        }
        self.contents.state = state;
    }

    /// The position after a delta.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, delta: &Delta) -> Self {
        let mut next = self.clone();
        next.apply(delta);
        next
    }

    /// Plays a null move.
    #[inline(always)]
    pub fn pass(&mut self) {
        if self.neutrals().any() {
            cold_path();
            let mut delta = Delta::new(self.contents.state.next_turn(false));
            self.hand_over(&mut delta);
            self.apply(&delta);
            return;
        }
        self.contents.key = self.key_after_pass();
        self.contents.state = self.contents.state.next_turn(false);
    }

    /// The key after [a null move](Self::pass).
    #[inline(always)]
    pub fn key_after_pass(&self) -> u64 {
        let key = self.contents.key ^ zobrist::passing_key(&self.contents.state);
        if self.neutrals().is_empty() {
            return key;
        }
        cold_path();
        let pieces = self.neutrals().into_iter();
        let pieces = pieces.filter_map(|square| Some((square, self.at(square)?)));
        pieces.fold(key, |key, (square, piece)| {
            let after = piece.flipped();
            key ^ zobrist::piece_key(piece, square) ^ zobrist::piece_key(after, square)
        })
    }

    /// The hash key after a plain move or capture, without playing it: for prefetching the transposition table entry. It is wrong for
    /// moves with side effects.
    #[inline(always)]
    pub fn prefetch_key(&self, from: Square, to: Square) -> u64 {
        let key_on = |piece: Option<Piece>, square| {
            piece.map_or(0, |piece| zobrist::piece_key(piece, square))
        };
        let moved = self.at(from);
        self.key_after_pass() ^ key_on(moved, from) ^ key_on(moved, to) ^ key_on(self.at(to), to)
    }

    /// Toggles a piece on some squares in sets and keys.
    #[inline(always)]
    fn toggle<const N: usize>(&mut self, piece: Piece, squares: [Square; N]) {
        let mut set = Bitboard::EMPTY;
        let mut key = 0;
        for square in squares {
            set ^= square.into();
            key ^= zobrist::type_key(piece, square);
        }
        if piece.is_marked() {
            cold_path();
            for square in squares {
                key ^= zobrist::mark_key(piece, square);
            }
            let has = &self.variant.rules.capabilities;
            if has.two_boards && piece.is_on_board_b() {
                self.contents.board_b ^= set;
            } else if has.neutrals && piece.is_apart() {
                self.contents.neutrals ^= set;
            } else if has.ghosts && piece.is_apart() {
                self.contents.ghosts ^= set;
            }
        }
        self.contents.piece_types[piece.piece_type().index()] ^= set;
        self.contents.colors[piece.color().index()] ^= set;
        self.contents.key ^= key;
        // Branch-free: a branch on whether a pawn moves would be mispredicted.
        let is_pawn = self.variant.rules.pawn == Some(piece.piece_type());
        self.contents.pawn_key ^= key & u64::from(is_pawn).wrapping_neg();
    }

    fn set_hand(&mut self, edit: HandEdit) {
        let before = self.hand(edit.color);
        let after: Hand = before.with(edit.piece_type, edit.count);
        let change =
            i32::from(after.count(edit.piece_type)) - i32::from(before.count(edit.piece_type));
        self.contents.phase += change * self.variant.values.phase[edit.piece_type.index()];
        self.contents.key ^=
            zobrist::hand_key(edit.color, before) ^ zobrist::hand_key(edit.color, after);
        self.contents.hands[edit.color.index()] = after;
    }
}
