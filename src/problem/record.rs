//! Solutions as JSON, one object per position.

use super::notation::coordinates;
use super::phases::Phase;
use super::problem::Problem;
use super::solution::{Attack, Defence, PostKey, SetPlay, Share, Solution};
use super::task::Task;
use super::verdict::Verdict;
use super::walk::passed;
use crate::base::Move;
use crate::position::Position;
use crate::rules::{leg_text, play};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::Duration;

/// Identifies the position and problem of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Subject {
    /// The number of the problem in the input, from 1.
    pub problem: usize,
    /// The letter of the twin.
    pub twin: String,
    /// Whether White and Black have changed roles.
    pub swapped: bool,
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The game, if it is not the problem board.
    pub game: Option<String>,
    /// The conditions.
    pub conditions: Vec<String>,
    /// Movement and effects of each fairy piece, by letter.
    pub pieces: BTreeMap<String, String>,
    /// The position.
    pub fen: String,
    /// The stipulation.
    pub stipulation: String,
}

impl Subject {
    /// A position of problem `number`.
    pub fn of(number: usize, problem: &Problem, phase: &Phase) -> Self {
        let fairy = phase.pieces.iter().filter(|piece| !piece.orthodox);
        Self {
            problem: number,
            twin: phase.twin.clone(),
            swapped: phase.swapped,
            title: problem.title.clone(),
            author: problem.author.clone(),
            game: problem.game.clone(),
            conditions: phase.conditions.clone(),
            pieces: fairy
                .map(|piece| (piece.letter.clone(), piece.declaration()))
                .collect(),
            fen: phase.fen.clone(),
            stipulation: phase.stipulation.to_string(),
        }
    }

    /// A problem that was refused before its positions were known.
    pub fn refused(number: usize) -> Self {
        Self {
            problem: number,
            twin: "a".to_owned(),
            ..Self::default()
        }
    }
}

/// The results of a position, or the error.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Record {
    #[serde(flatten)]
    subject: Subject,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<RecordedLines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryRecord>>,
    #[serde(rename = "set", skip_serializing_if = "Option::is_none")]
    set_play: Option<SetRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_key: Option<PostKeyRecord>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    end: Option<RecordedEnd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct TryRecord {
    #[serde(rename = "move")]
    mv: String,
    refutations: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
enum SetRecord {
    Lines(RecordedLines),
    Battle(BTreeMap<String, Vec<String>>),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Node {
    #[serde(rename = "move")]
    mv: String,
    mark: &'static str,
    threats: Vec<Self>,
    defences: Vec<DefenceNode>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct DefenceNode {
    #[serde(rename = "move")]
    mv: String,
    defends: bool,
    goal: bool,
    answers: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct PostKeyRecord {
    threats: Vec<Node>,
    defences: Vec<DefenceNode>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct RecordedEnd {
    verdict: &'static str,
    complete: bool,
    root: Share,
    nodes: u64,
    time_ms: u64,
}

impl Record {
    /// The record of a searched position; `intended` is the intended number of solutions.
    pub fn solved(
        subject: Subject,
        task: &Task,
        solution: &Solution,
        intended: usize,
        time: Duration,
    ) -> Self {
        let battle = task.stipulation.play.is_battle();
        let pos = &task.position;
        let tries = solution.tries.iter().map(|attempt| {
            let after = play(pos, attempt.mv);
            TryRecord {
                mv: leg_text(pos, attempt.mv),
                refutations: leg_texts(&after, &attempt.refutations),
            }
        });
        Self {
            solutions: (!battle).then(|| line_texts(task, &solution.lines, false)),
            keys: battle.then(|| {
                solution
                    .keys
                    .iter()
                    .map(|key| leg_text(pos, key.mv))
                    .collect()
            }),
            tries: (battle && task.options.most_refutations().is_some()).then(|| tries.collect()),
            set_play: set_record(task, solution),
            tree: solution.tree.as_deref().map(|tree| nodes(pos, tree)),
            post_key: solution
                .post_key
                .as_ref()
                .map(|after| post_key(task, after)),
            end: Some(RecordedEnd {
                verdict: Verdict::of(&task.stipulation, solution, intended).word(),
                complete: solution.complete,
                root: solution.first_moves,
                nodes: solution.nodes,
                time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            }),
            error: None,
            subject,
        }
    }

    /// A position or problem that was refused.
    pub fn refused(subject: Subject, error: String) -> Self {
        Self {
            subject,
            error: Some(error),
            ..Self::default()
        }
    }

    /// One line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| {
            // Cannot fail: all map keys are strings and all numbers are finite.
            format!("{{\"error\":\"{error}\"}}")
        })
    }
}

/// Set play; if the diagram is the position after the key, the play after the key in the same form.
fn set_record(task: &Task, solution: &Solution) -> Option<SetRecord> {
    match (&solution.set_play, &solution.post_key) {
        (Some(SetPlay::Lines(lines)), _) => Some(SetRecord::Lines(line_texts(task, lines, true))),
        (Some(SetPlay::Defences(defences)), _) => Some(SetRecord::Battle(answers(
            &passed(&task.position),
            defences,
        ))),
        (None, Some(after)) => Some(SetRecord::Battle(answers(
            &task.after_key(),
            &after.defences,
        ))),
        (None, None) => None,
    }
}

/// Lines as the coordinate texts of their moves, in one text: a flood of lines needs little more memory than the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct RecordedLines {
    /// The texts, each followed by a blank, each line by a line end.
    text: String,
}

impl Serialize for RecordedLines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.text.lines();
        serializer.collect_seq(lines.map(|line| RecordedLine { line }))
    }
}

