//! Input of `solve`: a problem from the command line, or files of problems.

use katydid::catalogue::Catalogue;
use katydid::pgn::decoded;
use katydid::position::Position;
use katydid::problem::{Parts, Phase, Problem, Stipulation, Subject, page, popeye};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A problem on the command line.
#[derive(Debug, clap::Args)]
pub struct ProblemArguments {
    /// The game whose rules hold (default: the problem board)
    game: Option<String>,
    /// The diagram: a FEN or only its placement
    #[arg(long)]
    fen: Option<String>,
    /// What is asked, as in #2, s#3, h#2.5 or ser-h=6
    #[arg(long, short)]
    stipulation: Option<String>,
    /// A condition of the problem board, as in circe (may be given several times)
    #[arg(long, value_name = "NAME[,NAME...]")]
    condition: Vec<String>,
    /// A piece of the problem board, as in H=gQ:AC (may be given several times)
    #[arg(long, value_name = "L=BETZA[:EFFECTS]", alias = "pieces")]
    piece: Vec<String>,
    /// A twin, as in "b) bBe3" (may be given several times)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    twin: Vec<String>,
    /// Options, as in "Try Variations" (may be given several times)
    #[arg(long, value_name = "WORDS")]
    option: Vec<String>,
    /// The title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// A problem with its number in the input, or the reason why it is refused.
pub struct Given {
    /// The number, from 1.
    pub number: usize,
    /// The file of the problem; `None` if it comes from the command line.
    pub file: Option<PathBuf>,
    pub problem: Result<Problem, String>,
}

/// One position to be solved.
pub struct Case<'a> {
    /// The number of its problem, from 1.
    pub number: usize,
    pub problem: &'a Problem,
    /// The position.
    pub phase: Phase,
    /// Whether this is not the first position of its problem.
    pub follows: bool,
}

impl ProblemArguments {
    /// The missing part of the problem; `None` if it is complete.
    pub const fn missing(&self) -> Option<&'static str> {
        match (&self.fen, &self.stipulation) {
            (Some(_), Some(_)) => None,
            (None, Some(_)) => Some("--fen is missing: a problem has --fen and --stipulation"),
            (Some(_), None) => {
                Some("--stipulation is missing: a problem has --fen and --stipulation")
            }
            (None, None) => Some(
                "nothing to solve: --fen and --stipulation give a problem, --file FILE a file of problems",
            ),
        }
    }

    /// The problem of the command line.
    fn problem(&self, catalogue: &Catalogue) -> Result<Problem, String> {
        let parts = Parts {
            game: self.game.as_deref(),
            fen: self.fen.as_deref().unwrap_or_default(),
            stipulation: self.stipulation.as_deref().unwrap_or_default(),
            conditions: &self.condition,
            pieces: &self.piece,
            twins: &self.twin,
            options: &self.option,
            title: self.title.as_deref(),
        };
        Problem::from_parts(catalogue, &parts).map_err(|error| error.to_string())
    }
}

/// All problems of the input, in order.
pub fn problems(
    catalogue: &Catalogue,
    arguments: &ProblemArguments,
    files: &[PathBuf],
) -> Vec<Given> {
    if files.is_empty() {
        return vec![Given {
            number: 1,
            file: None,
            problem: arguments.problem(catalogue),
        }];
    }
    let mut all: Vec<Given> = Vec::new();
    for file in files {
        let read = match text_of(file) {
            Ok(text) => {
                let with_options = |mut problem: Problem| {
                    problem.add_options(&arguments.option)?;
                    Ok(problem)
                };
                let problems = popeye::read(catalogue, &text).into_iter();
                let problems = problems.map(|problem| problem.and_then(with_options));
                problems
                    .map(|problem| problem.map_err(|error| error.to_string()))
                    .collect()
            }
            Err(error) => vec![Err(format!("cannot be read: {error}"))],
        };
        for problem in read {
            all.push(Given {
                number: all.len() + 1,
                file: Some(file.clone()),
                problem,
            });
        }
    }
    all
}

/// The text of a file, in UTF-8 or windows-1252.
fn text_of(file: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(decoded(&bytes))
}

impl Given {
    /// The prefix of messages about the problem.
    pub fn place(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(String::new, |file| format!("{}: ", file.display()))
    }
}

impl Case<'_> {
    /// The problem and the position as JSON names them.
    pub fn subject(&self) -> Subject {
        Subject::of(self.number, self.problem, &self.phase)
    }

    /// The text above the solution: the diagram for the first position, the heading for a twin.
    pub fn above(&self, pos: &Position, asked: &Stipulation) -> String {
        let gap = if self.follows || self.number > 1 {
            "\n"
        } else {
            ""
        };
        let board = if self.follows || self.phase.options.no_board {
            String::new()
        } else {
            page(self.problem, &self.phase, pos, asked) + "\n"
        };
        let twin = match self.phase.title().as_str() {
            "" => String::new(),
            twin => format!("{twin}\n\n"),
        };
        format!("{gap}{board}{twin}")
    }

    /// The text for a refused position, below the diagram if it is the first one; `None` for a diagram that cannot be shown.
    pub fn refusal(&self, reason: &str) -> Option<String> {
        let above = match (&self.phase.position, self.phase.title().as_str()) {
            (Some(pos), _) => self.above(pos, &self.phase.stipulation),
            (None, "") => return None,
            (None, twin) => format!("{}{twin}\n\n", if self.follows { "\n" } else { "" }),
        };
        Some(format!("{above}refused: {reason}\n"))
    }

    /// The prefix of messages about the position.
    pub fn place(&self) -> String {
        match self.phase.title().as_str() {
            "" => String::new(),
            twin => format!("{twin}: "),
        }
    }
}
