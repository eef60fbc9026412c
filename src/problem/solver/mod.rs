//! Exhaustive solving: every solution of a stipulation, or the proof that there is none.
//!
//! `lines` searches help and series play, `battle` direct, self and reflex play, `tree` the variations. `worker` wraps the rules,
//! `shared` holds what the threads share, `first_moves` the first moves that are searched, `dead_ends` where options end play, `in_progress` the positions in progress, `table` and `packing` an exact transposition
//! table. `mate_net`, `flight_cover`, `last_two`, `mate_pictures`, `stalemate_pictures`, `condition_bounds` and `stalemate` are bounds by which
//! moves are pruned, `proof_bound` is one for proof games, `reach` counts the moves that pieces need. `planned` solves structured stipulations by following their plan.

mod battle;
mod battle_play;
mod condition_bounds;
mod cover;
mod dead_ends;
mod first_moves;
mod flight_cover;
mod in_progress;
mod last_two;
mod line_play;
mod lines;
mod mate_net;
mod mate_pictures;
mod order;
mod packing;
mod planned;
mod proof_bound;
mod queue;
mod reach;
mod shared;
mod stalemate;
mod stalemate_listing;
mod stalemate_pictures;
mod stalemate_shapes;
mod table;
mod tree;
mod worker;

use super::solution::{Share, Solution};
use super::task::{News, Resources, Task};
use crate::base::Bitboard;
use crate::rules::Rules;
use crate::with_fewer_rules;
use first_moves::FirstMoves;
use shared::Shared;
use std::thread::ScopedJoinHandle;
use worker::Worker;

/// Solves a position. `tell` receives keys, lines and progress, and is called from several threads.
///
/// ```
/// use katydid::problem::{Ideas, Options, Resources, Task, solve};
/// use katydid::{catalogue::Catalogue, rules};
/// use std::sync::atomic::AtomicBool;
/// let variant = Catalogue::new().variant("ag").unwrap();
/// let position = rules::position(&variant, "6k1/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let task = Task::of_position(&position, "#1".parse().unwrap(), Options::default());
/// let stop = AtomicBool::new(false);
/// let solution = solve(&task, &Resources::of_memory(1 << 20, &stop), &|_| ());
/// assert!(solution.complete);
/// assert_eq!(rules::leg_text(&task.position, solution.keys[0].mv), "a1a8");
/// ```
pub fn solve(task: &Task, resources: &Resources<'_>, tell: &(dyn Fn(News<'_>) + Sync)) -> Solution {
    let mut shared = Shared::new(task, resources, tell);
    shared.first_moves = with_fewer_rules!(task.position.variant(), R => {
        FirstMoves::of(task, &|pos, legal, pseudo_legal| {
            Worker::<R>::legal(pos, legal);
            Worker::<R>::pseudo_legal(pos, Bitboard::ALL, pseudo_legal);
        })
    });
    let solve = || with_fewer_rules!(task.position.variant(), R => solve_by::<R>(&shared));
    let mut solution = std::thread::scope(|scope| {
        let thread = shared.thread().spawn_scoped(scope, solve);
        thread.map_or_else(|_| solve(), joined)
    });
    let (done, total) = shared.first_moves();
    solution.first_moves = Share { done, total };
    solution.complete = !shared.is_stopped() && !shared.first_moves.leave_out;
    solution.full = shared.is_full();
    solution.nodes = shared.nodes();
    solution
}

fn solve_by<R: Rules>(shared: &Shared<'_>) -> Solution {
    if let Some(plan) = &shared.task.stipulation.plan {
        planned::solve::<R>(shared, plan)
    } else if shared.task.stipulation.play.is_battle() {
        battle_play::solve::<R>(shared)
    } else {
        line_play::solve::<R>(shared)
    }
}

/// Runs `work` on `threads` threads (the calling thread is one of them), or on as many as can be started. Returns all results.
fn in_parallel<T: Send>(shared: &Shared<'_>, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let spawn = |_| shared.thread().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..shared.threads()).map_while(spawn).collect();
        let ours = work();
        std::iter::once(ours)
            .chain(others.into_iter().map(joined))
            .collect()
    })
}

/// The result of a thread; a panic is propagated.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    let result = thread.join();
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
