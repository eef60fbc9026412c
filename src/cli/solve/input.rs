//! Input of `solve`: a problem from the command line, or files of problems; position by position.

use katydid::position::Position;
use katydid::problem::{
    Heading, NamedPiece, Parts, Phase, Problem, Shown, Subject, Task, page, popeye,
};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A problem on the command line.
#[derive(Debug, clap::Args)]
pub struct ProblemArguments {
    /// The game whose rules hold (default: the problem board)
    game: Option<String>,
    /// The diagram: a FEN or only its placement
    #[arg(long, required_unless_present = "file")]
    fen: Option<String>,
    /// What is asked, as in #2, s#3, h#2.5 or ser-h=6
    #[arg(long, short, required_unless_present = "file")]
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
    /// Options, as in "Try Variation" (may be given several times)
    #[arg(long, value_name = "WORDS")]
    option: Vec<String>,
    /// The title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// A problem with its number in the input, or why it is refused.
pub struct Given {
    /// The number, from 1.
    pub number: usize,
    /// The file it comes from, if it comes from one.
    pub file: Option<PathBuf>,
    /// The problem.
    pub problem: Result<Problem, String>,
}

/// One position to be solved.
pub struct Case {
    /// What it is called in JSON.
    pub subject: Subject,
    /// The task, or the reason why it is refused.
    pub task: Result<Task, String>,
    /// How the solution is written.
    pub shown: Shown,
    /// How many solutions are intended.
    pub intended: usize,
    /// Whether progress is shown without a terminal.
    pub move_numbers: bool,
    /// The time for the position.
    pub max_time: Option<Duration>,
    heading: Heading,
    /// The heading of the twin.
    twin: String,
    /// Whether the diagram is drawn.
    drawn: bool,
    /// Whether other output precedes it.
    follows: bool,
}

impl ProblemArguments {
    /// The problem of the command line.
    fn problem(&self) -> Result<Problem, String> {
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
        Problem::from_parts(&parts).map_err(|error| error.to_string())
    }
}

/// All problems that are put in, in order.
pub fn problems(arguments: &ProblemArguments, files: &[PathBuf]) -> Vec<Given> {
    if files.is_empty() {
        return vec![Given {
            number: 1,
            file: None,
            problem: arguments.problem(),
        }];
    }
    let mut all: Vec<Given> = Vec::new();
    for file in files {
        let read = match text_of(file) {
            Ok(text) => {
                let problems = popeye::read(&text).into_iter();
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

/// The text of a file. Invalid UTF-8 is replaced, so that it is refused at its place.
fn text_of(file: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Given {
    /// The positions of the problem; one that is refused if it is no problem.
    pub fn cases(&self) -> Vec<Case> {
        match &self.problem {
            Ok(problem) => {
                let phases = problem.phases().into_iter().enumerate();
                phases
                    .map(|(index, phase)| Case::new(self, problem, phase, index > 0))
                    .collect()
            }
            Err(reason) => vec![Case::refused(self, reason)],
        }
    }

    /// The notes on options without effect.
    pub fn notes(&self) -> &[String] {
        self.problem
            .as_ref()
            .map_or(&[], |problem| &problem.options.notes)
    }

    /// The prefix of messages about the problem.
    pub fn place(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(String::new, |file| format!("{}: ", file.display()))
    }
}

impl Case {
    fn new(given: &Given, problem: &Problem, phase: Phase, follows: bool) -> Self {
        let options = &phase.options;
        let (twin, shown) = (phase.title(), phase.shown());
        let award = problem.award.iter();
        Self {
            subject: Subject {
                problem: given.number,
                twin: phase.twin,
                swapped: phase.swapped,
                title: problem.title.clone(),
                author: problem.author.clone(),
                game: problem.game.clone(),
                conditions: phase.conditions.clone(),
                pieces: phase
                    .pieces
                    .iter()
                    .filter(|piece| !piece.orthodox)
                    .map(declared)
                    .collect(),
                fen: phase.fen,
                stipulation: phase.stipulation.to_string(),
            },
            shown,
            intended: options.intended,
            move_numbers: options.move_numbers,
            max_time: options.max_time,
            drawn: !follows && !options.no_board,
            follows,
            twin,
            heading: Heading {
                title: problem.title.clone(),
                author: problem.author.clone(),
                source: problem.origin.iter().chain(award).cloned().collect(),
                game: problem.game.clone(),
                conditions: phase.conditions,
                pieces: phase.pieces,
            },
            task: phase.task.map_err(|error| error.to_string()),
        }
    }

    fn refused(given: &Given, reason: &str) -> Self {
        Self {
            subject: Subject {
                problem: given.number,
                twin: "a".to_owned(),
                ..Subject::default()
            },
            task: Err(reason.to_owned()),
            shown: Shown::default(),
            intended: 1,
            move_numbers: false,
            max_time: None,
            heading: Heading::default(),
            twin: String::new(),
            drawn: false,
            follows: false,
        }
    }

    /// The text above the solution: the diagram of the first position, the heading of a twin.
    pub fn above(&self, task: &Task) -> String {
        let gap = if self.follows || self.subject.problem > 1 {
            "\n"
        } else {
            ""
        };
        let board = self.board(&task.position, task);
        let twin = match self.twin.as_str() {
            "" => String::new(),
            twin => format!("{twin}\n\n"),
        };
        format!("{gap}{board}{twin}")
    }

    /// The text for a refused twin.
    pub fn refusal(&self, reason: &str) -> String {
        let gap = if self.follows { "\n" } else { "" };
        format!("{gap}{}\n\nrefused: {reason}\n", self.twin)
    }

    fn board(&self, pos: &Position, task: &Task) -> String {
        if self.drawn {
            format!("{}\n", page(&self.heading, pos, &task.stipulation))
        } else {
            String::new()
        }
    }

    /// The prefix of messages about the position.
    pub fn place(&self) -> String {
        match self.twin.as_str() {
            "" => String::new(),
            twin => format!("{twin}: "),
        }
    }

    /// The pieces, by piece type.
    pub fn pieces(&self) -> &[NamedPiece] {
        &self.heading.pieces
    }
}

/// A piece's letter with its declaration.
fn declared(piece: &NamedPiece) -> (String, String) {
    let text = match piece.effects.as_str() {
        "" => piece.movement.clone(),
        effects => format!("{}:{effects}", piece.movement),
    };
    (piece.letter.clone(), text)
}
