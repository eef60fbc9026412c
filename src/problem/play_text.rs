//! Solutions as text: lines, and the play after keys and tries, one move per line, indented by depth.
//!
//! ```text
//!    1.Rb4-b2 ! threat:
//!          2.Qd4-e5 #
//!       1...Kd5-c6
//!          2.Qd4-c5 #
//!    1.Rb4-b1 ? zugzwang.
//!     but
//!       1...g7-g6 !
//! ```

use super::notation::Notation;
use super::solution::{Attack, Defence, Key, PostKey, SetPlay, Solution, Try};
use super::stipulation::Goal;
use super::task::Task;
use super::walk::passed;
use crate::base::Move;
use crate::position::Position;
use crate::rules;
use std::fmt::Write as _;

/// Options of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The notation of moves.
    pub notation: Notation,
    /// Whether threats are written.
    pub threats: bool,
    /// Whether variations that are shorter than the full length are written.
    pub short_variations: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            notation: Notation::default(),
            threats: true,
            short_variations: true,
        }
    }
}

/// The indentation per half-move, in columns.
const INDENT: usize = 3;

/// A key, written as soon as it is found, with line end.
pub fn key_text(task: &Task, shown: &Shown, key: &Key) -> String {
    let mut writer = Writer::new(task, shown);
    writer.key(key);
    writer.text
}

/// A line of help or series play, with line end.
pub fn line_text(task: &Task, shown: &Shown, line: &[Move]) -> String {
    let text = shown.notation.line(task, false, line);
    format!("{:INDENT$}{text}\n", "")
}

/// A line of set play, with line end.
pub fn set_line_text(task: &Task, shown: &Shown, line: &[Move]) -> String {
    let text = shown.notation.line(task, true, line);
    format!("{:INDENT$}{text}\n", "")
}

/// The whole solution, set play first.
pub fn solution_text(task: &Task, shown: &Shown, solution: &Solution) -> String {
    let before = set_play_text(task, shown, solution);
    let after = found_text(task, shown, solution);
    let gap = if before.is_empty() || after.is_empty() {
        ""
    } else {
        "\n"
    };
    format!("{before}{gap}{after}")
}

/// The text of set play, or of the play after the key if the diagram is the position after the key.
fn set_play_text(task: &Task, shown: &Shown, solution: &Solution) -> String {
    let mut writer = Writer::new(task, shown);
    match &solution.set_play {
        Some(SetPlay::Lines(lines)) => {
            for line in lines {
                writer.text += &set_line_text(task, shown, line);
            }
        }
        Some(SetPlay::Defences(defences)) => {
            let pos = passed(&task.position);
            writer.defences(&pos, defences, 1, task.stipulation.moves.saturating_sub(1));
        }
        None => {}
    }
    if let Some(PostKey { threats, defences }) = &solution.post_key {
        let pos = task.after_key();
        let expected = task.stipulation.moves.saturating_sub(1);
        if !rules::in_check(&pos) && shown.threats {
            let _ = write!(writer.text, "{:INDENT$}1...", "");
            writer.threats(&pos, threats, defences, (1, expected));
        }
        writer.defences(&pos, defences, 1, expected);
        writer.refuted(&pos, defences, 1);
    }
    writer.text
}

/// The text of keys, tries and lines.
fn found_text(task: &Task, shown: &Shown, solution: &Solution) -> String {
    let mut writer = Writer::new(task, shown);
    for mv in &solution.forced {
        let goal = Some(task.stipulation.goal);
        let leg = shown.notation.leg(&task.position, *mv, goal);
        let _ = writeln!(writer.text, "{:INDENT$}1.{leg} ?!?", "");
    }
    for line in &solution.lines {
        let text = shown.notation.line(task, false, line);
        let _ = writeln!(writer.text, "{:INDENT$}{text}", "");
    }
    match &solution.tree {
        Some(tree) => writer.tree(tree, &solution.keys),
        None => writer.keys_and_tries(&solution.keys, &solution.tries),
    }
    writer.text
}

/// Writes the solution of a task.
struct Writer<'a> {
    task: &'a Task,
    shown: &'a Shown,
    text: String,
}

impl<'a> Writer<'a> {
    const fn new(task: &'a Task, shown: &'a Shown) -> Self {
        Self {
            task,
            shown,
            text: String::new(),
        }
    }

    /// Writes keys with their play, then tries with their play.
    fn tree(&mut self, tree: &[Attack], keys: &[Key]) {
        let in_tree = |key: &&Key| !tree.iter().any(|attack| attack.mv == key.mv);
        for key in keys.iter().filter(in_tree) {
            self.key(key);
        }
        let pos = self.task.position.clone();
        let moves = self.task.stipulation.moves;
        for solves in [true, false] {
            for attack in tree.iter().filter(|attack| attack.solves == solves) {
                self.attack(&pos, attack, 1, moves);
            }
        }
    }

