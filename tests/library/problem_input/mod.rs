//! Problems from texts to positions: command line parts, twins, options, the board and its rules.

mod diagram;
mod options;
mod pieces;
mod twins;

use katydid::problem::{Parts, Phase, Problem, Task};
use katydid::rules::{self, Instance};
use katydid_trust::games;

/// The parts of a problem beside FEN and stipulation.
#[derive(Default)]
struct Further {
    game: Option<&'static str>,
    conditions: Vec<String>,
    pieces: Vec<String>,
    twins: Vec<String>,
    options: Vec<String>,
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn twins(list: &[&str]) -> Further {
    Further {
        twins: texts(list),
        ..Further::default()
    }
}

fn options(text: &str) -> Further {
    Further {
        options: texts(&[text]),
        ..Further::default()
    }
}

fn conditions(text: &str) -> Further {
    Further {
        conditions: texts(&[text]),
        ..Further::default()
    }
}

fn pieces(text: &str) -> Further {
    Further {
        pieces: texts(&[text]),
        ..Further::default()
    }
}

fn game(name: &'static str) -> Further {
    Further {
        game: Some(name),
        ..Further::default()
    }
}

fn problem(fen: &str, stipulation: &str, further: &Further) -> Result<Problem, String> {
    let parts = Parts {
        game: further.game,
        fen,
        stipulation,
        conditions: &further.conditions,
        pieces: &further.pieces,
        twins: &further.twins,
        options: &further.options,
        title: None,
    };
    Problem::from_parts(games(), &parts).map_err(|error| error.to_string())
}

fn phases(fen: &str, stipulation: &str, further: &Further) -> Vec<Phase> {
    problem(fen, stipulation, further)
        .unwrap_or_else(|error| panic!("{fen} {stipulation}: {error}"))
        .phases()
}

/// The only position of a problem.
fn task(fen: &str, stipulation: &str, further: &Further) -> Result<Task, String> {
    let mut phases = problem(fen, stipulation, further)?.phases();
    assert_eq!(phases.len(), 1);
    let phase = phases.pop().expect("one");
    phase.task.map_err(|error| error.to_string())
}

fn fen(fen: &str, stipulation: &str, further: &Further) -> Result<String, String> {
    task(fen, stipulation, further).map(|task| task.position.fen())
}

/// Heading and placement, or the reason, of all positions.
fn told(phases: &[Phase]) -> Vec<String> {
    let one = |phase: &Phase| match &phase.task {
        Ok(task) => format!("{}: {}", phase.heading, task.position.placement()),
        Err(error) => format!("{}: {error}", phase.heading),
    };
    phases.iter().map(one).collect()
}

fn none() -> Further {
    Further::default()
}
