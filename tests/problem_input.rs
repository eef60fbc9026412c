//! Problems from texts to positions: command line parts, files, twins, options.

use katydid::problem::{Parts, Phase, Problem, popeye};
use katydid::rules::{self, Instance};

fn problem(
    fen: &str,
    stipulation: &str,
    change: impl FnOnce(&mut Owned),
) -> Result<Problem, String> {
    let mut owned = Owned::default();
    change(&mut owned);
    let parts = Parts {
        game: owned.game,
        fen,
        stipulation,
        conditions: &owned.conditions,
        men: &owned.men,
        twins: &owned.twins,
        options: &owned.options,
        title: None,
    };
    Problem::from_parts(&parts).map_err(|error| error.to_string())
}

#[derive(Default)]
struct Owned {
    game: Option<&'static str>,
    conditions: Vec<String>,
    men: Vec<String>,
    twins: Vec<String>,
    options: Vec<String>,
}

/// The position of a problem with one.
fn fen(fen: &str, stipulation: &str, change: impl FnOnce(&mut Owned)) -> Result<String, String> {
    let problem = problem(fen, stipulation, change)?;
    let phases = problem.phases();
    only(&phases)
}

fn only(phases: &[Phase]) -> Result<String, String> {
    assert_eq!(phases.len(), 1);
    told(&phases[0])
}

fn told(phase: &Phase) -> Result<String, String> {
    match &phase.task {
        Ok(task) => Ok(task.position.fen()),
        Err(error) => Err(error.to_string()),
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn the_stipulation_says_who_begins() {
    let placement = "7k/8/8/8/8/8/8/KR6";
    for (stipulation, side) in [
        ("#2", 'w'),
        ("s#2", 'w'),
        ("h#2", 'b'),
        ("h#2.5", 'w'),
        ("hs#2", 'w'),
        ("hs#2.5", 'b'),
        ("ser-#2", 'w'),
        ("ser-h#2", 'b'),
    ] {
        let expected = format!("{placement} {side} - - 0 1");
        for field in ["", " w - -", " b - - 0 1"] {
            let found = fen(&format!("{placement}{field}"), stipulation, |_| {});
            assert_eq!(found, Ok(expected.clone()), "{stipulation}");
        }
    }
}

#[test]
fn a_king_that_could_be_captured_is_no_position() {
    let reason = "the side to play can capture the king".to_owned();
    assert_eq!(fen("7k/8/8/8/8/8/8/K6R", "#2", |_| {}), Err(reason));
    assert!(fen("7k/8/8/8/8/8/8/K6R", "h#2", |_| {}).is_ok());
}

#[test]
fn files_are_read() {
    let text = "
BeginProblem
Title  Two
author A. B.
Stip h#2
Piec White CirceHurdle Hurdle gd4 Kc1 lie5 pac3
     Black Kh8 sb8
Option Vari
NextProblem
Stip #1 Cond Isardam
Next
stip #2
Fors 7k/8/5K2/8/8/8/8/R
Twin Move a1 b1 Twin Cont Remove b1 Add white qb2
EndProblem whatever
";
    let problems = popeye::read(text);
    assert_eq!(problems.len(), 3);
    let first = problems[0].as_ref().expect("it is read");
    assert_eq!(first.title.as_deref(), Some("Two"));
    assert_eq!(
        only(&first.phases()),
        Ok("1n5k/8/8/4L3/3H4/2I5/8/2K5 b - - 0 1".to_owned())
    );
    assert_eq!(first.men.text(), "H=gQ:CA,I=mRcpR");
    let second = problems[1].as_ref().expect_err("Isardam").to_string();
    assert_eq!(
        second,
        "problem 2, line 10, column 14: Popeye's condition Isardam is not supported"
    );
    let third = problems[2].as_ref().expect("it is read");
    let phases = third.phases();
    let heads: Vec<&str> = phases.iter().map(|phase| phase.heading.as_str()).collect();
    assert_eq!(heads, ["a)", "b) a1-b1", "+c) -b1, wQb2"]);
    assert_eq!(
        told(&phases[2]),
        Ok("7k/8/5K2/8/8/8/1Q6/8 w - - 0 1".to_owned())
    );
    let instance = Instance::of(phases[0].task.as_ref().expect("a task").position.variant());
    assert_eq!(instance, Instance::Orthodox);
    let _ = (texts(&[]), rules::perft);
}
