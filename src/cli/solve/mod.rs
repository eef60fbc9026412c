//! `katydid solve`: chess problems.

mod document;
mod input;
mod progress;
mod report;

use super::interrupt::Watch;
use super::output::complain;
use super::quantities::{bytes, seconds};
use document::{Entry, Kind};
use input::{Case, Given};
use katydid::base::Square;
use katydid::catalogue::Catalogue;
use katydid::problem::{
    Problem, Record, Resources, Soundness, Subject, Task, objections, solve, soundness, superfluous,
};
use report::{Format, Manner, Report, write};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 everything was solved completely, 1 something partially, \
                        2 something was refused."
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch on the command line"
)]
pub struct SolveArguments {
    #[command(flatten)]
    problem: input::ProblemArguments,
    /// Problem files in Popeye's input language (English, German or French); - is standard input
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "game", "fen", "stipulation", "condition", "piece", "twin", "title",
    ])]
    file: Vec<PathBuf>,
    /// Threads that search (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Memory for all tables, as in 64K, 256M or 1G
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "256M")]
    memory: usize,
    /// Stop after this many seconds of a position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,
    /// Stop after this many moves played in a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
    /// Stop after this many keys or lines of a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: Option<u64>,
    /// One JSON object a line for each position
    #[arg(long)]
    json: bool,
    /// A page of HTML with the boards as drawings
    #[arg(long, conflicts_with_all = ["json", "latex", "check", "minimise"])]
    html: bool,
    /// A LaTeX document for the package chess-problem-diagrams
    #[arg(long, conflicts_with_all = ["json", "check", "minimise"])]
    latex: bool,
    /// No progress, and no line with the time
    #[arg(long)]
    quiet: bool,
    /// The name of the program in a first line and the verdicts of all twins in a last one, for programs that start Popeye and
    /// read what stands between
    #[arg(long, conflicts_with_all = ["json", "html", "latex", "check", "minimise"])]
    framed: bool,
    /// Only say what can be said exactly against the diagram's legality
    #[arg(long, conflicts_with = "minimise")]
    check: bool,
    /// Also look for pieces without which the problem is still sound
    #[arg(long)]
    minimise: bool,
}

/// What is written behind the positions of a problem.
#[derive(Default)]
struct Closing {
    /// The problem in a document.
    entry: Option<Entry>,
    /// The verdicts on the positions, if they are framed.
    verdicts: Vec<String>,
}

/// The result of solving a position, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SolveEnd {
    Complete,
    Partial,
    Refused,
}

/// The arguments of `solve` for a command line in the manner of Popeye, `-maxmem 512M FILE`, by which other programs start it; `None` for
/// other command lines. Pieces get Popeye's letters. Source: `input/commandline.c` of Popeye.
pub fn arguments_of_popeye(words: &[OsString]) -> Option<Vec<OsString>> {
    let (program, words) = words.split_first()?;
    let ours = |flag: &OsString| match flag.to_str() {
        Some("-maxmem") => Some("--memory"),
        Some("-maxtime") => Some("--max-time"),
        _ => None,
    };
    words.first().and_then(ours)?;
    let head = ["solve", "--framed", "--option", "PopeyeLetters"];
    let mut translated = vec![program.clone()];
    translated.extend(head.map(OsString::from));
    let mut rest = words;
    while let [flag, value, further @ ..] = rest
        && let Some(ours) = ours(flag)
    {
        translated.extend([ours.into(), value.clone()]);
        rest = further;
    }
    translated.push("--file".into());
    if rest.is_empty() {
        translated.push("-".into());
    }
    translated.extend(rest.iter().cloned());
    Some(translated)
}

