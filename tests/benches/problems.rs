//! What each idea of the problem solver saves: `cargo bench -p katydid-benches --bench problems`.
//!
//! Each problem is solved with all ideas and without one at a time; the nodes and the time of both are set beside each
//! other. Nodes are moves played; times are of this machine and noisy.

use katydid::catalogue::Catalogue;
use katydid::problem::{Ideas, Parts, Problem, Resources, solve};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Bytes for the solver's table.
const MEMORY: usize = 256 << 20;

/// Stipulation, FEN, conditions.
const PROBLEMS: [(&str, &str, &[&str]); 8] = [
    ("h#3", "8/8/8/8/4kqNK/5r2/6P1/8 b - - 0 1", &[]),
    ("h#3", "K7/7a/3pp3/4k3/a7/2P1rA2/5N2/8 b - - 0 1", &[]),
    ("#4", "8/8/8/8/6AA/6R1/Q4KAk/6ab w - - 0 1", &[]),
    (
        "#3",
        "4R3/2n5/4Rp2/pB1k1p2/1p3p2/4B3/1K2P3/8 w - - 0 1",
        &["andernach"],
    ),
    (
        "s#2",
        "a5b1/4p1a1/r3p3/p3K3/aR5R/N2pk2B/n5Q1/4N1a1 w - - 0 1",
        &[],
    ),
    ("ser-h#6", "6g1/5g2/g7/1k6/8/3K4/8/7R b - - 0 1", &[]),
    ("ser-#14", "8/8/8/6Q1/8/2k3q1/8/7K w - - 0 1", &["circe"]),
    ("hs#2", "5Q2/2pK1Pp1/r5R1/1R6/5kr1/8/8/8 w - - 0 1", &[]),
];

/// An idea and the solver's ideas without it.
fn without() -> [(&'static str, Ideas); 6] {
    let all = Ideas::default();
    [
        (
            "table",
            Ideas {
                table: false,
                ..all
            },
        ),
        (
            "checks",
            Ideas {
                checks: false,
                ..all
            },
        ),
        (
            "bounds",
            Ideas {
                bounds: false,
                ..all
            },
        ),
        (
            "pictures",
            Ideas {
                pictures: false,
                ..all
            },
        ),
        (
            "killers",
            Ideas {
                killers: false,
                ..all
            },
        ),
        (
            "mobility",
            Ideas {
                mobility: false,
                ..all
            },
        ),
    ]
}

/// Nodes and time of a problem.
fn run(problem: &Problem, ideas: Ideas) -> (u64, Duration) {
    let stop = AtomicBool::new(false);
    let resources = Resources {
        ideas,
        ..Resources::of_memory(MEMORY, &stop)
    };
    let phases = problem.phases();
    let task = phases[0].task.as_ref().expect("a position");
    let started = Instant::now();
    let solution = solve(task, &resources, &|_| ());
    (solution.nodes, started.elapsed())
}

fn main() {
    for (stipulation, fen, conditions) in PROBLEMS {
        let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        let problem = Problem::from_parts(
            &Catalogue::new(),
            &Parts {
                fen,
                stipulation,
                conditions: &conditions,
                ..Parts::default()
            },
        );
        let problem = problem.expect("a sound problem");
        let (nodes, time) = run(&problem, Ideas::default());
        println!("{stipulation} {fen}: {nodes} nodes, {time:?}");
        for (name, ideas) in without() {
            let (more, longer) = run(&problem, ideas);
            println!(
                "    without {name}: nodes x {:.2}, time x {:.2}",
                more as f64 / nodes.max(1) as f64,
                longer.as_secs_f64() / time.as_secs_f64().max(1e-6)
            );
        }
    }
}