    fn keys_and_tries(&mut self, keys: &[Key], tries: &[Try]) {
        for key in keys {
            self.key(key);
        }
        for attempt in tries {
            let leg = self
                .shown
                .notation
                .leg(&self.task.position, attempt.mv, None);
            let _ = writeln!(self.text, "{:INDENT$}1.{leg} ?", "");
            let after = rules::play(&self.task.position, attempt.mv);
            self.refutations(&after, &attempt.refutations, 1);
        }
    }

    fn key(&mut self, key: &Key) {
        let goal = key.goal.then_some(self.goal());
        let leg = self.shown.notation.leg(&self.task.position, key.mv, goal);
        let is_short = key.moves < self.task.stipulation.moves;
        let short = if is_short { " (short)" } else { "" };
        let _ = writeln!(self.text, "{:INDENT$}1.{leg} !{short}", "");
    }

    /// Indents a line: White's first move is half-move 0.
    fn indent(&mut self, half_move: u32) {
        let columns = INDENT * (half_move as usize + 1);
        let _ = write!(self.text, "{:columns$}", "");
    }

    /// Writes a White move with its variations; `expected` is the number of moves of full-length play.
    fn attack(&mut self, pos: &Position, attack: &Attack, number: u32, expected: u32) {
        self.indent(2 * (number - 1));
        let goal = attack.goal.then_some(self.goal());
        let leg = self.shown.notation.leg(pos, attack.mv, goal);
        let _ = write!(self.text, "{number}.{leg}");
        if number == 1 {
            self.text.push_str(if attack.solves { " !" } else { " ?" });
        }
        if attack.solves && attack.moves < expected {
            self.text.push_str(" (short)");
        }
        if attack.goal {
            self.text.push('\n');
            return;
        }
        let after = rules::play(pos, attack.mv);
        let all = if attack.solves {
            attack.moves
        } else {
            self.task.stipulation.moves
        };
        let expected = all.saturating_sub(1);
        self.threats(
            &after,
            &attack.threats,
            &attack.defences,
            (number, expected),
        );
        self.defences(&after, &attack.defences, number, expected);
        if !attack.solves {
            self.refuted(&after, &attack.defences, number);
        }
    }

    /// Writes those of Black's moves that refute, if there are any.
    fn refuted(&mut self, after: &Position, defences: &[Defence], number: u32) {
        let refutes = |defence: &&Defence| defence.answers.is_empty() && !defence.goal;
        let refutations = defences.iter().filter(refutes);
        let refutations: Vec<Move> = refutations.map(|defence| defence.mv).collect();
        if !refutations.is_empty() {
            self.refutations(after, &refutations, number);
        }
    }

    /// Ends the line of a move with its threats or `zugzwang`.
    fn threats(
        &mut self,
        after: &Position,
        threats: &[Attack],
        defences: &[Defence],
        (number, expected): (u32, u32),
    ) {
        if !self.shown.threats || rules::in_check(after) {
            self.text.push('\n');
        } else if !threats.is_empty() {
            self.text.push_str(" threat:\n");
            let passed = passed(after);
            for threat in threats {
                self.attack(&passed, threat, number + 1, expected);
            }
        } else if defences.iter().any(|defence| defence.defends) {
            self.text.push_str(" zugzwang.\n");
        } else {
            self.text.push('\n');
        }
    }

    /// Writes Black's listed moves with White's replies; refutations are left to `Self::refutations`.
    fn defences(&mut self, pos: &Position, defences: &[Defence], number: u32, expected: u32) {
        for defence in defences.iter().filter(|defence| defence.defends) {
            let short = defence.answers.iter().any(|answer| answer.moves < expected);
            let refutes = defence.answers.is_empty() && !defence.goal;
            if refutes || short && !self.shown.short_variations {
                continue;
            }
            self.indent(2 * number - 1);
            let goal = defence.goal.then_some(self.goal());
            let leg = self.shown.notation.leg(pos, defence.mv, goal);
            let _ = writeln!(self.text, "{number}...{leg}");
            let after = rules::play(pos, defence.mv);
            for answer in &defence.answers {
                self.attack(&after, answer, number + 1, expected);
            }
        }
    }

    /// Writes the refutations of a try.
    fn refutations(&mut self, after: &Position, refutations: &[Move], number: u32) {
        let columns = INDENT * (2 * number as usize) - INDENT + 2;
        let _ = writeln!(self.text, "{:columns$}but", "");
        for mv in refutations {
            self.indent(2 * number - 1);
            let leg = self.shown.notation.leg(after, *mv, None);
            let _ = writeln!(self.text, "{number}...{leg} !");
        }
    }

    const fn goal(&self) -> Goal {
        self.task.stipulation.goal
    }
}
