//! The order in which results are listed: by the coordinate texts of the moves.

use crate::base::Move;
use crate::position::Position;
use crate::problem::stipulation::Play;
use crate::problem::walk::texts;
use crate::rules;

/// Sorts results by the coordinate text of their first move.
pub fn sort_by_text<T>(pos: &Position, items: &mut [T], first: impl Fn(&T) -> Move) {
    items.sort_by_cached_key(|item| rules::leg_text(pos, first(item)));
}

/// Sorts lines from a position, the shorter ones first.
pub fn sort_lines(play: Play, pos: &Position, lines: &mut [Vec<Move>]) {
    lines.sort_by_cached_key(|line| (line.len(), texts(play, pos, line)));
}