impl SolveArguments {
    /// Solves all problems of the input.
    pub fn run(&self, catalogue: &Catalogue) -> ExitCode {
        if let Some(missing) = self.problem.missing().filter(|_| self.file.is_empty()) {
            complain(format_args!(
                "katydid: {missing} ('katydid solve --help' has more)"
            ));
            return ExitCode::from(2);
        }
        // An interrupt ends the program until the guard is installed: reading must be interruptible.
        let problems = input::problems(catalogue, &self.problem, &self.file);
        let watch = Watch::begin();
        if let Format::Document(kind) = self.format() {
            write(&watch, kind.head());
        }
        if self.framed {
            write(
                &watch,
                concat!("Katydid ", env!("CARGO_PKG_VERSION"), "\n\n"),
            );
        }
        let mut worst = SolveEnd::Complete;
        for given in problems {
            let end = if watch.is_stopped() {
                SolveEnd::Partial
            } else {
                self.problem(&given, &watch)
            };
            worst = worst.max(end);
        }
        if let Format::Document(kind) = self.format() {
            write(&watch, kind.foot());
        }
        match worst {
            // Popeye's status does not say how it went, either.
            _ if watch.is_unread() || self.framed => ExitCode::SUCCESS,
            SolveEnd::Complete => ExitCode::SUCCESS,
            SolveEnd::Partial => ExitCode::from(1),
            SolveEnd::Refused => ExitCode::from(2),
        }
    }

    const fn format(&self) -> Format {
        match (self.json, self.html, self.latex) {
            (true, ..) => Format::Json,
            (_, true, _) => Format::Document(Kind::Html),
            (_, _, true) => Format::Document(Kind::Latex),
            _ => Format::Text,
        }
    }

    /// Solves the positions of a problem.
    fn problem(&self, given: &Given, watch: &Watch) -> SolveEnd {
        let (number, place) = (given.number, given.place());
        let problem = match &given.problem {
            Ok(problem) => problem,
            Err(reason) => return self.refuse(Subject::refused(number), &place, reason, watch),
        };
        // Programs that start a solver send options that change nothing.
        let is_told = !self.quiet && !self.framed;
        for note in problem.options.notes.iter().filter(|_| is_told) {
            complain(format_args!("katydid: {place}{note}"));
        }
        let (mut worst, mut closing) = (SolveEnd::Complete, Closing::default());
        for (index, phase) in problem.phases().into_iter().enumerate() {
            if watch.is_stopped() {
                worst = worst.max(SolveEnd::Partial);
                break;
            }
            let case = Case {
                number,
                problem,
                phase,
                follows: index > 0,
            };
            worst = worst.max(self.position(&case, &place, &mut closing, watch));
        }
        if let Some(entry) = closing.entry {
            write(watch, &entry.text());
        }
        if self.framed {
            write(watch, &format!("\n{}\n", closing.verdicts.join("; ")));
        }
        if self.minimise && !watch.is_stopped() {
            worst = worst.max(self.do_without(problem, watch));
        }
        worst
    }

    /// Reports why a problem or position is refused.
    fn refuse(&self, subject: Subject, place: &str, reason: &str, watch: &Watch) -> SolveEnd {
        if self.json {
            let record = Record::refused(subject, reason.to_owned());
            write(watch, &format!("{}\n", record.line()));
        }
        complain(format_args!("katydid: {place}{reason}"));
        SolveEnd::Refused
    }

    /// Solves or checks one position; adds what is to be written behind the last one.
    fn position(
        &self,
        case: &Case<'_>,
        place: &str,
        closing: &mut Closing,
        watch: &Watch,
    ) -> SolveEnd {
        let task = match &case.phase.task {
            Ok(task) => &self.limited(task),
            Err(error) => {
                let (reason, twin) = (error.to_string(), case.place());
                if self.format() == Format::Text
                    && let Some(text) = case.refusal(&reason)
                {
                    write(watch, &text);
                }
                return self.refuse(case.subject(), &format!("{place}{twin}"), &reason, watch);
            }
        };
        if self.check {
            self.tell_objections(case, task, watch);
            return SolveEnd::Complete;
        }
        let manner = Manner {
            format: self.format(),
            quiet: self.quiet,
            framed: self.framed,
        };
        let report = Report::begin(case, task, manner, watch);
        let resources = self.resources(case.phase.options.max_time, watch);
        let solution = solve(task, &resources, &|news| report.hear(&news));
        let complete = solution.complete;
        match (report.end(solution), self.format()) {
            (Some(text), Format::Document(kind)) => {
                let entry = closing
                    .entry
                    .get_or_insert_with(|| Entry::new(kind, case, task));
                entry.add(case.phase.title(), text, complete);
            }
            (Some(verdict), _) => closing.verdicts.push(verdict),
            (None, _) => {}
        }
        if complete {
            SolveEnd::Complete
        } else {
            SolveEnd::Partial
        }
    }

