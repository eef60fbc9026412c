//! Battle problems: keys, tries, set play and variations; the first moves are distributed among threads.

use super::battle::Battle;
use super::in_parallel;
use super::order::sort_by_text;
use super::queue::Queue;
use super::shared::Shared;
use super::worker::Worker;
use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::problem::solution::{Defence, Key, PostKey, SetPlay, Solution, Try};
use crate::problem::task::News;
use crate::rules::Rules;

/// Whether a first move is a key or a try, or neither.
enum BattleVerdict {
    Key(Key),
    Try(Try),
    Nothing,
}

/// Solves a battle problem.
pub fn solve<R: Rules>(shared: &Shared<'_>) -> Solution {
    let task = shared.task;
    let (pos, options) = (&task.position, &task.options);
    let moves = task.stipulation.moves;
    let mut battle = Battle::<R>::new(shared);
    let mut solution = Solution::default();
    if options.post_key {
        solution.post_key = Some(post_key(&mut battle, moves));
        battle.worker.count();
        return solution;
    }
    if options.set_play {
        let defences = set_play(&mut battle, pos, moves);
        solution.set_play = Some(SetPlay::Defences(defences));
    }
    if battle.is_forced(pos) {
        battle
            .worker
            .goal_moves(pos, Bitboard::ALL, &mut solution.forced);
        sort_by_text(pos, &mut solution.forced, |mv| *mv);
        battle.worker.count();
        return solution;
    }
    judge_first_moves::<R>(shared, &mut solution);
    if options.variations && !shared.is_stopped() {
        let keys = solution.keys.iter().map(|key| key.mv);
        let tries = solution.tries.iter().map(|one| one.mv);
        let mut tree = Vec::new();
        for mv in keys.chain(tries) {
            let attack = battle.attack(pos, mv, moves);
            if battle.worker.stopped {
                // First moves whose search was not completed are not reported.
                break;
            }
            tree.push(attack);
        }
        solution.tree = Some(tree);
    }
    battle.worker.count();
    solution
}

/// Judges all first moves, in parallel.
fn judge_first_moves<R: Rules>(shared: &Shared<'_>, solution: &mut Solution) {
    let (pos, moves) = (&shared.task.position, shared.task.stipulation.moves);
    let mut list = MoveList::new();
    Worker::<R>::new(shared).moves(pos, &mut list);
    sort_by_text(pos, &mut list, |mv| *mv);
    shared.begin(list.len(), 2 * moves - 1);
    list.retain(|mv| shared.searches(*mv));
    let queue = Queue::new(list.len());
    let judged = in_parallel(shared, || {
        let mut battle = Battle::<R>::new(shared);
        let mut verdicts = Vec::new();
        let mut last = None;
        while let Some(work) = queue.next(last).filter(|_| !shared.is_stopped()) {
            last = Some(work);
            let mv = list[work.index];
            shared.take_up(mv);
            battle.worker.begin(work);
            let verdict = judge(&mut battle, pos, mv, moves);
            let Some(verdict) = verdict.filter(|_| work.finish()) else {
                continue;
            };
            shared.finish();
            let wanted = match &verdict {
                BattleVerdict::Key(key) => shared.found(News::Key(*key)),
                BattleVerdict::Try(_) => true,
                BattleVerdict::Nothing => false,
            };
            if wanted {
                verdicts.push(verdict);
            }
        }
        battle.worker.count();
        verdicts
    });
    for verdict in judged.into_iter().flatten() {
        match verdict {
            BattleVerdict::Key(key) => solution.keys.push(key),
            BattleVerdict::Try(one) => solution.tries.push(one),
            BattleVerdict::Nothing => {}
        }
    }
    sort_by_text(pos, &mut solution.keys, |key| key.mv);
    sort_by_text(pos, &mut solution.tries, |one| one.mv);
}

/// Judges one first move; `None` if the search was stopped.
fn judge<R: Rules>(
    battle: &mut Battle<'_, R>,
    pos: &Position,
    mv: Move,
    moves: u32,
) -> Option<BattleVerdict> {
    let next = battle.worker.play(pos, mv);
    let key = |moves, goal| BattleVerdict::Key(Key { mv, moves, goal });
    if battle.white_aims() && battle.worker.reaches(pos, mv, &next) {
        return Some(key(1, true));
    }
    if battle.worker.is_dead_end(pos, mv, &next) {
        return Some(BattleVerdict::Nothing);
    }
    let options = &battle.worker.shared.task.options;
    if let Some(moves) = (1..moves).find(|within| battle.is_won(&next, *within)) {
        return Some(key(moves, false));
    }
    let refutations = if let Some(most) = options.most_refutations() {
        battle.refutations(&next, moves, most)
    } else {
        battle.is_won(&next, moves).then(Vec::new)
    };
    if battle.worker.stopped {
        return None;
    }
    Some(match refutations {
        None => BattleVerdict::Nothing,
        Some(refutations) if !refutations.is_empty() => BattleVerdict::Try(Try { mv, refutations }),
        Some(_) => key(moves, false),
    })
}

/// Set play: Black's moves in the diagram, with White's replies that solve in `moves` - 1 moves.
fn set_play<R: Rules>(battle: &mut Battle<'_, R>, pos: &Position, moves: u32) -> Vec<Defence> {
    if Worker::<R>::in_check(pos) {
        // No set play: the side that begins it could capture the king.
        return Vec::new();
    }
    let task = battle.worker.shared.task;
    let (first, deeper) = (task.set_position(), task.options.variations);
    let mut defences = battle.replies(&first, moves, &[], deeper);
    defences.retain(|defence| defence.goal || !defence.answers.is_empty());
    defences
}

/// The play after the key, if the diagram is the position after the key.
fn post_key<R: Rules>(battle: &mut Battle<'_, R>, moves: u32) -> PostKey {
    let pos = battle.worker.shared.task.after_key();
    let threats = battle.threats(&pos, moves);
    let defences = battle.replies(&pos, moves, &threats, true);
    PostKey { threats, defences }
}
