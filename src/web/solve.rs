//! Problems: the solutions of a position and its twins, streamed as they are found.

use super::legs::Motion;
use super::names::{self, ShownPiece};
use super::place::Place;
use super::reply::{Asked, Refusal, at_length};
use super::search::ends;
use super::sessions::locked;
use super::shared::Shared;
use super::stream::stream;
use super::variants::{problem_board, threads};
use super::view::{Held, hands, squares};
use axum::extract::State;
use axum::response::Response;
use katydid::base::{Color, Move};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::problem::{
    Attack, Count, Defence, News, Notation, Parts, Phase, Play, Problem, Resources, Solution, Task,
    closing, popeye, positions, solution_text, solve as solution_of,
};
use katydid::rules::{delta, play};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The size of the solver's tables, in bytes.
const MEMORY: usize = 128 << 20;
/// The default maximum number of keys or lines.
const MOST_SOLUTIONS: usize = 10_000;
/// The maximum number of half-moves of solutions that are sent; all solutions are counted.
const MOST_TOLD: usize = 20_000;
const MOST_TWINS: usize = 100;

/// A requested problem, in the words of `katydid solve`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedSolution {
    place: Place,
    /// The stipulation, as in `#2`, `h#3`, `ser-h=5`.
    stipulation: String,
    /// Conditions of the problem board.
    #[serde(default)]
    conditions: Vec<String>,
    /// Twins, as in `b) bBe3`.
    #[serde(default)]
    twins: Vec<String>,
    /// Texts of one or more option words.
    #[serde(default)]
    options: Vec<String>,
    /// A problem in Popeye's input language, instead of all other parts.
    #[serde(default)]
    popeye: Option<String>,
}

impl AskedSolution {
    /// The problem of a position.
    ///
    /// # Errors
    /// The library's error for a part of the problem.
    fn problem(&self, catalogue: &Catalogue, pos: &Position) -> Result<Problem, Refusal> {
        let mut problem = match &self.popeye {
            Some(text) => first_of(catalogue, text)?,
            None => self.of_parts(catalogue, pos)?,
        };
        let most = &mut problem.options.max_solutions;
        *most = Some(most.unwrap_or(MOST_SOLUTIONS).min(MOST_SOLUTIONS));
        Ok(problem)
    }

    /// The problem of a position, by its parts.
    fn of_parts(&self, catalogue: &Catalogue, pos: &Position) -> Result<Problem, Refusal> {
        let variant = pos.variant();
        let base = variant.base();
        if self.twins.len() > MOST_TWINS {
            let found = self.twins.len() as f64;
            return Err(Refusal::range("twins", found, 0, MOST_TWINS));
        }
        // With conditions, chess is replaced by the problem board, which has the same pieces.
        let bring_own_rules =
            self.conditions.is_empty() || base.takes_pieces() || !problem_board(base);
        let pieces = [variant.declared_text().to_owned()];
        let parts = Parts {
            game: bring_own_rules.then_some(&base.name),
            fen: &pos.fen(),
            stipulation: &self.stipulation,
            conditions: &self.conditions,
            pieces: &pieces,
            twins: &self.twins,
            options: &self.options,
            title: None,
        };
        let mut problem = Problem::from_parts(catalogue, &parts).map_err(Refusal::of)?;
        problem.options.half_duplex |= is_blacks(&problem, pos);
        Ok(problem)
    }
}

/// The first problem of a text in Popeye's language.
fn first_of(catalogue: &Catalogue, text: &str) -> Result<Problem, Refusal> {
    let first = popeye::read(catalogue, text).into_iter().next();
    let none = || Refusal::of("the text holds no problem (expected BeginProblem ... EndProblem)");
    first.ok_or_else(none)?.map_err(Refusal::of)
}

/// Whether White and Black exchange roles because Black is to move and White would begin. Not in help play: the stipulation decides
/// who begins (Black h#2, White h#2.5).
fn is_blacks(problem: &Problem, pos: &Position) -> bool {
    let stipulation = &problem.stipulation;
    let options = &problem.options;
    stipulation.white_begins()
        && stipulation.play != Play::Help
        && pos.side_to_move() == Color::Black
        && !options.duplex
        && !options.post_key
}

