//! Problems: every solution of a position, told when it is found.

use super::place::Place;
use super::reply::{Asked, Refusal};
use super::search::ends;
use super::sessions::locked;
use super::shared::Shared;
use super::stream::stream;
use super::variants::threads;
use axum::extract::State;
use axum::response::Response;
use katydid::base::Move;
use katydid::position::Position;
use katydid::problem::{
    Attack, Count, Defence, News, Notation, Resources, SetPlay, Shown, Solution, Stipulation, Task,
    Wishes, closing, positions, solution_text, solve as solution_of,
};
use katydid::rules::play;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// Bytes for the solver's tables.
const MEMORY: usize = 128 << 20;
/// Solutions that are told one by one; all are counted.
const MOST_TOLD: usize = 1000;
/// The stack of the thread that solves.
const STACK: usize = 64 << 20;

/// A problem that is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedSolution {
    place: Place,
    /// As in `#2`, `h#3`, `ser-h=5`.
    stipulation: String,
    #[serde(default)]
    set_play: bool,
    #[serde(default)]
    tries: bool,
    #[serde(default)]
    variations: bool,
}

/// `/api/solve`: solves the position as a problem; what the page had asked for before ends.
pub async fn solve(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedSolution>,
) -> Result<Response, Refusal> {
    let stipulation: Stipulation = asked.stipulation.trim().parse().map_err(Refusal::of)?;
    let wishes = Wishes {
        set_play: asked.set_play,
        tries: asked.tries.then_some(1),
        variations: asked.variations,
        ..Wishes::default()
    };
    let session = shared.sessions.of(&asked.place.session)?;
    let (task, ticket, stop) = tokio::task::block_in_place(|| {
        let mut session = locked(&session);
        let standing = asked.place.standing(&mut session.kept)?;
        let pos = &standing.now;
        if !Task::can_be_set_in(pos.variant()) {
            let name = &asked.place.game;
            return Err(Refusal::of(format!("no problems are solved in {name}")));
        }
        let (ticket, stop) = session.begin();
        Ok((Task::of_position(pos, stipulation, wishes), ticket, stop))
    })?;
    let (sender, receiver) = unbounded_channel();
    let work = move || search(&task, &stop, &sender);
    std::thread::Builder::new()
        .name("solve".to_owned())
        .stack_size(STACK)
        .spawn(work)
        .map_err(|error| Refusal::of(format!("no thread for the solver: {error}")))?;
    Ok(stream(receiver, Some, ends(session, ticket)))
}

/// Solves, and tells.
fn search(task: &Task, stop: &Arc<AtomicBool>, sender: &UnboundedSender<Value>) {
    let resources = Resources {
        threads: threads(),
        ..Resources::of_memory(MEMORY, stop)
    };
    let told = std::sync::atomic::AtomicUsize::new(0);
    // Without a receiver nobody listens any more, and the end of the stream stops the search.
    let tell = |value: Value| {
        let _ = sender.send(value);
    };
    let is_room = || told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < MOST_TOLD;
    let solution = solution_of(task, &resources, &|news| match news {
        News::Key(mv) if is_room() => tell(json!({ "kind": "key", "steps": key(task, mv) })),
        News::Line(line) if is_room() => {
            tell(json!({ "kind": "line", "steps": line_steps(task, line) }));
        }
        News::Progress(progress) => tell(json!({
            "kind": "progress",
            "done": progress.done,
            "total": progress.total,
            "half_moves": progress.half_moves,
            "nodes": progress.nodes,
        })),
        News::Key(_) | News::Line(_) => {}
    });
    tell(end(task, &solution));
}

/// One half-move of a solution: how deep it stands, its text, the position after it.
fn step(depth: usize, text: &str, after: &Position, number: &str) -> Value {
    json!({ "depth": depth, "number": number, "text": text, "fen": after.fen() })
}

fn key(task: &Task, mv: Move) -> Vec<Value> {
    let text = format!("{} !", Notation::default().leg(&task.position, mv, None));
    vec![step(0, &text, &play(&task.position, mv), "1.")]
}

