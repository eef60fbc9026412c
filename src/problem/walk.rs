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
    pos.after(&Delta::new(state))
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
    let series = match play {
        Play::Series => line.len(),
        play if play.is_series() => line.len().saturating_sub(1),
        _ => 0,
    };
    let mut found = vec![first.clone()];
    for (index, mv) in line.iter().enumerate() {
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
    found
}
