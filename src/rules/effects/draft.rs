//! The board as it stands in the middle of a move, while one consequence follows another.

use crate::base::{Bitboard, Piece, Square};
use crate::position::{Edit, Position};
use arrayvec::ArrayVec;

/// Most squares one leg changes: departure, arrival, victim, hurdle and three homes; castling needs four.
pub const MOST_EDITS: usize = 10;

/// A position with some squares overlaid. A square that changes twice is one edit from its first
/// state to its last; one that comes back to its first state is none.
pub struct Draft<'a> {
    pos: &'a Position,
    edits: ArrayVec<Edit, MOST_EDITS>,
    /// Home squares on which a man was reborn, even if it had left that very square.
    pub reborn: Bitboard,
    /// Whether a man changed colour, type or place or left the board by anything but the movement.
    pub changed: bool,
}

impl<'a> Draft<'a> {
    /// The position itself, nothing changed yet.
    #[inline(always)]
    pub fn new(pos: &'a Position) -> Self {
        Self {
            pos,
            edits: ArrayVec::new(),
            reborn: Bitboard::EMPTY,
            changed: false,
        }
    }

    /// The man on a square as things stand.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<Piece> {
        match self.edits.iter().find(|edit| edit.square == square) {
            Some(edit) => edit.after,
            None => self.pos.at(square),
        }
    }

    /// Puts a man on a square, or clears it.
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

    /// The man on a square changes colour or type there.
    pub fn change(&mut self, square: Square, after: Piece) {
        if self.at(square) != Some(after) {
            self.set(square, Some(after));
            self.changed = true;
        }
    }

    /// The squares that differ from the position, each once.
    #[inline(always)]
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        self.edits.iter().filter(|edit| edit.before != edit.after)
    }

    /// The squares on which something happened, even if they look as before: a man that captures its
    /// like and changes colour replaces it.
    #[inline(always)]
    pub fn touched(&self) -> Bitboard {
        self.edits.iter().map(|edit| edit.square).collect()
    }
}
