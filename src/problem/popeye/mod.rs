//! Problem files in Popeye's input language: English, German or French.
//!
//! ```text
//! file    = "BeginProblem" problem {"NextProblem" problem} "EndProblem"
//! problem = { command }
//! ```
//!
//! Words are not case sensitive and may be abbreviated to any unique prefix. A word that is not understood is an error of its
//! problem; the other problems of the file are still read.

mod commands;
mod forsyth;

use super::error::ProblemError;
use super::problem::{Problem, game};
use crate::catalogue::Catalogue;
use commands::{PopeyeEnd, Reader};

/// Reads a file: each problem or its error. Text after `EndProblem` is ignored.
pub fn read(catalogue: &Catalogue, text: &str) -> Vec<Result<Problem, ProblemError>> {
    let mut reader = Reader::new(text.trim_start_matches('\u{feff}'));
    let variant = match game(catalogue, None) {
        Ok(variant) => variant,
        Err(error) => return vec![Err(error)],
    };
    if let Err(error) = reader.begin() {
        return vec![Err(error)];
    }
    let mut problems = Vec::new();
    loop {
        let number = problems.len() + 1;
        let (problem, end) = reader.problem(number, &variant);
        let last = end != PopeyeEnd::Next;
        let problem = match (problem, end) {
            (Ok(_), PopeyeEnd::Missing) => Err(reader.no_end()),
            (problem, _) => problem,
        };
        problems.push(problem.map_err(|error| error.in_problem(number)));
        if last {
            return problems;
        }
    }
}
