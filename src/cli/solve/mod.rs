//! `katydid solve`: chess problems.

mod input;
mod progress;
mod quantities;
mod report;

use super::interrupt::Watch;
use input::Case;
use katydid::problem::{Ideas, Record, Resources, solve};
use quantities::{bytes, seconds};
use report::{Manner, Report, write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 everything was solved completely, 1 something partially, \
                        2 something was refused.")]
pub struct Arguments {
    #[command(flatten)]
    problem: input::ProblemArguments,
    /// Problem files in Popeye's input language; - is standard input
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "ProblemArguments")]
    file: Vec<PathBuf>,
    /// Threads that search (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Memory for all tables, as in 64K, 256M or 1G
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "256M")]
    memory: usize,
    /// Stop after so many seconds of a position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,
    /// Stop after so many moves played in a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
    /// One JSON object a line for each position
    #[arg(long)]
    json: bool,
    /// No progress, and no line that tells the time
    #[arg(long)]
    quiet: bool,
    /// Only say what can be said exactly against the diagram's legality
    #[arg(long, conflicts_with = "minimise")]
    check: bool,
    /// Also look for men without which the problem is still sound
    #[arg(long)]
    minimise: bool,
}

/// How a position ended, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Complete,
    Partial,
    Refused,
}

impl Arguments {
    /// Solves everything that was put in.
    pub fn run(&self) -> ExitCode {
        let watch = Watch::begin();
        let mut worst = End::Complete;
        for case in input::cases(&self.problem, &self.file) {
            if watch.is_stopped() {
                worst = worst.max(End::Partial);
                break;
            }
            worst = worst.max(self.one(&case, &watch));
        }
        match worst {
            End::Complete => ExitCode::SUCCESS,
            End::Partial => ExitCode::from(1),
            End::Refused => ExitCode::from(2),
        }
    }

    /// Solves one position.
    fn one(&self, case: &Case, watch: &Watch) -> End {
        let task = match &case.task {
            Ok(task) => task,
            Err(reason) => {
                self.refuse(case, reason, watch);
                return End::Refused;
            }
        };
        let manner = Manner {
            json: self.json,
            quiet: self.quiet,
        };
        let report = Report::begin(case, task, manner, watch);
        let solution = solve(task, &self.resources(case, watch), &|news| report.hear(&news));
        report.end(&solution);
        if solution.complete {
            End::Complete
        } else {
            End::Partial
        }
    }

    fn resources<'a>(&self, case: &Case, watch: &'a Watch) -> Resources<'a> {
        let limits = [self.max_time, case.max_time].into_iter().flatten();
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Resources {
            threads: self.threads.map_or_else(processors, usize::from),
            memory: self.memory,
            deadline: limits.min().and_then(|time| Instant::now().checked_add(time)),
            most_nodes: self.max_nodes,
            stop: watch.flag(),
            ideas: Ideas::default(),
        }
    }

    /// Tells why a position or problem is refused.
    fn refuse(&self, case: &Case, reason: &str, watch: &Watch) {
        if self.json {
            let record = Record::refused(case.subject.clone(), reason.to_owned());
            write(watch, &format!("{}\n", record.line()));
        }
        eprintln!("katydid: {}{reason}", case.place());
    }
}
