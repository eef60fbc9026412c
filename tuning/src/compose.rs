//! Problems found by machine: pieces are scattered at random, and a position is kept if it has exactly one solution, needs each of its
//! pieces, and has play worth showing.
//!
//! Each candidate has its own random stream, so that what is found depends on the seed alone and not on the number of threads.

use anyhow::{Result, ensure};
use clap::Args;
use katydid::catalogue::Catalogue;
use katydid::problem::{
    Attack, Key, Parts, Problem, Resources, Solution, Soundness, Task, closing, duals, key_text,
    page, solution_text, solve, soundness, superfluous,
};
use katydid::rules;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Candidates that are tried at a time.
const BATCH: u64 = 1024;
/// The memory of the solver for a candidate, in bytes.
const MEMORY: usize = 1 << 20;
/// The squares of the board.
const SQUARES: usize = 64;

/// The arguments of `compose`.
#[derive(Debug, Args)]
pub struct ComposeArguments {
    /// The stipulation, for example `h#2`
    stipulation: String,
    /// The pieces that stand on every board beside the kings: White's as capital letters, Black's as small ones
    #[arg(long, default_value = "")]
    with: String,
    /// The pieces from which more are drawn
    #[arg(long, default_value = "QRBNPqrbnp")]
    from: String,
    /// The most pieces, kings included
    #[arg(long, default_value_t = 7)]
    most: usize,
    /// Declarations of pieces, as `katydid solve` reads them
    #[arg(long)]
    piece: Vec<String>,
    /// Conditions, as `katydid solve` reads them
    #[arg(long)]
    condition: Vec<String>,
    /// The fewest changes of other pieces that the solution shows
    #[arg(long, default_value_t = 2)]
    changes: usize,
    /// The fewest different answers to defences in battle play
    #[arg(long, default_value_t = 2)]
    answers: usize,
    /// Problems wanted
    #[arg(short, long, default_value_t = 1)]
    count: usize,
    /// Candidates to be tried
    #[arg(long, default_value_t = 10_000_000)]
    candidates: u64,
    /// Nodes for each candidate
    #[arg(short, long, default_value_t = 100_000)]
    nodes: u64,
    /// The seed
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
}

impl ComposeArguments {
    /// Looks for problems and prints them with diagram, solution and FEN.
    ///
    /// # Errors
    /// If the stipulation, a condition or a piece is malformed, or nothing has been found.
    pub fn run(&self) -> Result<()> {
        let least = self.with.chars().count() + 2;
        ensure!(
            (least..=SQUARES).contains(&self.most),
            "--most {} (expected {least} to {SQUARES})",
            self.most
        );
        // What is wrong with the arguments is wrong with each candidate.
        let catalogue = Catalogue::new();
        let alone = self.placement(&mut ChaCha8Rng::seed_from_u64(self.seed));
        self.problem(&catalogue, &alone)?;
        let mut found = 0;
        for begin in (0..self.candidates).step_by(BATCH as usize) {
            let last = (begin + BATCH).min(self.candidates);
            let texts: Vec<String> = (begin..last)
                .into_par_iter()
                .map_init(Catalogue::new, |catalogue, number| {
                    self.candidate(catalogue, number)
                })
                .flatten()
                .collect();
            for text in &texts {
                println!("{text}");
            }
            found += texts.len();
            if found >= self.count {
                break;
            }
        }
        ensure!(found > 0, "nothing found among {} boards", self.candidates);
        Ok(())
    }

    /// The page of a candidate that is worth it.
    fn candidate(&self, catalogue: &Catalogue, number: u64) -> Option<String> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let problem = self.problem(catalogue, &self.placement(&mut rng)).ok()?;
        let stop = AtomicBool::new(false);
        let resources = || Resources {
            most_nodes: Some(self.nodes),
            ..Resources::of_memory(MEMORY, &stop)
        };
        if soundness(&problem, &resources) != Soundness::Sound {
            return None;
        }
        let problem = self.bared(problem, &resources);
        let phase = problem.phases().into_iter().next()?;
        let mut task = phase.task.clone().ok()?;
        task.options.variations = true;
        let solution = solve(&task, &resources(), &|_| ());
        let shown = phase.shown();
        let play = solution_text(&task, &shown, &solution);
        let worth = play.matches('[').count() >= self.changes
            && self.is_battle_worth_it(&task, &solution, |key| key_text(&task, &shown, key));
        worth.then(|| {
            format!(
                "{}\n{play}\n{}\n{}\n",
                page(&problem, &phase, task.shown_position(), &task.stipulation),
                closing(&task.stipulation, &solution, None),
                phase.fen
            )
        })
    }

    /// Whether battle play has a quiet key, no duals, and different answers; true of other play.
    fn is_battle_worth_it(
        &self,
        task: &Task,
        solution: &Solution,
        text: impl Fn(&Key) -> String,
    ) -> bool {
        let (Some(tree), [key]) = (&solution.tree, &solution.keys[..]) else {
            return !task.stipulation.play.is_battle();
        };
        let is_quiet = !rules::is_capture(&task.position, key.mv) && !text(key).contains('+');
        is_quiet && duals(tree) == 0 && answers(tree) >= self.answers
    }

    /// The problem without the pieces that it does not need; one of those that are asked for stays of each kind.
    fn bared<'a>(&self, problem: Problem, resources: &dyn Fn() -> Resources<'a>) -> Problem {
        let sets = superfluous(&problem, resources, &mut |_| ()).pieces;
        let kept = sets.iter().rev().find_map(|set| {
            let mut less = problem.clone();
            for square in set {
                less.diagram.remove(*square);
            }
            let placement = less.diagram.placement();
            let complete = self.with.chars().all(|letter| placement.contains(letter));
            complete.then_some(less)
        });
        kept.unwrap_or(problem)
    }

    fn problem(&self, catalogue: &Catalogue, placement: &str) -> Result<Problem> {
        let parts = Parts {
            fen: placement,
            stipulation: &self.stipulation,
            conditions: &self.condition,
            pieces: &self.piece,
            ..Parts::default()
        };
        Ok(Problem::from_parts(catalogue, &parts)?)
    }

    /// A random placement field: the kings, the pieces of `with`, and some of `from`; no pawn stands on an end rank.
    fn placement(&self, rng: &mut ChaCha8Rng) -> String {
        let mut letters: Vec<char> = "Kk".chars().chain(self.with.chars()).collect();
        let pool: Vec<char> = self.from.chars().collect();
        let count = rng.random_range(letters.len()..=self.most);
        while letters.len() < count && !pool.is_empty() {
            letters.extend(pool.choose(rng));
        }
        let mut squares: Vec<usize> = (0..SQUARES).collect();
        squares.shuffle(rng);
        let mut board = ['1'; SQUARES];
        for letter in letters {
            let fits = |square: &usize| {
                !letter.eq_ignore_ascii_case(&'p') || (8..SQUARES - 8).contains(square)
            };
            let at = squares.iter().rposition(fits).unwrap_or(0);
            board[squares.remove(at)] = letter;
        }
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }
}

/// The number of different answers to the listed defences of the key, its threat included.
fn answers(tree: &[Attack]) -> usize {
    let mut found = Vec::new();
    for attack in tree.iter().filter(|attack| attack.solves) {
        let listed = attack.defences.iter().filter(|defence| defence.defends);
        let replies = listed.flat_map(|defence| &defence.answers);
        for answer in attack.threats.iter().chain(replies) {
            if !found.contains(&answer.mv) {
                found.push(answer.mv);
            }
        }
    }
    found.len()
}
