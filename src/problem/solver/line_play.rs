//! Help and series problems: set play, lengths of solutions, and the distribution of work among threads.

use super::in_parallel;
use super::lines::{Lines, Seed};
use super::order::sort_lines;
use super::queue::Queue;
use super::shared::Shared;
use super::worker::Worker;
use crate::base::{Bitboard, Move};
use crate::position::Position;
use crate::problem::solution::{SetPlay, Solution};
use crate::problem::stipulation::{Play, Stipulation};
use crate::rules::Rules;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of half-moves after which lines are cut into work items for the threads.
const CUT: u32 = 2;

/// Solves a help or series problem.
pub fn solve<R: Rules>(shared: &Shared<'_>) -> Solution {
    let task = shared.task;
    let mut solution = Solution::default();
    if task.options.set_play {
        let found = shared.set_play(|| set_play::<R>(shared));
        solution.set_play = found.map(SetPlay::Lines);
    }
    solution.lines = wanted_lines::<R>(shared, &task.position, &task.stipulation);
    sort_lines(task.stipulation.play, &task.position, &mut solution.lines);
    solution
}

/// All lines, or with `StopOnShortSolutions` the shortest.
fn wanted_lines<R: Rules>(
    shared: &Shared<'_>,
    first: &Position,
    stipulation: &Stipulation,
) -> Vec<Vec<Move>> {
    if shared.dead_ends.lacks_piece(first) {
        return Vec::new();
    }
    if !shared.task.options.stop_on_short || stipulation.exact {
        return all_lines::<R>(shared, first, stipulation);
    }
    shorter(stipulation)
        .into_iter()
        .map(|stipulation| all_lines::<R>(shared, first, &stipulation))
        .find(|lines| !lines.is_empty() || shared.is_stopped())
        .unwrap_or_default()
}

/// Copies of the stipulation with all lengths, from the shortest to its own.
fn shorter(stipulation: &Stipulation) -> Vec<Stipulation> {
    let least = u32::from(!stipulation.half);
    (least..=stipulation.moves)
        .map(|moves| Stipulation {
            moves,
            ..stipulation.clone()
        })
        .collect()
}

/// The lines of the set play; `None` if the stipulation has none.
fn set_play<R: Rules>(shared: &Shared<'_>) -> Option<Vec<Vec<Move>>> {
    let task = shared.task;
    let first = task.set_position();
    // No set play if the side that begins it could capture the king.
    let playable = !Worker::<R>::in_check(&task.position);
    let (play, mut lines) = match task.stipulation.play {
        series @ (Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex) => {
            let mut found = Vec::new();
            if playable {
                let mut worker = Worker::<R>::new(shared);
                worker.goal_moves(&first, Bitboard::ALL, &mut found);
                if series == Play::SeriesSelf && !worker.must_reach_by(&first, Bitboard::ALL) {
                    // Black is not forced to reach the goal.
                    found.clear();
                }
                worker.count();
            }
            (Play::Help, found.into_iter().map(|mv| vec![mv]).collect())
        }
        play => {
            let stipulation = task.stipulation.without_first_half_move()?;
            let lines = if playable {
                wanted_lines::<R>(shared, &first, &stipulation)
            } else {
                Vec::new()
            };
            (play, lines)
        }
    };
    sort_lines(play, &first, &mut lines);
    Some(lines)
}

fn all_lines<R: Rules>(
    shared: &Shared<'_>,
    first: &Position,
    stipulation: &Stipulation,
) -> Vec<Vec<Move>> {
    let half_moves = stipulation.half_moves();
    let cut = CUT.min(half_moves.saturating_sub(1)).max(1);
    let mut scout = Lines::<R>::new(shared, stipulation.clone());
    if half_moves == 1 {
        shared.begin(1, 1);
        scout.search_all(first);
        if !scout.is_stopped() {
            shared.finish();
        }
        return scout.found;
    }
    let mut seeds = scout.seeds(first, cut as usize);
    let mut found = std::mem::take(&mut scout.found);
    let open = Open::of(&seeds);
    shared.begin(open.seeds_left.len(), half_moves);
    seeds.retain(|seed| shared.searches(seed.line[0]));
    let queue = Queue::new(seeds.len());
    let grown = in_parallel(shared, || {
        let mut lines = Lines::<R>::new(shared, stipulation.clone());
        let mut last = None;
        while let Some(work) = queue.next(last).filter(|_| !shared.is_stopped()) {
            last = Some(work);
            let seed = &seeds[work.index];
            if work.is_ours {
                shared.take_up(seed.line[0]);
            }
            lines.grow(seed, work);
            if work.is_ours && !lines.is_stopped() {
                work.finish();
                open.close(seed, shared);
            }
        }
        lines.found
    });
    found.extend(grown.into_iter().flatten());
    found
}

/// The number of unfinished seeds of each first move.
struct Open {
    seeds_left: BTreeMap<u32, AtomicUsize>,
}

impl Open {
    fn of(seeds: &[Seed]) -> Self {
        let mut seeds_left: BTreeMap<u32, AtomicUsize> = BTreeMap::new();
        for seed in seeds {
            let count = seeds_left.entry(seed.line[0].bits().get()).or_default();
            count.fetch_add(1, Ordering::Relaxed);
        }
        Self { seeds_left }
    }

    /// Records that a seed has been searched; with its last seed a first move is finished.
    fn close(&self, seed: &Seed, shared: &Shared<'_>) {
        let left = self.seeds_left.get(&seed.line[0].bits().get());
        if left.is_some_and(|left| left.fetch_sub(1, Ordering::Relaxed) == 1) {
            shared.finish();
        }
    }
}
