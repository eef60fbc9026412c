//! The keys of a game's positions, for the detection of repetitions.

use super::Position;
use crate::base::Color;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    /// The index of the first position since the last irreversible move: only positions from there on can recur.
    first: u32,
    /// The number of pieces on the board and in hand; 0 in games whose half-move clock shows which moves are irreversible.
    pieces: u16,
    /// The side whose turn begins, and whether that side is in check; stored only in games in which perpetual check loses.
    turn: Option<(Color, bool)>,
}

impl Entry {
    fn starting_at(pos: &Position, index: usize) -> Self {
        Self {
            key: pos.key(),
            first: u32::try_from(index).unwrap_or(u32::MAX),
            pieces: pieces_of(pos),
            turn: None,
        }
    }
}

/// The keys of the positions of a game, the current one last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHistory {
    entries: Vec<Entry>,
}

impl KeyHistory {
    /// A history that starts with a position, as its first occurrence.
    pub fn starting_at(pos: &Position) -> Self {
        Self {
            entries: vec![Entry::starting_at(pos, 0)],
        }
    }

    /// Adds the position after a leg, or after a null move.
    #[inline]
    pub fn push(&mut self, pos: &Position) {
        let mut entry = Entry::starting_at(pos, self.entries.len());
        if let Some(last) = self.entries.last()
            && !is_irreversible(pos, last.pieces, entry.pieces)
        {
            entry.first = last.first;
        }
        self.entries.push(entry);
    }

    /// Records that a turn of `side` begins at the last position, and whether `side` is in check there.
    pub fn note_turn(&mut self, side: Color, in_check: bool) {
        if let Some(last) = self.entries.last_mut() {
            last.turn = Some((side, in_check));
        }
    }

    /// Whether `side` was in check at each of its turns after the position of index `since`, and had at least one.
    pub fn always_in_check(&self, since: usize, side: Color) -> bool {
        let later = self.entries.iter().skip(since + 1);
        let turns = later.filter_map(|entry| entry.turn);
        let mut checks = turns.filter(|(mover, _)| *mover == side).peekable();
        checks.peek().is_some() && checks.all(|(_, in_check)| in_check)
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// The number of positions.
    #[allow(
        clippy::len_without_is_empty,
        reason = "it is never empty, and public with the feature `cli` alone"
    )]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// The positions since the last irreversible move, the current one last.
    #[inline]
    fn recent(&self) -> &[Entry] {
        let first = self.entries.last().map_or(0, |last| last.first as usize);
        &self.entries[first.min(self.entries.len())..]
    }

    /// The number of positions since the last irreversible move, the current one included.
    #[inline]
    pub fn recent_len(&self) -> usize {
        self.recent().len()
    }

    /// The indices of the earlier occurrences of the current position, the latest first.
    #[inline]
    pub fn earlier(&self) -> impl Iterator<Item = usize> {
        let recent = self.recent();
        let first = self.entries.len() - recent.len();
        let current = recent.last().map_or(0, |entry| entry.key);
        let others = recent.iter().enumerate().rev().skip(1);
        let alike = others.filter(move |(_, entry)| entry.key == current);
        alike.map(move |(index, _)| first + index)
    }

    /// How often the current position has occurred.
    pub fn occurrences(&self) -> usize {
        self.earlier().count() + 1
    }
}

/// Whether the move that led to `pos` is irreversible; `before` and `after` are the numbers of pieces.
#[inline(always)]
fn is_irreversible(pos: &Position, before: u16, after: u16) -> bool {
    let rules = &pos.variant().rules;
    if rules.progress_is_final() {
        pos.state().halfmove_clock == 0 && !pos.state().mid_turn()
    } else {
        // Colours, types and squares can change back, and captured pieces can return from the hand.
        before != after && !rules.conditions.bring_pieces()
    }
}

/// The value of `Entry::pieces` for a position.
#[inline(always)]
fn pieces_of(pos: &Position) -> u16 {
    if pos.variant().rules.progress_is_final() {
        return 0;
    }
    let held = Color::ALL.map(|color| pos.hand(color).total());
    let waiting = pos.state().memory.pieces().count() as u16;
    pos.occupied().count() as u16 + held[0] + held[1] + waiting
}