/// `/api/solve`: solves the position as a problem; an earlier search of the page ends.
pub async fn solve(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedSolution>,
) -> Result<Response, Refusal> {
    let session = shared.sessions.of(&asked.place.session)?;
    let (problem, ticket, stop) = at_length(|| {
        let mut session = locked(&session);
        let standing = asked.place.standing(&shared.catalogue, &mut session.kept)?;
        let problem = asked.problem(&shared.catalogue, standing.next.now())?;
        shared.sessions.declare(problem.pieces.text());
        let (ticket, stop) = session.begin();
        Ok::<_, Refusal>((problem, ticket, stop))
    })?;
    let (sender, receiver) = unbounded_channel();
    let work = move || search(&problem, &stop, &sender);
    std::thread::Builder::new()
        .name("solve".to_owned())
        .spawn(work)
        .map_err(|error| Refusal::of(format!("no thread for the solver: {error}")))?;
    Ok(stream(receiver, |news| news, ends(session, ticket)))
}

/// Solves all positions of a problem and streams the results.
fn search(problem: &Problem, stop: &Arc<AtomicBool>, sender: &UnboundedSender<Value>) {
    // Sending fails only if the stream has ended, which also stops the search.
    let tell = |value: Value| {
        let _ = sender.send(value);
    };
    for note in &problem.options.notes {
        tell(json!({ "kind": "note", "text": note }));
    }
    let told = AtomicUsize::new(0);
    for phase in problem.phases() {
        if stop.load(Relaxed) {
            return;
        }
        match &phase.task {
            Ok(task) => {
                tell(diagram(&phase, task));
                one(&phase, task, stop, &told, &tell);
            }
            Err(error) => tell(json!({
                "kind": "refused",
                "title": phase.title(),
                "text": error.to_string(),
            })),
        }
    }
}

/// Solves one position.
fn one(
    phase: &Phase,
    task: &Task,
    stop: &Arc<AtomicBool>,
    told: &AtomicUsize,
    tell: &(impl Fn(Value) + Sync),
) {
    let deadline = phase.options.max_time;
    let resources = Resources {
        threads: threads(),
        deadline: deadline.and_then(|time| Instant::now().checked_add(time)),
        ..Resources::of_memory(MEMORY, stop)
    };
    let is_room = |half_moves| told.fetch_add(half_moves, Relaxed) < MOST_TOLD;
    let solution = solution_of(task, &resources, &|news| match news {
        News::Key(it) if is_room(1) => tell(json!({ "kind": "key", "steps": key(task, it.mv) })),
        News::Line(line) if is_room(line.len()) => {
            tell(json!({ "kind": "line", "steps": line_steps(task, line) }));
        }
        News::Progress(progress) => tell(json!({
            "kind": "progress",
            "done": progress.done,
            "total": progress.total,
            "half_moves": progress.half_moves,
            "nodes": progress.nodes,
        })),
        News::Key(_) | News::Line(_) | News::SetLine(_) => {}
    });
    tell(end(phase, task, &solution));
}

/// The position that is being solved, with the pieces that can occur.
fn diagram(phase: &Phase, task: &Task) -> Value {
    let pos = &task.position;
    let pieces: BTreeMap<String, ShownPiece> = names::pieces_by_name(pos.variant());
    json!({
        "kind": "diagram",
        "title": phase.title(),
        "stipulation": phase.stipulation.to_string(),
        "begins": names::side(pos.side_to_move()),
        "squares": squares(pos),
        "hands": hands(pos),
        "pieces": pieces,
    })
}

/// One half-move of a solution.
#[derive(Serialize)]
struct Step {
    /// The depth in the tree; the parent is the last half-move before this one with a depth of one less.
    depth: usize,
    /// The text before the half-move: number and sign.
    number: String,
    text: String,
    /// The changes on the board.
    #[serde(flatten)]
    motion: Motion,
    /// The pieces in hand after the half-move, in games with drops.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hands: BTreeMap<&'static str, Vec<Held>>,
}

