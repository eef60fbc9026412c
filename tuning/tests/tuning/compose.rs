//! The search for problems: what it prints has one solution and needs each piece, and the seed alone decides what is found.

use katydid::catalogue::Catalogue;
use katydid::problem::{Parts, Problem, Resources, Soundness, soundness, superfluous};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

fn compose(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_katydid-tuning"))
        .arg("compose")
        .args(arguments.split(' '))
        .output()
        .expect("the program")
}

#[test]
fn problems_that_are_found_are_sound_and_spare_and_found_again() {
    let arguments =
        "h#1 --piece X=gQ:A --with Xq --from PNn --most 6 --changes 1 --candidates 20000";
    let output = compose(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("sound: 1 solution"), "{text}");
    let fens: Vec<&str> = (text.lines())
        .filter(|line| line.ends_with(" - - 0 1"))
        .collect();
    let pieces = ["X=gQ:A".to_owned()];
    for fen in fens {
        let parts = Parts {
            fen,
            stipulation: "h#1",
            pieces: &pieces,
            ..Parts::default()
        };
        let problem = Problem::from_parts(&Catalogue::new(), &parts).expect(fen);
        let stop = AtomicBool::new(false);
        let resources = || Resources::of_memory(1 << 20, &stop);
        assert_eq!(soundness(&problem, &resources), Soundness::Sound, "{fen}");
        let spare = superfluous(&problem, &resources, &mut |_| ());
        let asked_for = |set: &Vec<katydid::base::Square>| {
            set.iter().all(|at| {
                problem
                    .diagram
                    .at(*at)
                    .is_some_and(|it| "XQ".contains(&it.letter))
            })
        };
        assert!(spare.pieces.iter().all(asked_for), "{fen}: {spare:?}");
    }
    assert_eq!(compose(arguments).stdout, text.as_bytes());
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, named) in [
        ("h#1 --with QRB --most 4", "--most 4 (expected 5 to 64)"),
        ("h#x", "h#x"),
        ("h#1 --piece X=gW:Z", "'Z'"),
        ("#1 --most 2 --candidates 64", "nothing found"),
    ] {
        let output = compose(arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(named), "{text}");
    }
}
