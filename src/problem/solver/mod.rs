//! Solving: everything that a stipulation asks of a position, found or proven not to be there.
//!
//! `lines` searches help and series play, `battle` what White can force, `tree` what follows; `worker` is what they
//! need of the rules, `shared` what threads have in common, `table` and `packing` what is remembered, exactly.

mod afterwards;
mod battle;
mod battle_play;
mod cover;
mod line_play;
mod lines;
mod net;
mod order;
mod packing;
mod shared;
mod stalemate;
mod table;
mod tree;
mod worker;

use super::solution::{Share, Solution};
use super::task::{News, Resources, Task};
use crate::rules::Rules;
use crate::with_rules;
use shared::Shared;

/// Solves a position. News is told from several threads.
///
/// ```
/// use katydid::problem::{Ideas, Resources, Task, Wishes, solve};
/// use katydid::{catalogue::Catalogue, rules};
/// use std::sync::atomic::AtomicBool;
/// let variant = Catalogue::embedded().variant("ag").unwrap();
/// let position = rules::position(variant, "6k1/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let task = Task {
///     white: position.side_to_move(),
///     position,
///     in_passing: None,
///     stipulation: "#1".parse().unwrap(),
///     wishes: Wishes::default(),
/// };
/// let stop = AtomicBool::new(false);
/// let solution = solve(&task, &Resources::of_memory(1 << 20, &stop), &|_| ());
/// assert!(solution.complete);
/// assert_eq!(rules::leg_text(&task.position, solution.keys[0].mv), "a1a8");
/// ```
pub fn solve(task: &Task, resources: &Resources<'_>, tell: &(dyn Fn(News<'_>) + Sync)) -> Solution {
    let shared = Shared::new(task, resources, tell);
    let mut solution = with_rules!(task.position.variant(), R => solve_by::<R>(&shared));
    let (done, total) = shared.first_moves();
    solution.first_moves = Share { done, total };
    solution.complete = !shared.is_stopped();
    solution.nodes = shared.nodes();
    solution
}

fn solve_by<R: Rules>(shared: &Shared<'_>) -> Solution {
    if shared.task.stipulation.play.is_battle() {
        battle_play::solve::<R>(shared)
    } else {
        line_play::solve::<R>(shared)
    }
}

/// The stack of a worker, in bytes: a line of [`MOST_MOVES`](super::MOST_MOVES) moves of both sides is searched on it.
const STACK: usize = 64 << 20;

/// Runs workers beside each other until all are done. They share the work out among them, so that it is done with fewer
/// of them, too, where the system has no more threads to give.
fn in_parallel<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let worker = |_| {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, &work)
                .ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(worker).collect();
        if workers.is_empty() {
            return vec![work()];
        }
        let results = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        results
            .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