    /// The task with the program's limit of solutions.
    fn limited<'a>(&self, task: &'a Task) -> Cow<'a, Task> {
        let Some(most) = self.max_solutions else {
            return Cow::Borrowed(task);
        };
        let mut task = task.clone();
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let least = task
            .options
            .max_solutions
            .map_or(most, |other| other.min(most));
        task.options.max_solutions = Some(least);
        Cow::Owned(task)
    }

    fn resources<'a>(&self, max_time: Option<Duration>, watch: &'a Watch) -> Resources<'a> {
        let limits = [self.max_time, max_time].into_iter().flatten();
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Resources {
            threads: self.threads.map_or_else(processors, usize::from),
            deadline: limits
                .min()
                .and_then(|time| Instant::now().checked_add(time)),
            most_nodes: self.max_nodes,
            ..Resources::of_memory(self.memory, watch.flag())
        }
    }

    /// Writes the objections to the legality of a position.
    fn tell_objections(&self, case: &Case<'_>, task: &Task, watch: &Watch) {
        let phase = &case.phase;
        let found = if case.problem.game.is_some() {
            vec!["The legality of diagrams is judged on the problem board only.".to_owned()]
        } else {
            objections(&task.position, &phase.conditions, &phase.pieces)
        };
        if self.json {
            let line = serde_json::json!({
                "problem": case.number,
                "twin": phase.twin,
                "fen": phase.fen,
                "objections": found,
            });
            return write(watch, &format!("{line}\n"));
        }
        let above = case.above(task.shown_position(), &task.stipulation);
        let text = if found.is_empty() {
            "Nothing can be said against its legality.".to_owned()
        } else {
            found.join("\n")
        };
        write(watch, &format!("{above}{text}\n"));
    }

    /// Searches for superfluous pieces, if the problem is sound.
    fn do_without(&self, problem: &Problem, watch: &Watch) -> SolveEnd {
        let resources = || self.resources(problem.options.max_time, watch);
        let tell = |text: &str, sets: &[&[Square]]| {
            let sets: Vec<Vec<String>> = sets
                .iter()
                .map(|set| set.iter().map(ToString::to_string).collect())
                .collect();
            if self.json {
                write(
                    watch,
                    &format!("{}\n", serde_json::json!({ "without": sets })),
                );
            } else {
                write(watch, text);
            }
        };
        match soundness(problem, &resources) {
            Soundness::Sound => {}
            Soundness::Unsound => {
                tell(
                    "it is not sound, so no piece is tried for superfluous\n",
                    &[],
                );
                return SolveEnd::Complete;
            }
            Soundness::Unknown => return SolveEnd::Partial,
        }
        let found = superfluous(problem, &resources, &mut |set| {
            let named: Vec<String> = set
                .iter()
                .map(|square| piece_on(problem, *square))
                .collect();
            tell(&format!("sound without {}\n", named.join(", ")), &[set]);
        });
        if found.pieces.is_empty() && found.complete {
            tell("no piece is superfluous\n", &[]);
        }
        if found.complete {
            SolveEnd::Complete
        } else {
            SolveEnd::Partial
        }
    }
}

/// A piece of the diagram with its square: `wRe4`.
fn piece_on(problem: &Problem, square: Square) -> String {
    problem.diagram.at(square).map_or_else(
        || square.to_string(),
        |piece| format!("{}{}{square}", piece.color.letter(), piece.letter),
    )
}
