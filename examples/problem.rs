//! Solves a chess problem, the one of Paul Morphy. `cargo run --release --example problem`

use katydid::Catalogue;
use katydid::problem::{Parts, Problem, Resources, closing, page, solution_text, solve};
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parts = Parts {
        fen: "kbK5/pp6/1P6/8/8/8/8/R7",
        stipulation: "#2",
        ..Parts::default()
    };
    let problem = Problem::from_parts(&Catalogue::new(), &parts)?;
    // Twins and exchanged sides are phases of their own.
    for phase in problem.phases() {
        let task = phase.task.as_ref().map_err(Clone::clone)?;
        // Set by another thread, it ends the search.
        let stop = AtomicBool::new(false);
        let solution = solve(task, &Resources::of_memory(64 << 20, &stop), &|_| ());
        println!(
            "{}",
            page(&problem, &phase, task.shown_position(), &task.stipulation)
        );
        println!("{}", solution_text(task, &phase.shown(), &solution));
        println!("{}", closing(&task.stipulation, &solution, None));
    }
    Ok(())
}