impl Step {
    fn new(depth: usize, number: String, text: String, pos: &Position, mv: Move) -> Self {
        let delta = delta(pos, mv);
        Self {
            depth,
            number,
            text,
            motion: Motion::of(pos, mv, &delta),
            hands: hands(&pos.after(&delta)),
        }
    }
}

fn key(task: &Task, mv: Move) -> [Step; 1] {
    let pos = &task.position;
    let text = format!("{} !", Notation::default().leg(pos, mv, None));
    [Step::new(0, "1.".to_owned(), text, pos, mv)]
}

/// The half-moves of a line of help or series play; each one is the parent of the next.
fn line_steps(task: &Task, line: &[Move]) -> Vec<Step> {
    let numbered = Notation::default().numbered(task, false, line);
    let before = positions(task.stipulation.play, &task.position, line);
    let moves = before.iter().zip(line).zip(numbered);
    moves
        .map(|((pos, mv), (number, text))| Step::new(0, number, text, pos, *mv))
        .collect()
}

/// The last message of a search: the verdict, and the whole solution in order.
fn end(phase: &Phase, task: &Task, solution: &Solution) -> Value {
    let count = Count::of(&task.stipulation, solution);
    let mut tree = Tree {
        task,
        steps: Vec::new(),
    };
    for attack in solution.tree.iter().flatten() {
        tree.attack(&task.position, attack, 0);
    }
    let mut half_moves = 0;
    let lines = solution.lines.iter().take_while(|line| {
        half_moves += line.len();
        half_moves <= MOST_TOLD
    });
    let lines: Vec<Vec<Step>> = lines.map(|line| line_steps(task, line)).collect();
    let is_whole = lines.len() == solution.lines.len() && tree.steps.len() < MOST_TOLD;
    let text = is_whole.then(|| solution_text(task, &phase.shown(), solution));
    json!({
        "kind": "end",
        "complete": solution.complete,
        "solutions": count.full + count.short,
        "verdict": closing(&task.stipulation, solution, phase.options.intended).trim_end(),
        "text": text,
        "tree": tree.steps,
        "lines": lines,
        "keys": solution.keys.iter().map(|it| key(task, it.mv)).collect::<Vec<_>>(),
        "nodes": solution.nodes,
    })
}

/// The play after keys and tries, in the order of the printed solution.
struct Tree<'a> {
    task: &'a Task,
    steps: Vec<Step>,
}

impl Tree<'_> {
    /// Adds a White move with its variations, up to `MOST_TOLD` half-moves.
    fn attack(&mut self, pos: &Position, attack: &Attack, depth: usize) {
        if self.steps.len() >= MOST_TOLD {
            return;
        }
        let mark = match (depth, attack.solves) {
            (0, true) => " !",
            (0, false) => " ?",
            _ => "",
        };
        let after = self.step(pos, attack.mv, attack.goal, depth, mark);
        for defence in attack.defences.iter().filter(|defence| defence.defends) {
            self.defence(&after, defence, depth + 1);
        }
    }

    fn defence(&mut self, pos: &Position, defence: &Defence, depth: usize) {
        let refutes = defence.answers.is_empty() && !defence.goal;
        let mark = if refutes { " !" } else { "" };
        let after = self.step(pos, defence.mv, defence.goal, depth, mark);
        for answer in &defence.answers {
            self.attack(&after, answer, depth + 1);
        }
    }

    /// Adds a half-move and returns the position after it.
    fn step(
        &mut self,
        pos: &Position,
        mv: Move,
        reaches: bool,
        depth: usize,
        mark: &str,
    ) -> Position {
        let goal = reaches.then_some(self.task.stipulation.goal);
        let text = Notation::default().leg(pos, mv, goal) + mark;
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        let number = format!("{}{dots}", depth / 2 + 1);
        self.steps.push(Step::new(depth, number, text, pos, mv));
        play(pos, mv)
    }
}
