//! How many nodes an engine needs until it finds the turns of a suite.

use crate::epd;
use crate::workshop::thinker::{Choice, Thinker};
use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
use katydid::rules::{Game, Turn, turn_of_text};
use katydid::variant::Variant;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The fewest nodes that are tried.
const LEAST: u64 = 1000;
/// The fewest centipawns that overlooking the turn loses where a position is called tactical.
const TACTICAL: i32 = 150;
/// A position that is not solved counts as if this many times the most nodes had been needed.
const UNSOLVED: u64 = 4;

/// The arguments of `suite solve`.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveSuiteArguments {
    /// The game
    variant: String,
    /// The suite
    suite: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// The most nodes; 1,000, 2,000, 4,000 and so on are tried up to this
    #[arg(long, default_value_t = 256_000)]
    most: u64,
}

/// A position of a suite.
pub struct Task {
    pub game: Game,
    pub best: Turn,
    /// How many centipawns overlooking the turn loses; 0 if the suite does not say.
    pub loss: i32,
}

/// Reads a suite: EPD, with `bm` and a turn's coordinates, and perhaps `c0 "overlooking it loses N"`. Empty lines and lines with `#` in
/// front are passed over.
///
/// # Errors
/// Says which line is no position of the game with a legal turn, or that there is none.
pub fn read(path: &Path, variant: &Arc<Variant>) -> Result<Vec<Task>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate();
    let tasks = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            task(variant, line).with_context(|| format!("{}: line {}", path.display(), index + 1))
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!tasks.is_empty(), "{}: no positions", path.display());
    Ok(tasks)
}

fn task(variant: &Arc<Variant>, line: &str) -> Result<Task> {
    let game = Game::set_up(variant, Some(line), [])?;
    let best = epd::operation(line, "bm").context("no turn to be found (expected bm TURN;)")?;
    let best = turn_of_text(game.position(), best).with_context(|| format!("bm {best}"))?;
    let loss = epd::operation(line, "c0")
        .and_then(|text| text.trim_matches('"').strip_prefix("overlooking it loses "))
        .and_then(|number| number.parse().ok());
    Ok(Task {
        game,
        best,
        loss: loss.unwrap_or_default(),
    })
}

impl SolveSuiteArguments {
    /// Prints how many turns are found with this many nodes and all numbers above, and the nodes that were needed.
    ///
    /// # Errors
    /// If the suite cannot be read, or the engine does not answer.
    pub fn run(&self) -> Result<()> {
        let variant = Catalogue::new().variant(&self.variant)?;
        ensure!(self.most >= LEAST, "--most must be {LEAST} or more");
        let tasks = read(&self.suite, &variant)?;
        let needed: Vec<Option<u64>> = tasks
            .par_iter()
            .map_init(
                || self.choice.start(&variant, &[]),
                |engine, task| match engine {
                    Ok(engine) => self.needed(task, engine),
                    Err(error) => Err(anyhow::anyhow!("{error:#}")),
                },
            )
            .collect::<Result<_>>()?;
        print!("{}", self.table(&tasks, &needed));
        Ok(())
    }

    /// The numbers of nodes that are tried.
    fn steps(&self) -> Vec<u64> {
        std::iter::successors(Some(LEAST), |nodes| nodes.checked_mul(2))
            .take_while(|nodes| *nodes <= self.most)
            .collect()
    }

    /// The fewest nodes with which, and with all numbers above, the turn is found.
    fn needed(&self, task: &Task, engine: &mut Thinker) -> Result<Option<u64>> {
        let mut needed = None;
        for nodes in self.steps().into_iter().rev() {
            engine.forget();
            let found = engine.think(&task.game, nodes)?;
            if found.is_none_or(|(turn, _)| turn != task.best) {
                break;
            }
            needed = Some(nodes);
        }
        Ok(needed)
    }

