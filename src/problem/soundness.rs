//! Superfluous pieces: sets of pieces whose removal leaves a problem sound.

use super::problem::Problem;
use super::solver::solve;
use super::task::{Resources, Task};
use super::verdict::{Count, Verdict};
use crate::base::Square;

/// The soundness of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// All positions of the problem have exactly their intended solutions.
    Sound,
    /// A position is unsound or illegal.
    Unsound,
    /// Unknown: the search was stopped.
    Unknown,
}

/// The superfluous sets of pieces of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Superfluous {
    /// Sets of pieces by their squares in the diagram, smaller sets first.
    pub pieces: Vec<Vec<Square>>,
    /// Whether every candidate set was tested to the end.
    pub complete: bool,
}

/// Whether all positions of a problem are sound; `resources` gives the limits for each position.
pub fn soundness<'a>(problem: &Problem, resources: &dyn Fn() -> Resources<'a>) -> Soundness {
    let mut worst = Soundness::Sound;
    for phase in problem.phases() {
        let Ok(task) = &phase.task else {
            return Soundness::Unsound;
        };
        match soundness_of(task, phase.options.intended.unwrap_or(1), &resources()) {
            Soundness::Unsound => return Soundness::Unsound,
            Soundness::Unknown => worst = Soundness::Unknown,
            Soundness::Sound => {}
        }
    }
    worst
}

fn soundness_of(task: &Task, intended: usize, resources: &Resources<'_>) -> Soundness {
    let mut task = task.clone();
    task.options.variations = false;
    task.options.tries = false;
    task.options.defences = None;
    task.options.set_play = false;
    // One solution more than intended already makes the problem unsound.
    task.options.max_solutions = Some(intended.saturating_add(1));
    let solution = solve(&task, resources, &|_| ());
    let Count { full, short } = Count::of(&task.stipulation, &solution);
    match Verdict::of(&task.stipulation, &solution, intended) {
        Verdict::Sound => Soundness::Sound,
        Verdict::Partial if full <= intended && short == 0 => Soundness::Unknown,
        _ => Soundness::Unsound,
    }
}

/// Solves the problem without each piece other than a king, then without each pair of superfluous pieces, and so on with larger sets
/// until no set of a size is superfluous. Reports each set when it is found.
pub fn superfluous<'a>(
    problem: &Problem,
    resources: &dyn Fn() -> Resources<'a>,
    tell: &mut dyn FnMut(&[Square]),
) -> Superfluous {
    let mut found = Superfluous {
        pieces: Vec::new(),
        complete: true,
    };
    let pieces = problem
        .diagram
        .pieces
        .iter()
        .filter(|piece| piece.letter != "K");
    let mut candidates: Vec<Square> = pieces.map(|piece| piece.square).collect();
    candidates.sort_by_key(|square| (square.file(), square.rank()));
    let mut sets: Vec<Vec<Square>> = candidates.iter().map(|square| vec![*square]).collect();
    while !sets.is_empty() {
        let mut kept = Vec::new();
        for set in sets {
            match soundness(&without(problem, &set), resources) {
                Soundness::Sound => {
                    tell(&set);
                    kept.push(set);
                }
                Soundness::Unsound => {}
                Soundness::Unknown => found.complete = false,
            }
        }
        if kept.first().is_some_and(|set| set.len() == 1) {
            candidates = kept.iter().flatten().copied().collect();
        }
        sets = larger(&kept, &candidates);
        found.pieces.extend(kept);
    }
    found
}

/// All sets with one more piece: each set extended by a piece that comes after its last one in `pieces`.
fn larger(sets: &[Vec<Square>], pieces: &[Square]) -> Vec<Vec<Square>> {
    let behind = |set: &[Square]| {
        let last = set
            .last()
            .and_then(|last| pieces.iter().position(|piece| piece == last));
        last.map_or(pieces.len(), |last| last + 1)
    };
    let longer = |set: &Vec<Square>| {
        let set = set.clone();
        pieces[behind(&set)..].iter().map(move |piece| {
            let mut longer = set.clone();
            longer.push(*piece);
            longer
        })
    };
    sets.iter().flat_map(longer).collect()
}

fn without(problem: &Problem, squares: &[Square]) -> Problem {
    let mut less = problem.clone();
    for square in squares {
        less.diagram.remove(*square);
    }
    less
}