struct RecordedLine<'a> {
    line: &'a str,
}

impl Serialize for RecordedLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.line.split_ascii_whitespace())
    }
}

fn line_texts(task: &Task, lines: &[Vec<Move>], set_play: bool) -> RecordedLines {
    let mut texts = coordinates(task, set_play);
    let mut text = String::new();
    for line in lines {
        for mv in texts.of(line) {
            text.push_str(mv);
            text.push(' ');
        }
        text.push('\n');
    }
    RecordedLines { text }
}

fn leg_texts(pos: &Position, legs: &[Move]) -> Vec<String> {
    legs.iter().map(|mv| leg_text(pos, *mv)).collect()
}

fn answers(pos: &Position, list: &[Defence]) -> BTreeMap<String, Vec<String>> {
    let moves = list.iter().map(|defence| {
        let after = play(pos, defence.mv);
        let answers = defence.answers.iter();
        let answers = answers.map(|answer| leg_text(&after, answer.mv));
        (leg_text(pos, defence.mv), answers.collect())
    });
    moves.collect()
}

fn nodes(pos: &Position, attacks: &[Attack]) -> Vec<Node> {
    let nodes = attacks.iter().map(|attack| {
        let after = play(pos, attack.mv);
        Node {
            mv: leg_text(pos, attack.mv),
            mark: if attack.solves { "!" } else { "?" },
            threats: nodes(&passed(&after), &attack.threats),
            defences: defences(&after, &attack.defences),
        }
    });
    nodes.collect()
}

fn defences(pos: &Position, list: &[Defence]) -> Vec<DefenceNode> {
    let nodes = list.iter().map(|defence| DefenceNode {
        mv: leg_text(pos, defence.mv),
        defends: defence.defends,
        goal: defence.goal,
        answers: nodes(&play(pos, defence.mv), &defence.answers),
    });
    nodes.collect()
}

fn post_key(task: &Task, after: &PostKey) -> PostKeyRecord {
    let pos = task.after_key();
    PostKeyRecord {
        threats: nodes(&passed(&pos), &after.threats),
        defences: defences(&pos, &after.defences),
    }
}
