//! The move stack: one stack with the generated moves of all nodes of the current line.
//!
//! It is one allocation that stays in the cache. A move list in each node would make every stack frame as large as the longest list.

use crate::base::{MAX_MOVES, Move, MoveList};

/// The number of low bits of a rank, which hold the move's index in its batch; the higher bits are the score.
const PLACE_BITS: u32 = MAX_MOVES.next_power_of_two().ilog2();
/// The largest index in a batch. Ranks store `LAST_PLACE - index`, so that of equal scores the move generated first ranks higher.
const LAST_PLACE: i32 = (1 << PLACE_BITS) - 1;
/// The largest score that fits into a rank; scores are clamped to plus or minus this.
const MOST_SCORE: i32 = i32::MAX >> PLACE_BITS;

pub struct MoveStack {
    moves: Vec<Move>,
    /// The ranks of the moves that are not picked yet, batch by batch. The slots of picked moves are reused for moves put aside.
    ranks: Vec<i32>,
    /// The buffer of the move generator; [`Self::add_generated`] copies it onto the stack.
    pub generated: Box<MoveList>,
}

/// Moves on the stack that a node added together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Batch {
    start: usize,
    /// The number of moves picked so far.
    given: usize,
    /// The number of picked moves that were put aside for later.
    aside: usize,
}

/// The sort key of a move: by score, then by generation order.
const fn rank(score: i32, place: usize) -> i32 {
    let score = if score > MOST_SCORE {
        MOST_SCORE
    } else if score < -MOST_SCORE {
        -MOST_SCORE
    } else {
        score
    };
    score << PLACE_BITS | (LAST_PLACE - place as i32)
}

impl MoveStack {
    /// A stack without moves.
    pub fn new() -> Self {
        Self {
            moves: Vec::with_capacity(MAX_MOVES),
            ranks: Vec::with_capacity(MAX_MOVES),
            generated: Box::new(MoveList::new()),
        }
    }

    /// The number of moves on the stack.
    pub const fn height(&self) -> usize {
        self.moves.len()
    }

    /// Truncates the stack to an earlier height.
    #[inline(always)]
    pub fn fall_to(&mut self, height: usize) {
        self.moves.truncate(height);
        self.ranks.truncate(height);
    }

    /// Adds the moves of the buffer `generated` to the stack, ranked by `score`.
    #[inline(always)]
    pub fn add_generated(&mut self, score: impl Fn(Move) -> i32) -> Batch {
        let start = self.height();
        let moves = self.generated.as_slice();
        let ranks = moves.iter().enumerate();
        self.ranks
            .extend(ranks.map(|(place, mv)| rank(score(*mv), place)));
        self.moves.extend_from_slice(moves);
        Batch {
            start,
            ..Batch::default()
        }
    }

    /// Picks the best move that is left in a batch.
    #[inline(always)]
    pub fn best(&mut self, batch: &mut Batch) -> Option<Move> {
        let left = self.ranks.get_mut(batch.start + batch.given..)?;
        let (first, highest) = (*left.first()?, left.iter().copied().max()?);
        // Move the first rank into the hole. Branch-free, so that it vectorises like the search for the maximum.
        for rank in left {
            *rank = if *rank == highest { first } else { *rank };
        }
        batch.given += 1;
        let place = LAST_PLACE - (highest & LAST_PLACE);
        Some(self.moves[batch.start + place as usize])
    }

    /// Puts aside a move that was just picked from a batch.
    #[inline(always)]
    pub fn put_aside(&mut self, batch: &mut Batch, mv: Move) {
        // The slots of picked moves are free for this.
        self.ranks[batch.start + batch.aside] = mv.bits().get() as i32;
        batch.aside += 1;
    }

    /// The `number`-th move (from 0) that was put aside in a batch.
    #[inline(always)]
    pub fn aside(&self, batch: Batch, number: usize) -> Option<Move> {
        let bits = (number < batch.aside).then(|| self.ranks[batch.start + number]);
        bits.and_then(|bits| Move::from_bits(bits as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MoveKind, Square};

    /// `count` different moves.
    fn moves(count: u8) -> Vec<Move> {
        let to = Square::new;
        (0..count)
            .map(|index| Move::new(Square::at(0, 0), to(index), MoveKind::Normal))
            .collect()
    }

    fn add(stack: &mut MoveStack, list: &[Move], score: impl Fn(Move) -> i32) -> Batch {
        stack.generated.clear();
        stack.generated.extend(list.iter().copied());
        stack.add_generated(score)
    }

    #[test]
    fn moves_come_by_score_and_among_equals_as_they_were_generated() {
        let mut stack = MoveStack::new();
        let list = moves(9);
        let scores = [3, -70_000, 3, 0, i32::MAX, i32::MIN, 3, 0, 480_000];
        let score = |mv: Move| scores[mv.to().index()];
        let mut batch = add(&mut stack, &list, score);
        let order: Vec<usize> = std::iter::from_fn(|| stack.best(&mut batch))
            .map(|mv| mv.to().index())
            .collect();
        assert_eq!(order, [4, 8, 0, 2, 6, 3, 7, 1, 5]);
    }

    #[test]
    fn what_children_add_does_not_disturb_what_is_left() {
        let mut stack = MoveStack::new();
        let list = moves(5);
        let mut batch = add(&mut stack, &list, |_| 0);
        let bad = stack.best(&mut batch).unwrap();
        stack.put_aside(&mut batch, bad);
        assert_eq!(stack.best(&mut batch), Some(list[1]));
        let height = stack.height();
        let mut child = add(&mut stack, &moves(40), |mv| i32::from(mv.to().rank()));
        for _ in 0..3 {
            let mv = stack.best(&mut child).unwrap();
            stack.put_aside(&mut child, mv);
        }
        assert_eq!(stack.aside(child, 2), Some(moves(40)[34]));
        stack.fall_to(height);
        assert_eq!(stack.best(&mut batch), Some(list[2]));
        let mut quiets = add(&mut stack, &list, |_| -5);
        assert_eq!(stack.best(&mut quiets), Some(list[0]));
        assert_eq!(stack.aside(batch, 0), Some(list[0]));
        assert_eq!(stack.aside(batch, 1), None);
    }
}
