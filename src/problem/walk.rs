//! The positions that a line of moves goes through.

use super::stipulation::Play;
use crate::base::{Bitboard, Move};
use crate::position::{Delta, Position};
use crate::rules;

/// The position after a null move.
#[must_use]
pub fn passed(pos: &Position) -> Position {
    let mut state = *pos.state();
    state.side_to_move = !state.side_to_move;
    state.en_passant = Bitboard::EMPTY;
    state.legal_en_passant = Bitboard::EMPTY;
    let mut delta = Delta::new(state);
    pos.hand_over(&mut delta);
    pos.after(&delta)
}

/// The coordinate texts of lines, one after the other. Moves with which a line begins as the line before it did are not played again.
pub struct LineTexts<'a> {
    play: Play,
    first: Position,
    before: &'a [Move],
    positions: Vec<Position>,
    texts: Vec<String>,
}

impl<'a> LineTexts<'a> {
    /// The texts of lines from a position.
    pub const fn new(play: Play, first: Position) -> Self {
        Self {
            play,
            first,
            before: &[],
            positions: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// The texts of the next line.
    pub fn of(&mut self, line: &'a [Move]) -> &[String] {
        let pairs = self.before.iter().zip(line);
        let mut common = pairs.take_while(|(one, other)| one == other).count();
        if line.len() != self.before.len() {
            common = 0;
        }
        self.before = line;
        // The position before the last common move stands; the one behind it may depend on the move that followed.
        self.positions.truncate(common);
        self.texts.truncate(common);
        if self.positions.is_empty() {
            self.positions.push(self.first.clone());
        }
        extend(self.play, line, &mut self.positions);
        let legs = self.positions.iter().zip(line).skip(self.texts.len());
        let texts = legs.map(|(pos, mv)| rules::leg_text(pos, *mv));
        self.texts.extend(texts);
        &self.texts
    }
}

/// The coordinate texts of a line; see [`positions`].
pub fn texts(play: Play, first: &Position, line: &[Move]) -> Vec<String> {
    let before = positions(play, first, line).into_iter();
    before
        .zip(line)
        .map(|(pos, mv)| rules::leg_text(&pos, *mv))
        .collect()
}

/// The position before each move of a line, and the position after the last move. In [`Play::Series`] one side makes all moves; in the
/// other kinds of series play the other side makes the last move.
pub fn positions(play: Play, first: &Position, line: &[Move]) -> Vec<Position> {
    let mut found = vec![first.clone()];
    extend(play, line, &mut found);
    found
}

/// Adds the positions of a line behind the first ones.
fn extend(play: Play, line: &[Move], found: &mut Vec<Position>) {
    let series = match play {
        Play::Series => line.len(),
        play if play.is_series() => line.len().saturating_sub(1),
        _ => 0,
    };
    for (index, mv) in line.iter().enumerate().skip(found.len() - 1) {
        if play == Play::PlannedLine {
            // In a plan the turn does not always alternate: the side of the moving piece is to move.
            let before = &mut found[index];
            if before
                .at(mv.from())
                .is_some_and(|piece| piece.color() != before.side_to_move())
            {
                *before = passed(before);
            }
        }
        let next = rules::play(&found[index], *mv);
        found.push(if index + 1 < series {
            passed(&next)
        } else {
            next
        });
    }
}
