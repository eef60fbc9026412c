//! Chooses the best move among the results of several threads.

use super::report::Bound;
use super::thread::RootMove;
use crate::base::{MATE_IN_MAX, Move, Value};

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
    let value = |result: &ThreadResult| settled(&result.root_moves[0]);
    let least = candidates().map(value).min()?;
    let weight =
        |result: &ThreadResult| i64::from(value(result) - least + 14) * i64::from(result.depth);
    let votes = |mv: Move| -> i64 {
        candidates()
            .filter(|result| result.root_moves[0].mv == mv)
            .map(weight)
            .sum()
    };
    let mut best = candidates().next()?;
    for result in candidates() {
        let (ours, theirs) = (&best.root_moves[0], &result.root_moves[0]);
        let (our_value, their_value) = (value(best), value(result));
        let better = if our_value.abs() >= MATE_IN_MAX {
            their_value > our_value
        } else {
            their_value >= MATE_IN_MAX
                || their_value > -MATE_IN_MAX && votes(theirs.mv) > votes(ours.mv)
        };
        if better {
            best = result;
        }
    }
    best.root_moves.first()
}

/// The value of a thread's best move. A thread that stops within an iteration may have only a bound of it: if that does not prove the win or the
/// loss that it names, the value is that of the iteration before.
fn settled(root_move: &RootMove) -> Value {
    match root_move.bound {
        Bound::Upper if root_move.value >= MATE_IN_MAX => root_move.last_value,
        Bound::Lower if root_move.value <= -MATE_IN_MAX => root_move.last_value,
        _ => root_move.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MoveKind, Square, mate_in};

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

    #[test]
    fn a_bound_that_proves_no_win_and_no_loss_does_not_decide() {
        let winner = |last_value, value, bound| {
            let mut bounded = result(1, 9, value);
            bounded.root_moves[0].bound = bound;
            bounded.root_moves[0].last_value = last_value;
            winner(&[result(0, 9, 300), bounded])
        };
        assert_eq!(winner(200, mate_in(5), Bound::Lower), Some(1));
        assert_eq!(winner(200, mate_in(5), Bound::Upper), Some(0));
        // What fails high below a loss need not be lost.
        assert_eq!(winner(400, -mate_in(6), Bound::Lower), Some(1));
        assert_eq!(winner(400, -mate_in(6), Bound::Upper), Some(0));
    }
}