/// The half-moves of a line of help or series play.
fn line_steps(task: &Task, line: &[Move]) -> Vec<Value> {
    let text = Notation::default().line(task, false, line);
    let before = positions(task.stipulation.play, &task.position, line);
    let numbers = numbers(&text);
    let goal = task.stipulation.goal;
    let steps = before
        .iter()
        .zip(line)
        .enumerate()
        .map(|(index, (pos, mv))| {
            let reached = (index + 1 == line.len()).then_some(goal);
            let words = Notation::default().leg(pos, *mv, reached);
            let number = numbers.get(index).map_or("", String::as_str);
            step(0, &words, &play(pos, *mv), number)
        });
    steps.collect()
}

/// The numbers that stand before the half-moves of a line; empty where there is none.
fn numbers(line: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    for word in line.split(' ') {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots = digits.trim_start_matches('.');
        let is_number = digits.len() < word.len() && dots.len() < digits.len();
        let is_leg = dots.starts_with(|c: char| c.is_ascii_alphanumeric())
            && dots.contains(['-', '*', '@'])
            || dots.contains(',') && dots.starts_with(|c: char| c.is_ascii_lowercase());
        if is_leg || is_number && !dots.is_empty() {
            let number = if is_number {
                &word[..word.len() - dots.len()]
            } else {
                ""
            };
            numbers.push(number.to_owned());
        }
    }
    numbers
}

/// The end of the search: the verdict, and everything in order.
fn end(task: &Task, solution: &Solution) -> Value {
    let count = Count::of(&task.stipulation, solution);
    let mut steps = Vec::new();
    for attack in solution.tree.iter().flatten() {
        attack_steps(task, &task.position, attack, 0, &mut steps);
    }
    let lines = solution.lines.iter().take(MOST_TOLD);
    let set_lines = match &solution.set_play {
        Some(SetPlay::Lines(lines)) => lines.len(),
        Some(SetPlay::Defences(defences)) => defences.len(),
        None => 0,
    };
    json!({
        "kind": "end",
        "complete": solution.complete,
        "solutions": count.full + count.short,
        "verdict": closing(&task.stipulation, solution, 1).trim_end(),
        "text": solution_text(task, &Shown::default(), solution),
        "tree": steps,
        "lines": lines.map(|line| line_steps(task, line)).collect::<Vec<_>>(),
        "keys": solution.keys.iter().map(|it| key(task, it.mv)).collect::<Vec<_>>(),
        "set_play": set_lines,
        "nodes": solution.nodes,
    })
}

/// A move of White's with all that follows, in the order in which it is written.
fn attack_steps(
    task: &Task,
    pos: &Position,
    attack: &Attack,
    depth: usize,
    steps: &mut Vec<Value>,
) {
    let goal = attack.goal.then_some(task.stipulation.goal);
    let mut text = Notation::default().leg(pos, attack.mv, goal);
    if depth == 0 {
        text.push_str(if attack.solves { " !" } else { " ?" });
    }
    let after = play(pos, attack.mv);
    let number = format!("{}.", depth / 2 + 1);
    steps.push(step(depth, &text, &after, &number));
    for defence in attack.defences.iter().filter(|defence| defence.defends) {
        defence_steps(task, &after, defence, depth + 1, steps);
    }
}

fn defence_steps(
    task: &Task,
    pos: &Position,
    defence: &Defence,
    depth: usize,
    steps: &mut Vec<Value>,
) {
    let goal = defence.goal.then_some(task.stipulation.goal);
    let mut text = Notation::default().leg(pos, defence.mv, goal);
    if defence.answers.is_empty() && !defence.goal {
        text.push_str(" !");
    }
    let after = play(pos, defence.mv);
    let number = format!("{}...", depth / 2 + 1);
    steps.push(step(depth, &text, &after, &number));
    for answer in &defence.answers {
        attack_steps(task, &after, answer, depth + 1, steps);
    }
}