    fn table(&self, tasks: &[Task], needed: &[Option<u64>]) -> String {
        let of = |tactical: bool| -> Vec<Option<u64>> {
            let pairs = tasks.iter().zip(needed);
            let some = pairs.filter(|(task, _)| (task.loss >= TACTICAL) == tactical);
            some.map(|(_, needed)| *needed).collect()
        };
        let groups = [of(false), of(true)];
        let mut text = format!("{:<12} {:>9} {:>9}\n", "nodes", "quiet", "tactical");
        let mut row = |name: &str, cell: &dyn Fn(&[Option<u64>]) -> String| {
            let [quiet, tactical] = groups.each_ref().map(|group| cell(group));
            let _ = writeln!(text, "{name:<12} {quiet:>9} {tactical:>9}");
        };
        for step in self.steps() {
            row(&step.to_string(), &|group| {
                let found = group.iter().flatten().filter(|nodes| **nodes <= step);
                found.count().to_string()
            });
        }
        row("of", &|group| group.len().to_string());
        row("needed, mean", &|group| match group {
            [] => "-".to_owned(),
            group => geometric_mean(group, self.most).to_string(),
        });
        text
    }
}

/// The geometric mean of the nodes needed.
fn geometric_mean(needed: &[Option<u64>], most: u64) -> u64 {
    let logs = needed
        .iter()
        .map(|nodes| (nodes.unwrap_or(UNSOLVED * most) as f64).ln());
    (logs.sum::<f64>() / needed.len() as f64).exp().round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What reading a suite of one line of chess says.
    fn reading(line: &str) -> Result<Vec<Task>> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("suite");
        std::fs::write(&path, format!("# One line\n\n{line}\n")).expect("a file");
        read(&path, &Catalogue::new().variant("chess").expect("a game"))
    }

    #[test]
    fn a_mate_is_found_at_once_and_a_blunder_never() {
        let arguments = SolveSuiteArguments {
            variant: "chess".to_owned(),
            suite: PathBuf::new(),
            choice: Choice::default(),
            most: 4000,
        };
        let variant = Catalogue::new().variant("chess").expect("a game");
        let mut engine = arguments.choice.start(&variant, &[]).expect("memory");
        let mut needed = |turn: &str| {
            let line = format!(
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm {turn}; c0 \"overlooking it loses 900\";"
            );
            let tasks = reading(&line).expect("a task");
            let [task] = tasks.as_slice() else {
                panic!("{} tasks", tasks.len())
            };
            assert_eq!(task.loss, 900);
            arguments.needed(task, &mut engine).expect("an answer")
        };
        assert_eq!(needed("a1a8"), Some(1000));
        assert_eq!(needed("a1a2"), None);
    }

    #[test]
    fn the_table_counts_by_kind() {
        let arguments = SolveSuiteArguments {
            variant: "chess".to_owned(),
            suite: PathBuf::new(),
            choice: Choice::default(),
            most: 4000,
        };
        let line = |loss: i32| {
            format!("6k1/8/8/8/8/8/8/R3K3 w - - bm a1a8; c0 \"overlooking it loses {loss}\";")
        };
        let tasks: Vec<Task> = [60, 149, 150, 151]
            .into_iter()
            .flat_map(|loss| reading(&line(loss)).expect("a task"))
            .collect();
        let table = arguments.table(&tasks, &[Some(1000), None, Some(4000), Some(1000)]);
        let expected = "\
nodes            quiet  tactical
1000                 1         1
2000                 1         1
4000                 1         2
of                   2         2
needed, mean      4000      2000
";
        assert_eq!(table, expected);
    }

    #[test]
    fn a_line_without_a_legal_turn_is_told_of() {
        for (operations, said) in [
            ("", "no turn to be found (expected bm TURN;)"),
            ("bm a1b3;", "bm a1b3"),
            ("bm Ra8;", "bm Ra8"),
        ] {
            let error = reading(&format!("6k1/8/8/8/8/8/8/R3K3 w - - {operations}"));
            let told = format!("{:#}", error.err().expect("an error"));
            assert!(told.contains("line 3: ") && told.contains(said), "{told}");
        }
        assert!(reading("# nothing").is_err());
    }

    #[test]
    fn the_suites_of_the_project_are_suites() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
        let files = std::fs::read_dir(folder).expect("the folder");
        for file in files {
            let path = file.expect("a file").path();
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let variant = Catalogue::new()
                .variant(name.expect("a name"))
                .expect("a game");
            let tasks = read(&path, &variant).unwrap_or_else(|error| panic!("{error:#}"));
            assert!(
                tasks.iter().all(|task| task.loss >= 50),
                "{}",
                path.display()
            );
        }
    }
}
