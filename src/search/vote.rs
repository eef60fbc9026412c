//! Chooses the best move among the results of several threads.

use super::thread::RootMove;
use crate::base::{MATE_IN_MAX, Move};

pub struct ThreadResult {
    /// The last depth that the thread completed.
    pub depth: u32,
    /// The thread's root moves, best first.
    pub root_moves: Vec<RootMove>,
}

/// The best root move by a vote of the threads, weighted by depth and value (idea: Stockfish's thread voting). `None` if no thread
/// completed a depth.
pub fn vote(results: &[ThreadResult]) -> Option<&RootMove> {
    let candidates = || {
        results
            .iter()
            .filter(|result| result.depth > 0 && !result.root_moves.is_empty())
    };
    let least = candidates()
        .map(|result| result.root_moves[0].value)
        .min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.root_moves[0].value - least + 14) * i64::from(result.depth)
    };
    let votes = |mv: Move| -> i64 {
        candidates()
            .filter(|result| result.root_moves[0].mv == mv)
            .map(weight)
            .sum()
    };
    let mut best = candidates().next()?;
    for result in candidates() {
        let (ours, theirs) = (&best.root_moves[0], &result.root_moves[0]);
        let better = if ours.value.abs() >= MATE_IN_MAX {
            theirs.value > ours.value
        } else {
            theirs.value >= MATE_IN_MAX
                || theirs.value > -MATE_IN_MAX && votes(theirs.mv) > votes(ours.mv)
        };
        if better {
            best = result;
        }
    }
    best.root_moves.first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MoveKind, Square, Value, mate_in};

    /// The result of a thread whose best move advances the piece on `file`.
    fn result(file: u8, depth: u32, value: Value) -> ThreadResult {
        let mv = Move::new(Square::at(file, 1), Square::at(file, 2), MoveKind::Normal);
        let root_move = RootMove {
            value,
            ..RootMove::new(mv)
        };
        ThreadResult {
            depth,
            root_moves: vec![root_move],
        }
    }

    fn winner(results: &[ThreadResult]) -> Option<u8> {
        vote(results).map(|root_move| root_move.mv.from().file())
    }

    #[test]
    fn the_move_that_most_threads_prefer_is_played() {
        assert_eq!(
            winner(&[result(0, 8, 20), result(1, 8, 15), result(1, 8, 15)]),
            Some(1)
        );
        assert_eq!(winner(&[result(0, 9, 40), result(1, 5, 10)]), Some(0));
        // A thread that has not completed any depth has no vote.
        assert_eq!(winner(&[result(0, 0, 900), result(1, 1, -5)]), Some(1));
        assert_eq!(winner(&[result(0, 0, 900)]), None);
    }

    #[test]
    fn the_shortest_win_outvotes_everything() {
        let results = [
            result(0, 9, 300),
            result(0, 9, 300),
            result(1, 6, mate_in(5)),
            result(2, 4, mate_in(3)),
        ];
        assert_eq!(winner(&results), Some(2));
    }
}
