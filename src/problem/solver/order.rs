//! The order in which results are listed: by the coordinate texts of the moves.

use crate::base::{Move, MoveKind, Square};
use crate::position::Position;
use crate::problem::stipulation::Play;
use crate::problem::walk::texts;
use crate::rules;
use std::cmp::Ordering;

/// Sorts results by the coordinate text of their first move.
pub fn sort_by_text<T>(pos: &Position, items: &mut [T], first: impl Fn(&T) -> Move) {
    items.sort_by_cached_key(|item| rules::leg_text(pos, first(item)));
}

/// Sorts lines from a position, the shorter ones first.
pub fn sort_lines(play: Play, pos: &Position, lines: &mut [Vec<Move>]) {
    if pos.variant().rules.capabilities.dynamo {
        lines.sort_by_cached_key(|line| (line.len(), texts(play, pos, line)));
        return;
    }
    lines.sort_by(|one, other| {
        let by_length = one.len().cmp(&other.len());
        by_length.then_with(|| by_text(play, pos, one, other))
    });
}

/// Compares two lines of the same length by their texts. Up to the first move in which they differ both go through the same positions,
/// so that few comparisons need a text: floods of hundreds of thousands of lines are sorted.
fn by_text(play: Play, pos: &Position, one: &[Move], other: &[Move]) -> Ordering {
    let Some(index) = one.iter().zip(other).position(|(a, b)| a != b) else {
        return Ordering::Equal;
    };
    let (a, b) = (one[index], other[index]);
    let begins_with_squares = |mv: Move| {
        matches!(
            mv.kind(),
            MoveKind::Normal | MoveKind::MultiStep | MoveKind::Promotion | MoveKind::EnPassant
        )
    };
    let squares = |mv: Move| {
        let name = |square: Square| (square.file(), square.rank());
        (name(mv.from()), name(mv.to()))
    };
    if begins_with_squares(a) && begins_with_squares(b) && squares(a) != squares(b) {
        return squares(a).cmp(&squares(b));
    }
    texts(play, pos, one).cmp(&texts(play, pos, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::rules::{legal_moves, play, position};

    #[test]
    fn lines_are_in_the_order_of_their_texts() {
        let variant = Catalogue::new().variant("chess").expect("a game");
        let fen = "r3k2r/P6p/8/3pP3/8/8/p6P/R3K2R w KQkq d6 0 1";
        let first = position(&variant, fen).expect("a position");
        let mut lines = Vec::new();
        for one in &legal_moves(&first) {
            lines.push(vec![*one]);
            for other in &legal_moves(&play(&first, *one)) {
                lines.push(vec![*one, *other]);
            }
        }
        lines.reverse();
        sort_lines(Play::Help, &first, &mut lines);
        let key = |line: &Vec<Move>| (line.len(), texts(Play::Help, &first, line));
        assert!(lines.is_sorted_by_key(key));
    }
}
